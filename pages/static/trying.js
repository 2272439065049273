// Moves that are tried: the judge in this browser knows them once it has started, and the service until then,
// and where the judge does not start or refuses.
import { patiently } from "./calls.js";
import { part, replay } from "./dock.js";
import { ask, hasJudge, prepare } from "./judge.js";

const BETWEEN = ";";
let record; // the text of the replay, once the judge is ready for it

const facts = () => part("dock").dataset;
const longer = (move) => (facts().line ? `${facts().line}${BETWEEN}${move}` : move);

export async function prepareJudge() {
  if (!hasJudge(facts().judge ?? "")) return;
  try {
    const answer = await fetch(`${replay.dataset.address}/record.cgn`);
    const text = answer.ok ? await answer.text() : undefined;
    await prepare();
    record = text;
  } catch {
    // the service goes on
  }
}

// What the judge answers about a line; undefined if the service has to.
async function judged(question, line) {
  if (record === undefined) return undefined;
  const moves = line ? line.split(BETWEEN) : [];
  return ask({ ...question, ply: Number(facts().from), moves }, record).catch(() => undefined);
}

// The answer with what may be tried next, with the moves that taps make: their keys with commas between.
export async function triedChoices(taps) {
  const found = await judged({ ask: "try", taps: taps.split(",") }, facts().line);
  if (found) return new Response(JSON.stringify(found.choices));
  return patiently(() => fetch(`${facts().tries}/choices?${new URLSearchParams({ line: facts().line, taps })}`));
}

// The page after one more move, and its address; undefined if the move cannot be tried.
export async function triedPage(move) {
  const { tries, root, keeps } = facts();
  const line = longer(move);
  const address = `${tries}?${new URLSearchParams({ line })}`;
  const question = { ask: "try-page", root, replay: replay.dataset.address, keeps: keeps !== undefined };
  const html = await judged(question, line);
  if (html) return { html, address };
  const answer = await patiently(() => fetch(address, { headers: { Accept: "text/html" } }));
  return answer.ok ? { html: await answer.text(), address } : undefined;
}
