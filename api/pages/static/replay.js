// Steps through a replay without loading pages: fetches the plies ahead and swaps what changed.
import { Film, asked, keep, kept } from "./film.js";

const replay = document.querySelector(".replay");
const table = document.querySelector(".table");
const moves = document.getElementById("moves");
const slider = document.getElementById("slider");
const notice = document.getElementById("notice");
const film = new Film(replay.dataset);
const plies = Number(replay.dataset.plies);
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const QUICK = 200; // milliseconds within which a second step goes without a transition
const MOST_MOVING = 8; // cards that move at once; more change their places without a motion
const LONGEST = 10; // seconds between two plies where the record's own times are followed

let ply = Number(replay.dataset.ply);
let wanted = ply;
let speed = 2;
let timer = null;
let stepped = -Infinity;
let shown; // the regions on the page, by their ids
let hiding = kept("sessionStorage", "hide") === "yes";

const letters = () => kept("localStorage", "letters") !== "off";
const starts = [...moves.querySelectorAll("ol")].map((list) => list.start - 1);
const link = (to) => document.querySelector(`#move-${to} > a`)?.href ?? replay.dataset.start;

// Stepping -----------------------------------------------------------------------------------

async function go(to, { held = false } = {}) {
  to = Math.min(Math.max(to, 0), plies);
  wanted = to;
  if (to === ply) return;
  let regions = film.at(to);
  if (!regions) {
    try {
      regions = await film.load(to);
    } catch {
      location.assign(link(to)); // the page itself says what is wrong
      return;
    }
    if (wanted !== to) return; // somebody went on meanwhile
  }
  const near = Math.abs(to - ply) === 1;
  const quick = held || performance.now() - stepped < QUICK;
  stepped = performance.now();
  ply = to;
  if (near && !quick && !reduced.matches && document.startViewTransition) glide(regions);
  else swap();
  film.prefetch(to);
}

// Shows the ply that is the current one by now.
function swap() {
  const focus = document.activeElement?.closest("[data-step]")?.dataset.step;
  const regions = film.at(ply);
  for (const [id, html] of regions) {
    if (shown?.get(id) === html) continue;
    const holder = document.createElement("template");
    holder.innerHTML = html;
    document.getElementById(id)?.replaceWith(holder.content.firstElementChild);
  }
  shown = regions;
  settle();
  if (focus) {
    const same = document.querySelector(`a[data-step="${focus}"]`) ?? document.getElementById("play");
    same.focus({ preventScroll: true });
  }
}

// Cards that a ply moves get a name each, so that the browser lets them glide to their new place.
function glide(regions) {
  const moving = film.moving(regions);
  const few = moving.length <= MOST_MOVING;
  const name = () => {
    for (const [number, card] of numbered()) {
      card.style.viewTransitionName = few && moving.includes(number) ? `card-${number}` : "";
    }
  };
  name();
  const transition = document.startViewTransition(() => {
    swap();
    name();
  });
  transition.ready.catch(() => {}); // another step came first
  transition.finished.finally(() => {
    for (const card of numbered().values()) card.style.viewTransitionName = "";
  });
}

const numbered = () =>
  new Map([...replay.querySelectorAll("[data-number]")].map((card) => [card.dataset.number, card]));

// What stands around the table follows the ply.
function settle() {
  replay.dataset.ply = ply;
  slider.max = hiding ? Math.max(ply, 1) : plies;
  slider.value = ply;
  slider.setAttribute("aria-valuetext", `ply ${ply}`);
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const now = document.getElementById(`move-${ply}`);
  now?.firstElementChild.setAttribute("aria-current", "step");
  drawPlay();
  if (hiding) cover();
  moves.scrollTop = now ? now.offsetTop - moves.clientHeight / 3 : 0;
  history.replaceState(null, "", film.address(ply));
}

// Moves that are to come are hidden, if that is wished.
function cover() {
  for (const move of moves.querySelectorAll("li")) move.hidden = hiding && Number(move.id.slice(5)) > ply;
  for (const list of moves.querySelectorAll("ol")) {
    list.hidden = list.previousElementSibling.hidden = hiding && list.start > ply;
  }
  replay.classList.toggle("hiding", hiding);
}

// Autoplay -----------------------------------------------------------------------------------

const playing = () => timer !== null;

function pause() {
  clearTimeout(timer);
  timer = null;
  drawPlay();
}

function play() {
  if (playing()) return pause();
  if (ply === plies) go(0);
  next();
  drawPlay();
}

function next() {
  if (ply === plies) return pause();
  timer = setTimeout(async () => {
    await go(ply + 1);
    if (playing()) next();
  }, pace());
}

// The last step of the speeds follows the times of the record.
function pace() {
  if (speed < SPEEDS.length) return 1000 / SPEEDS[speed];
  const at = (number) => Number(document.getElementById(`move-${number}`)?.dataset.at);
  const seconds = at(ply + 1) - (ply ? at(ply) : 0);
  return 1000 * Math.min(Math.max(seconds || 1, 0.2), LONGEST);
}

function drawPlay() {
  const button = document.getElementById("play");
  button.disabled = false;
  button.setAttribute("aria-label", playing() ? "Pause" : "Play");
  button.querySelector("use").setAttribute("href", playing() ? "#i-pause" : "#i-play");
}

