// Choosing a move: the things that moves name light up, and what names all that was touched can be
// played. Knows no game: replays/view/choices.py says what each move names.
import { button, fill, isBusy, part, refuse, replay } from "./dock.js";
import { called, chips, close, colour, reveal, spoken } from "./palette.js";
import { left, mayMake } from "./taps.js";
import { explain, explainWith } from "./things.js";

const MOST_BUTTONS = 6;
const STUCK = "This is no move that can be played now. Press Clear, and choose anew.";

let choices, source, names, prompt, picks, verb, made, isPaused;

// Offers choices, none if another seat is asked. `from` knows the rules: `made(taps)` answers which moves
// taps make of those that are not listed, and `play(move)` plays one.
export function offer(found, from) {
  [choices, source] = [found, from];
  names = new Map([...(choices?.things ?? []), ...(choices?.deck ?? [])].map((thing) => [thing.key, thing]));
  prompt = [...part("prompt").childNodes];
  [picks, made, verb] = [[], choices?.made ?? [], undefined];
  isPaused = false;
  close();
  replay.classList.remove("choosing");
  if (choices) draw();
}

// Lets nothing be chosen, and leaves nothing lit, while the page asks something else.
export function pause() {
  isPaused = true;
  unlit();
}

// Shows again what was chosen before the pause.
export function goOn() {
  isPaused = false;
  part("spare")?.replaceChildren(); // its chips answered, and chose nothing
  if (choices) draw();
}

// Leaves nothing lit.
export function unlit() {
  for (const tap of replay.querySelectorAll(".tap")) unlight(tap.parentElement);
}

// The elements of the page that stand for a thing.
function places({ key, cards = [] }) {
  if (cards.length) return cards.map((number) => replay.querySelector(`[data-number="${number}"]`)).filter(Boolean);
  const [kind, name] = key.split(":");
  const id = kind === "seat" ? `head-${name}` : `zone-${name?.replaceAll(".", "-")}`;
  const found = ["at", "seat"].includes(kind) && (part(id) ?? replay.querySelector(`[data-at="${name}"]`));
  return found ? [found] : [];
}

const taps = () => picks.map(({ key }) => key);
const title = (key) => (names.has(key) ? called(names.get(key)) : key);

// Draws what is lit, what is chosen, and what may be played. Gives whether nothing follows from what is chosen.
function draw() {
  part("prompt").replaceChildren(...prompt.map((node) => node.cloneNode(true)));
  const { lit, ready, verbs } = left(choices, taps(), verb);
  const moves = [...ready, ...made.filter((one) => !verb || one.verb === verb)];
  const focused = focusedNow();
  unlit();
  const spare = [];
  for (const key of lit) {
    const found = places(names.get(key));
    const free = found.filter((element) => !names.get(key).cards || !picks.some((pick) => pick.element === element));
    for (const element of free) light(element, key);
    if (!found.length) spare.push(names.get(key));
  }
  for (const { element, key } of picks) if (element) light(element, key, picks.filter((pick) => pick.element === element).length);
  fill("spare", chips(spare, choose));
  fill("chosen", [...picks.map(chosen), ...filters(verbs, moves, lit), ...ends()]);
  fill("acts", moves.slice(0, MOST_BUTTONS).map((one) => playButton(one, moves)));
  for (const seat of document.querySelectorAll(".strip-seat")) {
    const hidden = part(`seat-${seat.id.slice("strip-".length)}`);
    seat.classList.toggle("leads", !hidden?.checkVisibility() && Boolean(hidden?.querySelector(".lit")));
  }
  part("undo")?.toggleAttribute("hidden", picks.length > 0);
  replay.classList.toggle("choosing", picks.length > 0 || verb !== undefined);
  tell(moves, lit);
  oneStop();
  focusAgain(focused);
  return (picks.length > 0 || verb !== undefined) && !lit.size && !moves.length;
}

// After what is chosen: the button that explains the last of it, and the one that begins anew.
function ends() {
  const last = picks.at(-1);
  const what = last && button("pick plain", "What is this?", (event) => explain(event.target, described(picks.at(-1).key)));
  return [...(what ? [what] : []), ...(last || verb ? [button("pick plain clear", "Clear", reset)] : [])];
}

