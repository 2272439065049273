// Plays by touch: sends what was chosen, and shows the table as it is now.
import { came } from "./came.js";
import { deliver, lostCall, read } from "./calls.js";
import { offer, unlit } from "./choosing.js";
import { holdHand, isBusy, part, putHandBack, refuse, replay, setBusy, watchHeight } from "./dock.js";
import { fit, fitAgain, fontsLoaded, keep } from "./fit.js";
import { follow } from "./live.js";
import { reveal, stage } from "./stage.js";
import { offerCopy, prepareJudge, triedChoices, triedPage, watchLine } from "./trying.js";

const LOOK = 100; // milliseconds between two looks whether a call is answered, before a change is shown

const { address } = replay.dataset;
const { tries } = part("dock").dataset; // where moves are tried instead of played

const facts = () => part("dock").dataset;

// Reads what may be chosen, after the page was loaded or renewed.
function open() {
  const data = part("choices")?.textContent;
  const choices = data ? unpacked(JSON.parse(data)) : undefined;
  if (!tries) part("undo")?.addEventListener("submit", sending(takeBack));
  part("write")?.querySelector("form")?.addEventListener("submit", sending(write));
  offerCopy();
  holdHand();
  watchHeight();
  offer(choices, tries ? tried : played(choices));
  if (replay.querySelector(".tap")) part("hint")?.removeAttribute("hidden");
}

// The choices of the page, in which moves name things by their numbers.
function unpacked(found) {
  const keys = [...found.things, ...found.deck].map(({ key }) => key);
  const named = (move, verb, parts) => ({ move, verb, parts: parts.map((part) => part.map((at) => keys[at])) });
  return { ...found, moves: found.moves.map((move) => named(...move)) };
}

// Sending ----------------------------------------------------------------------------------------

// Who knows the rules of the table. With real cards, whoever writes says which ones a move turned up.
const played = (choices) => ({
  made: (taps) => read("choices", { taps, answers: facts().answers }),
  async play(move) {
    const { seat, deck } = choices;
    if (!deck.length) return send("plies", { seat, move });
    setBusy(true);
    const answer = await read("reveals", { seat, move });
    setBusy(false);
    const cards = answer.ok ? await answer.json() : [];
    const reveals = await came(cards, deck);
    return reveals && send("plies", { seat, move, ...(reveals.length && { reveals }) });
  },
});

// Sends a form without leaving the page, unless a call is under way.
const sending = (how) => (event) => {
  event.preventDefault();
  if (!isBusy()) how(new FormData(event.target));
};

const send = (call, body) => submit({ call, version: facts().version, bytes: JSON.stringify(body) });
const takeBack = (form) => send("takebacks", { to: Number(form.get("to")) });

// The service reads a move that was written, and what came with it, as it does where there are no scripts.
const write = (form) =>
  submit({ call: "plies", version: form.get("version"), bytes: `${new URLSearchParams(form)}`, type: "application/x-www-form-urlencoded" });

async function submit(call) {
  setBusy(true);
  const answer = await deliver(call);
  const { detail, diagnostics } = await answer.json().catch(() => ({ detail: answer.statusText }));
  if (answer.status !== 422) await renew(); // after a refusal, what was chosen stays
  setBusy(false);
  if (answer.status === 412) refuse("Somebody else was faster: this is the table now.");
  else if (!answer.ok) refuse(diagnostics ? worded(diagnostics[0]) : detail);
}

const worded = ({ message, help }) => `${message[0].toUpperCase()}${message.slice(1)}.${help ? ` ${help}` : ""}`;

// Trying -----------------------------------------------------------------------------------------

// Who knows what may be tried after a line of moves, and the page after one more.
const tried = {
  made: triedChoices,
  async play(move) {
    setBusy(true);
    const found = await triedPage(move);
    if (found) showTried(found);
    setBusy(false);
    if (!found) refuse("This move cannot be tried.");
  },
};

function showTried({ html, address: there }) {
  replaceWith(new DOMParser().parseFromString(html, "text/html"));
  history.replaceState(null, "", there);
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
  unlit();
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
  stage(now, before, facts().own || facts().due[0]);
  keep();
  reveal();
}

open();
await fontsLoaded();
fit();
show(regions(), new Map());
fitAgain(() => show(regions(), new Map()));
if (facts().answers) part("prompt").focus({ preventScroll: true }); // a link of the dock led here
const lost = lostCall();
if (lost) submit(lost);
if (tries) {
  prepareJudge();
  if (!address) watchLine(showTried);
} else follow(`${address}/version`, async ({ version }) => {
  while (isBusy()) await new Promise((done) => setTimeout(done, LOOK));
  if (version > Number(facts().version)) await renew(); // an answer may come late
  return false;
}, () => {});
