// Steps through a replay without loading pages: fetches the plies ahead and swaps what changed.
import { ask, copy, say, showDetail } from "./asides.js";
import { Autoplay } from "./autoplay.js";
import { reachable, reached } from "./cards.js";
import { showCard } from "./explain.js";
import { Film, page, store, stored } from "./film.js";
import { fit, fitAgain, fontsLoaded, keep, needed } from "./fit.js";
import { focusPlace, giveBack, oneStop } from "./focus.js";
import { nameUnder, plyUnder } from "./graph.js";
import { hearHost, tellHost } from "./host.js";
import { closeMenus } from "./menus.js";
import { glide, slide } from "./motion.js";
import { embedding, openPicture, ownPage } from "./sharing.js";
import { onStage, reveal, stage } from "./stage.js";
import { positionText } from "./text.js";

const replay = document.querySelector(".replay");
const table = document.querySelector(".table");
const slider = document.getElementById("slider");
const film = new Film(replay.dataset);
const mistake = document.querySelector(".mistake") ? Number(replay.dataset.ply) : null;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

const QUICK = 200; // milliseconds within which a second step has no transition

let line = { // the line that is shown: the game, or a variation
  key: film.line,
  parent: "",
  fork: 0,
  plies: Number(replay.dataset.plies),
  graph: document.querySelector(".graph"),
  moves: document.getElementById("moves"),
  ways: document.querySelector("template.ways")?.content,
};
let ply = Number(replay.dataset.ply);
let wanted = ply;
let stepped = -Infinity; // when the last step was
let shown; // the regions on the page, by their ids
let hiding = replay.dataset.hides !== undefined;
let unseen = 0; // plies of a game in progress that came while another one was shown
let commenting = replay.dataset.view === "all";
let found = []; // the plies that a search has found

// An exported file contains all lines; on a service, every line has pages of its own.
const lines = new Map([[line.key, line]]);
for (const { dataset, content } of document.querySelectorAll("template[data-line]")) {
  lines.set(dataset.line, {
    key: dataset.line,
    parent: dataset.parent,
    fork: Number(dataset.fork),
    plies: Number(dataset.plies),
    graph: content.querySelector(".graph"),
    moves: content.querySelector("#moves"),
    ways: content.querySelector("template.ways").content,
  });
}

const letters = () => stored("localStorage", "letters") !== "off";
const listed = (number) => line.moves.querySelector(`#move-${number}`);
const link = (to) => listed(to)?.firstElementChild.href ?? replay.dataset.start;

// Stepping -----------------------------------------------------------------------------------

async function go(to, { held = false, key = line.key } = {}) {
  let next = lines.get(key);
  if (!next) return;
  while (to < next.fork) next = lines.get(next.parent); // the ply belongs to the line around it
  to = Math.min(Math.max(to, 0), next.plies);
  wanted = to;
  if (next !== line) {
    enter(next);
    ply = to;
    return swap();
  }
  if (to === ply) return;
  let regions = film.at(to);
  if (!regions) {
    try {
      regions = await film.load(to);
    } catch {
      location.assign(link(to)); // that page says what is wrong
      return;
    }
    if (wanted !== to) return; // another step came first
  }
  const near = Math.abs(to - ply) === 1;
  const quick = held || performance.now() - stepped < QUICK;
  stepped = performance.now();
  ply = to;
  change(near && !quick);
  film.prefetch(to);
}

// Shows the current ply: what stays on the stage slides, and cards glide if they may.
function change(gliding) {
  if (reduced.matches) return swap();
  const sliding = () => slide(onStage(), swap);
  if (gliding && document.startViewTransition) glide(film.moving(film.at(ply)), sliding);
  else sliding();
}

// Shows the graph and the moves of another line.
function enter(next) {
  line.graph.replaceWith(next.graph);
  line.moves.replaceWith(next.moves);
  line = next;
  film.line = next.key;
  found = [];
  forgetGraph();
}

// Has the mark on the graph drawn anew, which is another one.
function forgetGraph() {
  shown = new Map(shown); // the film keeps its own
  shown.delete("graph-now");
}

// Puts the regions of the current ply on the page.
function swap() {
  const card = reached();
  const regions = film.at(ply);
  const focus = focusPlace(regions);
  for (const [id, html] of regions) {
    if (shown?.get(id) === html) continue;
    const holder = document.createElement("template");
    holder.innerHTML = html;
    document.getElementById(id)?.replaceWith(holder.content.firstElementChild);
  }
  shown = regions;
  settle();
  history.replaceState(null, "", film.address(ply));
  giveBack(focus);
  reachable(...card);
}

