// Explains things that a press chooses: by a long press, by ? with the focus, or, once chosen, by a button
// beside their chips. A card that cannot be chosen explains itself at a press.
import { say } from "./asides.js";
import { part, replay } from "./dock.js";
import { entryIn, showCard, showMeaning } from "./explain.js";
import { page } from "./film.js";
import { spoken } from "./palette.js";

const LONG = 500; // milliseconds that a long press takes
const STILL = 10; // pixels that a finger may move meanwhile

const meaning = part("meaning");
const isTried = part("dock").dataset.tries !== undefined; // cards of a tried line have no way

// Where all cards have been at the version that is shown.
let ways = {};

async function waysNow() {
  const { version } = part("dock").dataset;
  if (ways.version !== version) ways = { version, of: new DOMParser().parseFromString(await page(replay.dataset.cards), "text/html") };
  return ways.of;
}

// Explains a thing beside its element: what it is, and what `uses` it has now, a line for each.
export async function explain(element, thing) {
  const { name, cards = [], uses = [] } = thing;
  if (cards.length && !isTried) return explainCard(cards[0], uses);
  const [, meant] = entryIn(name) ?? [];
  return showMeaning(element, spoken(thing), [meant, ...uses].filter(Boolean).join("\n"));
}

async function explainCard(number, uses) {
  const found = await waysNow().catch(() => undefined);
  if (!found) return say("This cannot be explained now: there is no connection");
  const dialog = showCard(found, number);
  const lines = uses.map((use) => Object.assign(document.createElement("p"), { textContent: use }));
  dialog?.querySelector("ol, p:last-of-type").before(...lines); // before where it has been
  return undefined;
}

if (!isTried) {
  replay.addEventListener("click", (event) => {
    const card = event.target.closest("[data-number]");
    if (card && !event.target.closest("button")) explainCard(card.dataset.number, []);
  });
}

// Has the buttons of things explained by a long press and by ?. `thingOf` says what a button stands for;
// nothing, if it is none of these.
export function explainWith(thingOf) {
  let waiting, from, held = false;
  const stop = () => clearTimeout(waiting);

  document.addEventListener("pointerdown", (event) => {
    stop();
    [from, held] = [event, false];
    const one = event.target.closest("button");
    if (event.button || !one || !thingOf(one)) return;
    waiting = setTimeout(() => {
      held = true;
      explain(one, thingOf(one));
    }, LONG);
  });
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL) stop();
  });
  document.addEventListener("pointercancel", stop);
  document.addEventListener("pointerup", () => {
    stop();
    // The browser closes what opened during a press when the press ends.
    const wasOpen = meaning.matches(":popover-open");
    if (held && wasOpen) setTimeout(() => meaning.showPopover());
  });
  // The press that explained chooses nothing.
  document.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  document.addEventListener("contextmenu", (event) => {
    const one = event.target.closest("button");
    if (one && thingOf(one)) event.preventDefault(); // a phone's answer to a long press
  });
  document.addEventListener("keydown", (event) => {
    const one = event.key === "?" && document.activeElement.closest?.("button");
    const thing = one && thingOf(one);
    if (!thing) return;
    event.preventDefault();
    explain(one, thing);
  });
}
