// Plays by touch: the things that moves name light up, and what names all that was touched can be
// played. Knows no game: replays/view/choices.py says what each move names.
import { stored, store } from "./film.js";
import { fit, fitAgain, keep } from "./fit.js";
import { follow } from "./live.js";
import { reveal, stage } from "./stage.js";
import { left } from "./taps.js";
import "./words.js";

const PHONE = "(max-width: 720px)";
const RETRY = [1000, 2000, 4000, 8000, 15000]; // milliseconds until a call that was lost is sent again
const MOST_BUTTONS = 6;

const replay = document.querySelector(".replay");
const { address } = replay.dataset;
const { tries } = document.getElementById("dock").dataset; // where moves are tried instead of played
const kept = `sending ${address}`; // the key of a call that is not answered yet

let dock, choices, names, prompt, picks, verb, made, sending = false;

const part = (id) => document.getElementById(id);

function button(className, text, act) {
  const one = Object.assign(document.createElement("button"), { type: "button", className, textContent: text });
  one.addEventListener("click", act);
  return one;
}

// Reads what may be chosen, after the page was loaded or renewed.
function open() {
  dock = part("dock");
  const data = part("choices")?.textContent;
  choices = data ? JSON.parse(data) : undefined;
  names = new Map([...(choices?.things ?? []), ...(choices?.deck ?? [])].map((thing) => [thing.key, thing]));
  prompt = [...part("prompt").childNodes];
  [picks, made, verb] = [[], choices?.made ?? [], undefined];
  if (!tries) part("undo")?.addEventListener("submit", takeBack);
  holdHand();
  covered.disconnect();
  covered.observe(dock);
  replay.classList.remove("choosing");
  if (choices) draw();
}

// What the dock covers of the page can be scrolled to.
const covered = new ResizeObserver(() => {
  replay.style.paddingBottom = getComputedStyle(dock).position === "fixed" ? `${dock.offsetHeight + 24}px` : "";
});

// On a phone the hand of the seat that plays lies in the dock, under the thumb; a mark keeps its place.
const mark = document.createComment("hand");

function holdHand() {
  const hand = dock.dataset.own && part(`zone-hand-${dock.dataset.own}`);
  if (!hand || !matchMedia(PHONE).matches) return;
  hand.before(mark);
  part("held").replaceChildren(hand);
}