// Makes an element a button that chooses a thing: `times` is how often it is chosen already.
function light(element, key, times = 0) {
  element.classList.add(times ? "picked" : "lit");
  element.dataset.thing = key;
  if (times > 1) element.dataset.times = times;
  const tap = element.querySelector(":scope > .tap") ?? element.appendChild(button("tap", "", () => press(element)));
  tap.setAttribute("aria-label", spoken(names.get(key)));
  tap.setAttribute("aria-pressed", times > 0);
}

function unlight(element) {
  element.classList.remove("lit", "picked");
  delete element.dataset.thing;
  delete element.dataset.times;
  element.querySelector(":scope > .tap").remove();
}

function chosen({ key }, at) {
  const one = button(`pick chosen-one ${colour(key)}`, title(key), () => takeBack(at));
  one.setAttribute("aria-label", `${title(key)}: take back`);
  Object.assign(one.dataset, { key, at });
  return one;
}

// Buttons that leave only the moves of one verb, where there are several.
function filters(verbs, moves, lit) {
  const others = choices.verbs.filter((one) => verbs.has(one.verb) && !moves.some((move) => move.verb === one.verb));
  if (!lit.size || (others.length + moves.length < 2 && !verb)) return [];
  return others.map((one) => {
    const filter = button(`pick verb${one.verb === verb ? " on" : ""}`, one.title, () =>
      change(() => (verb = one.verb === verb ? undefined : one.verb)));
    filter.setAttribute("aria-pressed", one.verb === verb);
    filter.title = one.meaning;
    filter.dataset.verb = one.verb;
    return filter;
  });
}

function playButton({ move, verb: kind }, moves) {
  const { title: text, meaning } = choices.verbs.find((one) => one.verb === kind);
  const one = button("button primary", text, () => isBusy() || source.play(move));
  if (moves.filter((other) => other.verb === kind).length > 1) {
    one.append(" ", Object.assign(document.createElement("small"), { textContent: move.slice(kind.length) }));
  }
  one.title = meaning;
  Object.assign(one.dataset, { move, verb: kind });
  return one;
}

function tell(moves, lit) {
  const titles = new Map(choices.verbs.map((one) => [one.verb, one.title]));
  const parts = [
    picks.length ? `Chosen: ${picks.map(({ key }) => title(key)).join(", ")}.` : "",
    moves.length ? `You can play: ${moves.map((one) => titles.get(one.verb)).join(", ")}.` : "",
    lit.size ? `${lit.size} more to choose from.` : "",
  ];
  part("status").textContent = parts.filter(Boolean).join(" ");
}

// Choosing ---------------------------------------------------------------------------------------

function press(element) {
  const at = picks.findIndex((pick) => pick.element === element);
  if (at >= 0 && !element.classList.contains("lit")) takeBack(at);
  else choose(element.dataset.thing, element);
}

const choose = (key, element) => change(() => (picks.push({ key, element }), close()));
const takeBack = (at) => change(() => picks.splice(at, 1));
const reset = () => change(() => ([picks, verb] = [[], undefined], close()));

// Changes what is chosen, unless a move is on its way or the page asks something else.
function change(how) {
  if (isBusy() || isPaused) return;
  how();
  changed();
}

// Draws the choice, and asks which moves it makes of those that are not listed.
async function changed() {
  made = picks.length ? [] : choices.made;
  refuse("");
  let isStuck = draw();
  if (picks.length && choices.opens.some((kind) => mayMake(kind, taps()))) {
    const asked = taps().join(",");
    const answer = await source.made(asked);
    if (!answer.ok || isPaused || asked !== taps().join(",")) return;
    made = ((await answer.json())?.made ?? []).filter(({ move }) => !choices.moves.some((one) => one.move === move));
    if (made.length) isStuck = draw();
  }
  if (isStuck) refuse(STUCK);
}

// Keys -------------------------------------------------------------------------------------------

// One of the things can be reached by Tab; the arrows lead from it to the others, and so do letters to
// the next one whose name begins with them, also in a group that is closed. Enter chooses it.
const THING = ".tap, .spare .pick";
const PAUSE = 1000; // milliseconds after which letters begin another name
const stops = () => [...replay.querySelectorAll(THING)].filter((one) => one.checkVisibility());

