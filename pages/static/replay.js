// Opens a replay: what is pressed on its page leads to a ply, to an act of its menus, or to where a card has been.
import { ACTS } from "./acts.js";
import { say } from "./asides.js";
import { reachable } from "./cards.js";
import { showCard } from "./explain.js";
import { page } from "./film.js";
import { fit, fitAgain, fontsLoaded, needed } from "./fit.js";
import { nameUnder, plyUnder } from "./graph.js";
import { hearHost, tellHost } from "./host.js";
import "./keys.js";
import { closeMenus } from "./menus.js";
import { film, playhead, replay } from "./playhead.js";
import { slider } from "./rail.js";
import { ownPage } from "./sharing.js";
import { autoplay, begin, go, settle } from "./steps.js";

// Links to plies of this replay show them on this page; all others leave it.
document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) return autoplay.toggle();
  if (event.target.closest("#speed")) return ACTS.speed();
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (act) {
    event.preventDefault();
    return ACTS[act](act);
  }
  const anchor = event.target.closest("a");
  if (anchor?.dataset.own !== undefined) anchor.href = ownPage();
  const under = plyUnder(event);
  const place = under === undefined ? anchor && film.place(anchor.getAttribute("href")) : { line: playhead.line.key, ply: under };
  if (!place) return;
  event.preventDefault();
  autoplay.pause();
  go(place.ply, { key: place.line });
});

replay.addEventListener("pointermove", nameUnder);
replay.addEventListener("pointerleave", nameUnder);

slider.addEventListener("input", () => go(Number(slider.value), { held: true }));

// Back, Forward and an address typed in lead to their ply; a link to a place on this page to none.
addEventListener("popstate", () => {
  const place = film.here();
  if (place) go(place.ply, { key: place.line });
  else history.replaceState(null, "", film.address(playhead.ply));
});

// Shows where a card has been; with what is to come hidden, up to now.
async function been(number) {
  const { hiding, line, ply } = playhead;
  try {
    if (replay.dataset.cards) line.ways ??= new DOMParser().parseFromString(await page(replay.dataset.cards), "text/html");
  } catch {
    return say("Where the card has been cannot be loaded now");
  }
  for (const stop of showCard(line.ways, number)?.querySelectorAll("li") ?? []) {
    stop.hidden = hiding && film.place(stop.firstElementChild.getAttribute("href"))?.ply > ply;
  }
}

replay.addEventListener("click", (event) => {
  const card = event.target.closest("[data-number]");
  if (card && replay.dataset.cards !== undefined) been(card.dataset.number);
});

const viewOf = (anchor) => new URL(anchor.href).searchParams.get("view") ?? "all";

slider.disabled = false;
autoplay.draw();
for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
const start = playhead.ply;
const first = film.here() ?? { ply: start, line: playhead.line.key };
await film.open(first.ply);
if (playhead.wanted === start) { // no step came first
  begin(start);
  await go(first.ply, { held: true, key: first.line });
}
closeMenus();
if (!location.hash) history.replaceState(null, "", film.address(playhead.ply));
reachable();
await fontsLoaded();
fit();
settle();
const tellHeight = () => tellHost("height", { height: needed() });
tellHeight();
fitAgain(() => {
  settle();
  tellHeight();
});
hearHost({
  goto: ({ ply: to }) => Number.isInteger(to) && go(to),
  view: ({ view: asked }) => [...document.querySelectorAll("#views a")].find((one) => viewOf(one) === asked)?.click(),
});
film.prefetch(playhead.ply);
if (replay.dataset.live) {
  const { followMatch } = await import("./match.js");
  followMatch(replay.dataset.live);
}
