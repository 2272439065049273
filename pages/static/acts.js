// What the menus and keys of a replay do, beside stepping.
import { ask, copy, say, showDetail } from "./asides.js";
import { film, playhead, replay, starts } from "./playhead.js";
import { cover, toggleComments } from "./rail.js";
import { search } from "./search.js";
import { embedding, openPicture, ownPage } from "./sharing.js";
import { autoplay, go, settle } from "./steps.js";
import { positionText } from "./text.js";

// Going somewhere ----------------------------------------------------------------------------

// The last ply is part of what is to come.
function end() {
  if (playhead.hiding) say("What is to come is hidden: h shows the whole game");
  else go(playhead.line.plies);
}

function goTo(answer) {
  const [, isRound, number] = /^(r?)(\d+)$/i.exec(answer) ?? [];
  const to = isRound ? starts()[Number(number) - 1] : Number(number);
  if (/^end$/i.test(answer) || (playhead.hiding && number > playhead.line.plies)) end();
  else if (number === undefined) say(`There is no ply “${answer}”`);
  else if (to === undefined) say(`There is no round ${number}`);
  else go(to);
}

// Other moves from here on; those of a variation begin where it leaves the game. The form of a pasted log, which has no
// address, tries them itself.
function tries() {
  const { line, ply } = playhead;
  const from = line.key ? line.fork : ply;
  const { address } = replay.dataset;
  if (address) location.assign(`${address}/${from}/try`);
  else document.dispatchEvent(new CustomEvent("tries", { detail: from }));
}

// A game of one's own that goes on from here; from a variation, from where it leaves the game.
function onward() {
  const { line, ply } = playhead;
  const there = new URL(document.querySelector("[data-act=onward]").href);
  there.searchParams.set("ply", line.key ? line.fork : ply);
  location.assign(there);
}

// Follows the link on the page that a key stands for.
export function follow(selector, otherwise) {
  const anchor = replay.querySelector(selector);
  if (anchor) anchor.click();
  else say(otherwise);
}

// Showing more, or less ----------------------------------------------------------------------

async function sheet(part) {
  try {
    showDetail((await film.sheet(playhead.ply)).getElementById(part));
  } catch {
    say("Scores and legal moves cannot be loaded now");
  }
}

// On a service, another page hides the moves to come; a file hides them itself.
function hide() {
  const { search: query } = document.querySelector("a[data-act=hide]") ?? {};
  if (query !== undefined) return location.assign(`${replay.dataset.address}/${playhead.ply}${query}`);
  playhead.hiding = !playhead.hiding;
  cover();
  settle();
  say(playhead.hiding ? "What is to come is hidden" : "The whole game is shown");
}

function view() {
  const views = [...document.querySelectorAll("#views a")];
  const now = views.findIndex((one) => one.hasAttribute("aria-current"));
  if (views.length > 1) location.assign(views[(now + 1) % views.length].href);
}

const timed = () => playhead.line.moves.querySelector("[data-at]");

// Passing on ---------------------------------------------------------------------------------

function picture(kind) {
  if (kind !== "png") say("The round is being drawn, which may take some seconds");
  openPicture(kind, playhead.ply);
}

// The move as the notation writes it.
function written() {
  const { move } = document.getElementById("sentence").dataset;
  say(move ? `${playhead.ply}. ${move}` : "No move yet");
}

const sentence = () => document.getElementById("sentence");

// By the name that buttons and links have in `data-act`; each is called with it.
export const ACTS = {
  copy: () => copy(ownPage(), "Link"),
  position: () => copy(positionText(sentence(), document.querySelector(".table")), "Position"),
  embed: () => copy(embedding(), "Code"),
  png: picture,
  webp: picture,
  gif: picture,
  written,
  hide,
  keys: () => document.getElementById("keys").showModal(),
  scores: () => sheet("scores"),
  legal: () => sheet("legal"),
  last: end,
  tries,
  onward,
  view,
  comments: () => say(toggleComments() ? "Comments are shown" : "Comments are hidden"),
  ask: () => ask("Go to a ply, a round (r12), or the end", goTo),
  search: () => ask("Search moves and comments", search),
  speed: () => say(autoplay.nextSpeed(timed())),
  slower: () => say(autoplay.changeSpeed(-1, timed())),
  faster: () => say(autoplay.changeSpeed(1, timed())),
};