function putHandBack() {
  const hand = part("held").firstElementChild;
  if (hand) mark.replaceWith(hand);
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
const title = (key) => names.get(key)?.name ?? key;
const spoken = ({ name, where }) => (where ? `${name}, ${where}` : name);

// Draws what is lit, what is chosen, and what may be played.
function draw() {
  part("prompt").replaceChildren(...prompt.map((node) => node.cloneNode(true)));
  const { lit, ready, verbs } = left(choices, taps(), verb);
  const moves = [...ready, ...made.filter((one) => !verb || one.verb === verb)];
  const focused = document.activeElement.closest?.("[data-thing]")?.dataset.thing;
  for (const tap of replay.querySelectorAll(".tap")) unlight(tap.parentElement);
  const spare = [];
  for (const key of lit) {
    const found = places(names.get(key));
    const free = found.filter((element) => !names.get(key).cards || !picks.some((pick) => pick.element === element));
    for (const element of free) light(element, key);
    if (!found.length) spare.push(chip(key));
  }
  for (const { element, key } of picks) if (element) light(element, key, picks.filter((pick) => pick.element === element).length);
  fill("spare", spare);
  fill("chosen", [...picks.map(chosen), ...filters(verbs, moves, lit), ...(picks.length || verb ? [button("pick clear", "Clear", reset)] : [])]);
  fill("acts", moves.slice(0, MOST_BUTTONS).map((one) => playButton(one, moves)));
  for (const seat of document.querySelectorAll(".strip-seat")) {
    const hidden = part(`seat-${seat.id.slice("strip-".length)}`);
    seat.classList.toggle("leads", !hidden?.checkVisibility() && Boolean(hidden?.querySelector(".lit")));
  }
  part("undo")?.toggleAttribute("hidden", picks.length > 0);
  replay.classList.toggle("choosing", picks.length > 0 || verb !== undefined);
  tell(moves, lit);
  oneStop();
  if (focused) (replay.querySelector(`[data-thing="${CSS.escape(focused)}"] .tap`) ?? part("acts").querySelector("button") ?? replay.querySelector(".tap"))?.focus();
}

// Shows these buttons. One that is there already stays, lest a touch on it be lost.
function fill(id, buttons) {
  const box = part(id);
  const known = new Map([...box.children].map((one) => [one.outerHTML, one]));
  const shown = buttons.map((one) => known.get(one.outerHTML) ?? one);
  if (shown.length !== box.children.length || shown.some((one, at) => one !== box.children[at])) box.replaceChildren(...shown);
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

// A thing that is drawn nowhere: a word, or a kind of card that a hand may hold.
function chip(key, act = () => choose(key)) {
  const { name, left: number } = names.get(key);
  const one = button(`pick ${colour(key)}`, name, act);
  one.dataset.key = key;
  if (number) one.append(" ", Object.assign(document.createElement("small"), { textContent: `×${number}` }));
  return one;
}

function chosen({ key }, at) {
  const one = button(`pick chosen-one ${colour(key)}`, title(key), () => (picks.splice(at, 1), changed()));
  one.setAttribute("aria-label", `${title(key)}: take back`);
  one.dataset.at = at;
  return one;
}

// The class with the colour of a card's code, if the game has one.
function colour(key) {
  const code = key.split("/")[1];
  return code && replay.querySelector(`.c-${CSS.escape(code)}`) ? `c-${code}` : "";
}

// Buttons that leave only the moves of one verb, where there are several.
function filters(verbs, moves, lit) {
  const others = choices.verbs.filter((one) => verbs.has(one.verb) && !moves.some((move) => move.verb === one.verb));
  if (!lit.size || (others.length + moves.length < 2 && !verb)) return [];
  return others.map((one) => {
    const filter = button(`pick verb${one.verb === verb ? " on" : ""}`, one.title, () => {
      verb = one.verb === verb ? undefined : one.verb;
      changed();
    });
    filter.setAttribute("aria-pressed", one.verb === verb);
    filter.title = one.meaning;
    return filter;
  });
}

function playButton({ move, verb: kind }, moves) {
  const { title: text, meaning } = choices.verbs.find((one) => one.verb === kind);
  const one = button("button primary", text, () => play(move));
  if (moves.filter((other) => other.verb === kind).length > 1) {
    one.append(" ", Object.assign(document.createElement("small"), { textContent: move.slice(kind.length) }));
  }
  one.title = meaning;
  one.dataset.move = move;
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
  if (sending) return;
  const at = picks.findIndex((pick) => pick.element === element);
  if (at >= 0 && !element.classList.contains("lit")) picks.splice(at, 1);
  else return choose(element.dataset.thing, element);
  return changed();
}

function choose(key, element) {
  picks.push({ key, element });
  return changed();
}

function reset() {
  [picks, verb] = [[], undefined];
  return changed();
}

// Draws the choice, and asks which moves it makes of those that are not listed.
async function changed() {
  made = picks.length ? [] : choices.made;
  refuse("");
  draw();
  if (!choices.opens.length || !picks.length) return;
  const asked = taps().join(",");
  const answer = await (tries ? source.choices(dock.dataset.line, asked) : read("choices", { taps: asked, answers: dock.dataset.answers }));
  if (!answer.ok || asked !== taps().join(",")) return;
  made = ((await answer.json())?.made ?? []).filter(({ move }) => !choices.moves.some((one) => one.move === move));
  if (made.length) draw();
}

// One of the things can be reached by Tab; the arrows lead from it to the others, Enter chooses it.
const stops = () => [...replay.querySelectorAll(".tap")].filter((tap) => tap.checkVisibility());

function oneStop() {
  const all = stops();
  const now = all.find((tap) => tap === document.activeElement) ?? all[0];
  for (const tap of all) tap.tabIndex = tap === now ? 0 : -1;
}

replay.addEventListener("keydown", (event) => {
  const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
  if (!by || !event.target.matches(".tap")) return;
  event.preventDefault();
  const all = stops();
  all[(all.indexOf(event.target) + by + all.length) % all.length].focus();
  oneStop();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && choices && (picks.length || verb)) reset();
});

// Sending ----------------------------------------------------------------------------------------

// At a table with real cards, whoever writes says which cards a move turned up.
async function play(move) {
  const { seat, deck } = choices;
  if (tries) return attempt(move);
  if (!deck.length) return send("plies", { seat, move });
  const answer = await read("reveals", { seat, move });
  const cards = answer.ok ? await answer.json() : [];
  const reveals = await came(cards);
  return reveals && send("plies", { seat, move, ...(reveals.length && { reveals }) });
}

// Asks for each card that nobody has told yet. Resolves to all of them, `_` for one that whoever
// writes did not see; to nothing if the move is not played after all.
async function came(cards) {
  const found = cards.map(({ card }) => card);
  for (const [at, { seat }] of cards.entries()) {
    if (found[at] !== null) continue;
    const answer = await askFor(found.filter((one) => one === null).length, seat);
    if (answer === undefined) {
      draw();
      return undefined;
    }
    if (answer) found[at] = answer;
    else cards.forEach((other, n) => (found[n] ??= other.seat === seat ? "_" : null));
  }
  return found;
}

// Asks for one card: its code, an empty text if nobody here saw it, nothing to go back.
function askFor(more, seat) {
  return new Promise((done) => {
    const player = seat && document.querySelector(`#strip-${seat} .name`)?.textContent;
    const whose = player ? `Which card did ${player} draw?` : "Which card came?";
    part("prompt").textContent = more > 1 ? `${whose} ${more} to go` : whose;
    part("chosen").replaceChildren();
    part("spare").replaceChildren(...choices.deck.map(({ key }) => chip(key, () => done(key.split("/")[1]))));
    const unseen = player ? `Only ${player} saw ${more > 1 ? "them" : "it"}` : "Nobody here saw it";
    part("acts").replaceChildren(button("button", "Back", () => done(undefined)), button("button primary", unseen, () => done("")));
  });
}

function takeBack(event) {
  event.preventDefault();
  send("takebacks", { to: Number(new FormData(event.target).get("to")) });
}

const send = (call, body) => deliver({ call, version: dock.dataset.version, bytes: JSON.stringify(body) });

// Sends a call, and again until it is answered: the same bytes on the same version are one call, so
// nothing is played twice. It is kept, for the case that the page is closed meanwhile.
async function deliver(call) {
  sending = true;
  dock.classList.add("busy");
  store("localStorage", kept, JSON.stringify(call));
  const answer = await answered(call);
  localStorage.removeItem(kept);
  const { detail, diagnostics } = await answer.json().catch(() => ({ detail: answer.statusText }));
  if (answer.status !== 422) await renew(); // after a refusal, what was chosen stays
  sending = false;
  dock.classList.remove("busy");
  if (answer.status === 412) refuse("Somebody else was faster: this is the table now.");
  else if (!answer.ok) refuse(diagnostics ? worded(diagnostics[0]) : detail);
}

function answered({ call, version, bytes }) {
  const headers = { "Content-Type": "application/json", "If-Match": `"v${version}"` };
  return patiently(() => fetch(`${address}/${call}`, { method: "POST", headers, body: bytes }), "Your move is kept, and sent again.");
}

const read = (what, query) => patiently(() => fetch(`${address}/${what}?${new URLSearchParams(query)}`), "It is asked again.");

// The answer to a request, which is repeated as long as it, or its answer, is lost.
async function patiently(request, then) {
  for (let tries = 0; ; tries += 1) {
    const answer = await request().catch(() => undefined);
    if (answer && (answer.status < 502 || answer.status > 504)) {
      if (tries) refuse("");
      return answer;
    }
    refuse(`No connection. ${then}`);
    await new Promise((done) => setTimeout(done, RETRY[Math.min(tries, RETRY.length - 1)]));
  }
}

const worded = ({ message, help }) => `${message[0].toUpperCase()}${message.slice(1)}.${help ? ` ${help}` : ""}`;

function refuse(text) {
  part("said").textContent = text;
}

// Trying -----------------------------------------------------------------------------------------

// Who knows the rules: what may be tried after a line of moves, and the page after one more.
const source = {
  choices: (line, taps) => fetch(`${tries}/choices?${new URLSearchParams({ line, taps })}`),
  play: (line, move) => fetch(`${tries}?${new URLSearchParams({ line: line ? `${line};${move}` : move })}`, { headers: { Accept: "text/html" } }),
};

async function attempt(move) {
  sending = true;
  dock.classList.add("busy");
  const answer = await patiently(() => source.play(dock.dataset.line, move), "It is asked again.");
  if (answer.ok) {
    replaceWith(new DOMParser().parseFromString(await answer.text(), "text/html"));
    history.replaceState(null, "", answer.url);
  }
  sending = false;
  dock.classList.remove("busy");
  if (!answer.ok) refuse("This move cannot be tried.");
}

// Renewing ---------------------------------------------------------------------------------------

const REGIONS = "[id^=zone-], [id^=head-], [id^=strip-], #sentence";
const regions = () => new Map([...document.querySelectorAll(REGIONS)].map((region) => [region.id, region.outerHTML]));

// Shows the table as it is now, or its replay once the game has ended.
async function renew() {
  const answer = await fetch(`${address}/play`, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!answer) return undefined;
  if (!new URL(answer.url).pathname.endsWith("/play")) return location.assign(answer.url);
  return replaceWith(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

function replaceWith(fresh) {
  if (choices) for (const tap of replay.querySelectorAll(".tap")) unlight(tap.parentElement);
  putHandBack();
  const before = regions();
  for (const region of fresh.querySelectorAll(REGIONS)) {
    if (!region.closest(".copy") && before.get(region.id) !== region.outerHTML) part(region.id)?.replaceWith(region);
  }
  for (const id of ["dock", "moves", "write", "tried"]) part(id)?.replaceWith(fresh.getElementById(id));
  replay.dataset.ply = fresh.querySelector(".replay").dataset.ply;
  const after = regions();
  open();
  show(after, before);
  if (document.activeElement === document.body) part("prompt").focus({ preventScroll: true });
}

// The seat that plays comes first, with what the last ply changed.
function show(now, before) {
  stage(now, before, dock.dataset.own || dock.dataset.due[0]);
  keep();
  reveal();
}

open();
await document.fonts.ready;
fit();
show(regions(), new Map());
fitAgain(() => show(regions(), new Map()));
const lost = JSON.parse(stored("localStorage", kept) ?? "null");
if (lost) deliver(lost);
if (!tries) follow(replay.dataset.live, async ({ version }) => {
  if (!sending && version > Number(dock.dataset.version)) await renew(); // an answer may come late
  return false;
}, () => {});