// Updates what is around the table to the current ply.
function settle() {
  replay.dataset.ply = ply;
  slider.max = hiding ? Math.max(ply, 1) : line.plies;
  slider.value = ply;
  slider.setAttribute("aria-valuetext", `ply ${ply}`);
  const { moves } = line;
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const now = listed(ply);
  now?.firstElementChild.setAttribute("aria-current", "step");
  autoplay.draw();
  if (hiding) cover();
  if (commenting) unfold();
  showBrief(now);
  tell();
  stage(film.at(ply), film.at(ply - 1));
  keep();
  reveal();
  if (now) moves.scrollTop += now.getBoundingClientRect().top - moves.getBoundingClientRect().top - moves.clientHeight / 3;
  else moves.scrollTop = 0;
  oneStop(moves, now?.firstElementChild);
  if (unseen && ply === line.plies) arrive(0);
  tellHost("ply", { ply, view: replay.dataset.view });
}

// Screen readers hear what happened, and nothing of what stands around it.
function tell() {
  const told = document.getElementById("told");
  const said = document.querySelector("#sentence .said").textContent.trim();
  if (told.textContent !== said) told.textContent = said;
}

// The move as the notation writes it.
function written() {
  const { move } = document.getElementById("sentence").dataset;
  say(move ? `${ply}. ${move}` : "No move yet");
}

// On a page within that of another site, the words of the move stand beside the buttons.
function showBrief(move) {
  const brief = document.getElementById("brief");
  if (!brief) return;
  const words = move?.querySelector(".short")?.cloneNode(true) ?? "The cards are dealt";
  const badge = move?.querySelector(".badge")?.cloneNode(true);
  brief.replaceChildren(...[badge, " ", words].filter(Boolean));
}

// Hides the moves to come, or shows them again; in a file, the graph too.
function cover() {
  for (const move of line.moves.querySelectorAll("li")) move.hidden = hiding && Number(move.id.slice(5)) > ply;
  for (const list of line.moves.querySelectorAll("ol")) {
    list.hidden = list.previousElementSibling.hidden = hiding && list.start > ply;
  }
  replay.classList.toggle("hiding", hiding && !replay.dataset.film);
  document.getElementById("covered").hidden = !hiding;
}

// The last ply is part of what is to come.
function end() {
  if (hiding) say("What is to come is hidden: h shows the whole game");
  else go(line.plies);
}

// Autoplay -----------------------------------------------------------------------------------

const at = (number) => Number(listed(number)?.dataset.at);

const autoplay = new Autoplay({
  atEnd: () => ply === line.plies,
  rewind: () => go(0),
  forward: () => go(ply + 1),
  letters: () => document.querySelector("#sentence .words").textContent.length,
  seconds: () => at(ply + 1) - (ply ? at(ply) : 0),
});

const timed = () => line.moves.querySelector("[data-at]");
const changeSpeed = (by) => say(autoplay.changeSpeed(by, timed()));

// Around ---------------------------------------------------------------------------------------

const starts = () => [...line.moves.querySelectorAll("ol")].map((list) => list.start - 1);
const round = (back) =>
  back ? Math.max(0, ...starts().filter((start) => start < ply)) : Math.min(line.plies, ...starts().filter((start) => start > ply));

const numbers = (items) => [...items].map((move) => Number(move.id.slice(5)));

// Goes to the next ply that a search has found or, without one, that has a mark, a comment, a variation
// or a mistake.
function noted(back) {
  const notes = numbers(line.moves.querySelectorAll("li:has(p, .mark)"));
  if (mistake !== null && !line.key) notes.push(mistake);
  const stops = (found.length ? found : notes).sort((one, other) => one - other);
  const to = back ? stops.findLast((number) => number < ply) : stops.find((number) => number > ply);
  if (to === undefined || (hiding && !back)) say(back ? "Nothing more before this ply" : "Nothing more after this ply");
  else go(to);
}