export function oneStop() {
  const all = stops();
  const now = all.find((one) => one === document.activeElement) ?? all[0];
  for (const one of all) one.tabIndex = one === now ? 0 : -1;
}

replay.addEventListener("keydown", (event) => {
  if (!event.target.matches(THING)) return;
  const all = stops();
  const at = all.indexOf(event.target);
  const by = { ArrowUp: at - 1, ArrowLeft: at - 1, ArrowDown: at + 1, ArrowRight: at + 1, Home: 0, End: -1 };
  if (event.key in by || event.key === "Enter") last = NOTHING; // another name begins
  const found = event.key in by ? all.at(by[event.key] % all.length) : typed(event, [...all.slice(at), ...all.slice(0, at)]);
  if (!found) return;
  event.preventDefault();
  if (found.hidden) reveal(found);
  found.focus();
  oneStop();
});

const letters = (text) => text.toLowerCase().replace(/[ ,]/g, "");
const NOTHING = { text: "", time: 0 };
let last = NOTHING;

// The thing whose name is typed, with this key, looked for from `now` on, and among those that are hidden; undefined
// if none is called so.
function typed({ key, timeStamp: time, ctrlKey, altKey, metaKey }, [now, ...others]) {
  if (key.length > 1 || key === "?" || ctrlKey || altKey || metaKey || !letters(key)) return undefined;
  const text = `${time - last.time < PAUSE ? last.text : ""}${letters(key)}`;
  last = { text, time };
  const order = text.length > 1 ? [now, ...others] : [...others, now];
  return [...order, ...part("spare").querySelectorAll("[hidden]")].find((one) => letters(nameOf(one)).startsWith(text));
}

const nameOf = (one) => one.getAttribute("aria-label") ?? one.textContent;

// Another seat is shown, and what is lit there.
document.addEventListener("click", ({ target }) => target.closest(".strip-seat") && oneStop());

// Whether a key is an Escape that closes nothing else.
export const isEscape = ({ key }) => key === "Escape" && !document.querySelector("dialog[open], :popover-open");

document.addEventListener("keydown", (event) => {
  if (isEscape(event) && choices && (picks.length || verb)) reset();
});

// What has the focus: a thing, or a button that is drawn anew with what is chosen.
function focusedNow() {
  const one = document.activeElement;
  const at = stops().indexOf(one);
  const { verb: kind, group, within } = one.dataset;
  return at < 0 && !one.matches(".dock .pick, .dock .plays *") ? undefined : { key: keyOf(one), kind, group: group ?? within, at };
}

// Puts the focus there again, on its group, or on what now stands where it was; at the end, on the move to play.
function focusAgain(had) {
  if (!had) return;
  const all = stops();
  const isSame = (one) => (had.key && keyOf(one) === had.key) || (had.group && one.dataset.group === had.group);
  const same = all.find(isSame) ?? part("chosen").querySelector(`[data-verb="${had.kind}"]`);
  const near = all[Math.min(had.at, all.length - 1)];
  (same ?? (part("acts").querySelector("button") || near || all[0] || part("prompt")))?.focus();
  oneStop();
}

// Explaining -------------------------------------------------------------------------------------

// A thing in words, with the moves that name it now.
function described(key) {
  const isNamed = ({ verb: kind }) =>
    choices.moves.some((move) => move.verb === kind && move.parts.flat().includes(key)) ||
    choices.opens.some((open) => open.verb === kind && open.columns.flat().includes(key));
  const uses = choices.verbs.filter(isNamed).map(({ title: text, meaning }) => `${text}: ${meaning}`);
  return { ...names.get(key), uses };
}

// The thing that a button stands for.
function keyOf(one) {
  return one.closest("[data-thing]")?.dataset.thing ?? one.dataset.key;
}

explainWith((one) => {
  const key = choices && keyOf(one);
  if (key) return described(key);
  const kind = choices?.verbs.find((other) => other.verb === one.dataset.verb);
  return kind && { name: kind.title, uses: [kind.meaning] };
});