function changeSpeed(by) {
  const timed = moves.querySelector("[data-at]");
  speed = Math.min(Math.max(speed + by, 0), timed ? SPEEDS.length : SPEEDS.length - 1);
  say(speed < SPEEDS.length ? `${SPEEDS[speed]} plies a second` : "as fast as it was played");
}

// Around ---------------------------------------------------------------------------------------

let told = null;

function say(text) {
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(told);
  told = setTimeout(() => (notice.hidden = true), 2500);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say("The browser does not allow copying here");
  }
}

const round = (back) =>
  back ? Math.max(0, ...starts.filter((start) => start < ply)) : Math.min(plies, ...starts.filter((start) => start > ply));

// To the next ply with a mark, a comment or a variation.
function noted(back) {
  const found = [...moves.querySelectorAll("li:is(.noted, :has(p, .mark, .instead))")].map((move) => Number(move.id.slice(5)));
  const to = back ? found.findLast((number) => number < ply) : found.find((number) => number > ply);
  if (to === undefined || (hiding && !back)) say(back ? "No note before this ply" : "No note after this ply");
  else go(to);
}

function hide() {
  hiding = !hiding;
  keep("sessionStorage", "hide", hiding ? "yes" : "no");
  cover();
  settle();
  say(hiding ? "What is to come is hidden" : "The whole game is shown");
}

function view() {
  const views = [...document.querySelectorAll("#views a")];
  const now = views.findIndex((one) => one.hasAttribute("aria-current"));
  if (views.length > 1) location.assign(views[(now + 1) % views.length].href);
}

function ask() {
  const answer = prompt("Go to: a ply, r12 for a round, or end");
  if (!answer) return;
  const [, isRound, number] = /^\s*(r?)(\d+)\s*$/i.exec(answer) ?? [];
  if (/^\s*end\s*$/i.test(answer)) go(plies);
  else if (number === undefined) say(`There is no ply “${answer}”`);
  else go(isRound ? (starts[Number(number) - 1] ?? plies) : Number(number));
}

const help = document.getElementById("keys");

const KEYS = {
  ArrowLeft: (event) => go(event.shiftKey ? round(true) : wanted - 1, { held: event.repeat }),
  ArrowRight: (event) => go(event.shiftKey ? round(false) : wanted + 1, { held: event.repeat }),
  Home: () => go(0),
  End: () => go(plies),
};
const LETTERS = {
  " ": play,
  "<": () => changeSpeed(-1),
  ">": () => changeSpeed(1),
  g: ask,
  n: () => noted(false),
  N: () => noted(true),
  v: view,
  h: hide,
  c: () => copy(location.href, "Link"),
  C: () => copy(`${document.getElementById("sentence").innerText}\n\n${table.innerText}`, "Position"),
  "?": () => help.showModal(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=range]), textarea, select, dialog");
  const pressing = event.key === " " && event.target.closest("a, button, summary");
  if (typing || pressing || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = KEYS[event.key] ?? (letters() ? LETTERS[event.key] : undefined);
  if (!act) return;
  event.preventDefault();
  if (playing() && act !== play && !"<>".includes(event.key)) pause();
  act(event);
});

// Links to plies of this replay swap; all others lead away.
document.addEventListener("click", (event) => {
  if (event.target.closest("#play")) return play();
  const act = event.target.closest("[data-act]")?.dataset.act;
  if (act) return ({ copy: LETTERS.c, position: LETTERS.C, hide, keys: LETTERS["?"] })[act]();
  const anchor = event.target.closest("a");
  if (!anchor || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = film.ply(anchor.href);
  if (to === null) return;
  event.preventDefault();
  pause();
  go(to);
});

slider.addEventListener("input", () => go(Number(slider.value), { held: true }));

addEventListener("hashchange", () => {
  const to = film.ply(location.href);
  if (to !== null) go(to);
});

// Where a card has been ---------------------------------------------------------------------------

const been = document.getElementById("card");
let ways = document.getElementById("ways")?.content;

async function tell(number) {
  if (!ways) {
    const answer = await asked(replay.dataset.cards);
    if (!answer.ok) return say("Where the card has been is not to be had now");
    ways = new DOMParser().parseFromString(await answer.text(), "text/html");
  }
  const way = ways.querySelector(`#card-${number}`);
  if (!way) return say("This card has not moved yet");
  const close = document.createElement("button");
  close.className = "button primary";
  close.textContent = "Close";
  close.addEventListener("click", () => been.close());
  been.replaceChildren(...way.cloneNode(true).children, close);
  for (const stop of been.querySelectorAll("li")) stop.hidden = hiding && film.ply(stop.firstElementChild.href) > ply;
  been.showModal();
}

replay.addEventListener("click", (event) => {
  const card = event.target.closest("[data-number]");
  if (card && been) tell(card.dataset.number);
});
been?.addEventListener("click", (event) => {
  if (event.target === been || event.target.closest("a")) been.close();
});

const single = document.getElementById("letters");
single.checked = letters();
single.addEventListener("change", () => keep("localStorage", "letters", single.checked ? "on" : "off"));

slider.disabled = false;
drawPlay();
for (const element of document.querySelectorAll("[data-scripted]")) element.hidden = false;
const start = ply;
const first = film.ply(location.href) ?? start;
await film.open(first);
if (wanted === start) { // nobody has stepped meanwhile
  shown = film.at(start);
  if (first !== start) await go(first, { held: true });
}
settle();
film.prefetch(ply);