// Finds the plies of which these words are said, or written in the list of moves, and marks them there.
async function search(text) {
  const plain = (words) => words.toLowerCase().replace(/\s+/g, " ");
  const said = await film.words().catch(() => []);
  const has = (move, number) => !move.hidden && plain(`${move.textContent} ${said[number] ?? ""}`).includes(plain(text));
  found = numbers([...line.moves.querySelectorAll("li")].filter((move) => has(move, Number(move.id.slice(5)))));
  markFound();
  if (!found.length) return say(`${text}: found nowhere`);
  go(found.find((number) => number >= ply) ?? found[0]);
  say(`${text}: ${found.length} ${found.length === 1 ? "hit" : "hits"}, n and N to go on`);
}

function markFound() {
  for (const move of line.moves.querySelectorAll("li")) move.classList.toggle("hit", found.includes(Number(move.id.slice(5))));
}

// Comments are folded in the view of a seat, since they may reveal what it does not see.
function unfold() {
  for (const comment of replay.querySelectorAll("details.comment")) comment.open = commenting;
  replay.classList.toggle("quiet", !commenting);
}

function comment() {
  commenting = !commenting;
  unfold();
  say(commenting ? "Comments are shown" : "Comments are hidden");
}

// Follows the link on the page that a key stands for.
function follow(selector, otherwise) {
  const anchor = replay.querySelector(selector);
  if (anchor) anchor.click();
  else say(otherwise);
}

async function sheet(part) {
  try {
    showDetail((await film.sheet(ply)).getElementById(part));
  } catch {
    say("Scores and legal moves cannot be loaded now");
  }
}

// On a service, another page hides the moves to come; a file hides them itself.
function hide() {
  const { search } = document.querySelector("a[data-act=hide]") ?? {};
  if (search !== undefined) return location.assign(`${replay.dataset.address}/${ply}${search}`);
  hiding = !hiding;
  cover();
  settle();
  say(hiding ? "What is to come is hidden" : "The whole game is shown");
}

function view() {
  const views = [...document.querySelectorAll("#views a")];
  const now = views.findIndex((one) => one.hasAttribute("aria-current"));
  if (views.length > 1) location.assign(views[(now + 1) % views.length].href);
}

const viewOf = (anchor) => new URL(anchor.href).searchParams.get("view") ?? "all";

function goTo(answer) {
  const [, isRound, number] = /^(r?)(\d+)$/i.exec(answer) ?? [];
  const to = isRound ? starts()[Number(number) - 1] : Number(number);
  if (/^end$/i.test(answer) || (hiding && number > line.plies)) end();
  else if (number === undefined) say(`There is no ply “${answer}”`);
  else if (to === undefined) say(`There is no round ${number}`);
  else go(to);
}

function picture(kind) {
  if (kind !== "png") say("The round is being drawn, which may take some seconds");
  openPicture(kind, ply);
}

// Other moves from here on; those of a variation begin where it leaves the game. The form of a pasted log, which has no
// address, tries them itself.
function tries() {
  const from = line.key ? line.fork : ply;
  const { address } = replay.dataset;
  if (address) location.assign(`${address}/${from}/try`);
  else document.dispatchEvent(new CustomEvent("tries", { detail: from }));
}

// A game of one's own that goes on from here; from a variation, from where it leaves the game.
function onward() {
  const there = new URL(document.querySelector("[data-act=onward]").href);
  there.searchParams.set("ply", line.key ? line.fork : ply);
  location.assign(there);
}

const help = document.getElementById("keys");

const KEYS = {
  ArrowLeft: (event) => go(event.shiftKey ? round(true) : wanted - 1, { held: event.repeat }),
  ArrowRight: (event) => go(event.shiftKey ? round(false) : wanted + 1, { held: event.repeat }),
  Home: () => go(0),
  End: end,
  Escape: () => {
    found = [];
    markFound();
  },
};
const LETTERS = {
  " ": () => autoplay.toggle(),
  "<": () => changeSpeed(-1),
  ">": () => changeSpeed(1),
  g: () => ask("Go to a ply, a round (r12), or the end", goTo),
  "/": () => ask("Search moves and comments", search),
  n: () => noted(false),
  N: () => noted(true),
  m: () => (listed(ply) ?? line.moves.querySelector("li"))?.firstElementChild.focus(),
  l: () => sheet("legal"),
  s: () => sheet("scores"),
  i: () => follow(`#move-${ply} .instead a`, "No variation here: n goes to the next note"),
  o: () => follow(".line-of a", "This is the game itself"),
  v: view,
  w: written,
  x: comment,
  h: hide,
  "[": () => follow("[data-record=back]", "There is no record before this one"),
  "]": () => follow("[data-record=on]", "There is no record after this one"),
  c: () => copy(ownPage(), "Link"),
  C: () => copy(positionText(document.getElementById("sentence"), table), "Position"),
  "?": () => help.showModal(),
};

