// Moves that are tried: the judge in this browser knows them once it has started, and the service until then,
// and where the judge does not start or refuses. In a pasted log, which the service has not, only the judge does.
import { copy } from "./asides.js";
import { patiently } from "./calls.js";
import { part, replay } from "./dock.js";
import { ask, hasJudge, prepare } from "./judge.js";
import { movesOf, pasted, triedHere } from "./pasted.js";

const { address } = replay.dataset; // none of a pasted log
let log = address ? undefined : pasted(); // its text, and which record of it; of a replay, once the judge is ready

const facts = () => part("dock").dataset;
const longer = (move) => (facts().line ? `${facts().line};${move}` : move);

export async function prepareJudge() {
  if (log || !hasJudge(facts().judge ?? "")) return;
  try {
    const answer = await fetch(`${address}/record.cgn`);
    const text = answer.ok ? await answer.text() : undefined;
    await prepare();
    log = text && { log: text, record: 1 };
  } catch {
    // the service goes on
  }
}

// What the judge answers about a line; undefined if the service has to.
async function judged(question, line) {
  if (!log) return undefined;
  const asked = { ...question, ply: Number(facts().from), moves: movesOf(line), record: Number(log.record) };
  return ask(asked, log.log).catch(() => undefined);
}

// The answer with what may be tried next, with the moves that taps make: their keys with commas between.
export async function triedChoices(taps) {
  const found = await judged({ ask: "try", taps: taps.split(",") }, facts().line);
  if (found) return new Response(JSON.stringify(found.choices));
  if (!address) return Response.error();
  return patiently(() => fetch(`${facts().tries}/choices?${new URLSearchParams({ line: facts().line, taps })}`));
}

// The page after one more move, and its address; undefined if the move cannot be tried.
export const triedPage = (move) => pageOf(longer(move));

async function pageOf(line) {
  const { tries, root, keeps } = facts();
  const there = `${tries}${address ? "?" : "&"}${new URLSearchParams({ line })}`;
  const html = await judged({ ask: "try-page", root, replay: address, keeps: keeps !== undefined }, line);
  if (html) return { html, address: there };
  if (!address) return undefined;
  const answer = await patiently(() => fetch(there, { headers: { Accept: "text/html" } }));
  return answer.ok ? { html: await answer.text(), address: there } : undefined;
}

// Calls a function with the page of each line of a pasted log to which Undo, Back or Forward leads.
export function watchLine(show) {
  const line = () => triedHere().moves.join(";");
  const look = async () => {
    const found = await pageOf(line());
    if (found) show(found);
    else location.reload();
  };
  addEventListener("popstate", look);
  if (line() !== facts().line) look(); // Back was quicker than the scripts
}

// Has the link to the line copy it, where the browser can: over plain http, it downloads the text.
export function offerCopy() {
  const link = part("copy-line");
  if (!link || !navigator.clipboard) return;
  link.textContent = "Copy the line";
  link.addEventListener("click", (event) => {
    event.preventDefault();
    copy(decodeURIComponent(link.href.slice(link.href.indexOf(",") + 1)), "Line");
  });
}