document.addEventListener("keydown", (event) => {
  // What had the focus in a dialog keeps it for a frame after the dialog has closed.
  const target = event.target.closest("dialog:not([open])") ? document.body : event.target;
  const typing = target.closest("input:not([type=range]), textarea, select, dialog");
  const pressing = event.key === " " && target.closest("a, button, summary");
  if (typing || pressing || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = KEYS[event.key] ?? (letters() ? LETTERS[event.key] : undefined);
  if (!act) return;
  if (event.key !== "Escape") event.preventDefault(); // which also closes what is open
  if (autoplay.playing && !" <>".includes(event.key)) autoplay.pause();
  act(event);
});

// Links to plies of this replay show them on this page; all others leave it.
document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) return autoplay.toggle();
  if (event.target.closest("#speed")) return say(autoplay.nextSpeed(timed()));
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (act) {
    event.preventDefault();
    return ({ copy: LETTERS.c, embed: () => copy(embedding(), "Code"), png: picture, webp: picture, gif: picture, written, position: LETTERS.C, hide, keys: LETTERS["?"], scores: LETTERS.s, legal: LETTERS.l, last: end, tries, onward })[act](act);
  }
  const anchor = event.target.closest("a");
  if (anchor?.dataset.own !== undefined) anchor.href = ownPage();
  const under = plyUnder(event);
  const place = under === undefined ? anchor && film.place(anchor.getAttribute("href")) : { line: line.key, ply: under };
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
  else history.replaceState(null, "", film.address(ply));
});

// Where a card has been ---------------------------------------------------------------------------

async function been(number) {
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

// A game in progress -----------------------------------------------------------------------------

// Updates the page to the new state of its table, which has all that this takes, unless an earlier
// ply is shown. If the last ply was shown, shows the new last one. Returns whether the game has ended.
async function update({ plies, replay: ended, finished, stretch, ...parts }) {
  const atEnd = () => ply === line.plies && !autoplay.playing;
  const { address } = replay.dataset;
  if (ended) {
    const to = atEnd() ? plies : Math.min(ply, plies);
    location.replace(`${address.replace(/t\/[0-9a-f]+$/, "r")}/${ended}/${to}`);
    return true;
  }
  const [more, before] = [plies - line.plies, ply];
  wanted = ply = atEnd() ? plies : Math.min(ply, plies);
  film.renew(plies, stretch);
  forgetGraph();
  Object.assign(line, { plies, ways: undefined });
  for (const part of ["graph", "moves"]) {
    const holder = document.createElement("template");
    holder.innerHTML = parts[part];
    const fresh = holder.content.firstElementChild;
    line[part].replaceWith(fresh);
    line[part] = fresh;
  }
  if (!film.at(ply)) await film.load(ply); // plies before it may have been taken back, and others played
  change(ply === before + 1);
  arrive(Math.max(more, 0));
  return finished;
}

// Says how many plies have come since the last one was shown.
function arrive(more) {
  const arrived = document.getElementById("arrived");
  unseen = ply === line.plies ? 0 : unseen + more;
  arrived.hidden = !unseen;
  arrived.textContent = `${unseen} new ${unseen === 1 ? "ply" : "plies"}: show the last`;
}

const single = document.getElementById("letters");
single.checked = letters();
single.addEventListener("change", () => store("localStorage", "letters", single.checked ? "on" : "off"));

slider.disabled = false;
autoplay.draw();
for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
const start = ply;
const first = film.here() ?? { ply: start, line: line.key };
await film.open(first.ply);
if (wanted === start) { // no step came first
  shown = film.at(start);
  await go(first.ply, { held: true, key: first.line });
}
closeMenus();
if (!location.hash) history.replaceState(null, "", film.address(ply));
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
film.prefetch(ply);
if (replay.dataset.live) {
  const { follow: watch } = await import("./live.js");
  const sign = document.getElementById("follows");
  const tell = (state) => {
    sign.textContent = "live";
    return update(state);
  };
  watch(replay.dataset.live, tell, () => (sign.textContent = "out of reach; trying again"));
}
