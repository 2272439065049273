// Starts the judge: Pyodide with the archives beside this file, in a worker or in Node.
import { loadPyodide } from "./pyodide.mjs";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
const SITE = "/lib/python3.14/site-packages";
const HERE = new URL("./", import.meta.url);

async function bytes(name) {
  const address = new URL(name, HERE);
  if (isNode) return new Uint8Array(await (await import("node:fs/promises")).readFile(address));
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function folder() {
  return isNode ? (await import("node:url")).fileURLToPath(HERE) : HERE.href;
}

// The function that answers: it takes a question, and a log as text or bytes, and returns the answer.
// The drawing is loaded when it is first asked for.
export async function start() {
  const judge = bytes("judge.zip"); // beside the interpreter
  const indexURL = await folder();
  const python = await loadPyodide({ indexURL, stdLibURL: `${indexURL}python.zip` });
  const unpack = (archive) => python.unpackArchive(archive, "zip", { extractDir: SITE });
  unpack(await judge);
  const asking = (room) =>
    python.runPython(`
from cgn.${room}.questions import answer
lambda question, log, answer=answer: answer(question.encode(), log.to_bytes()).decode()
`);
  const rules = asking("replays");
  let drawing;
  const draw = async () => {
    unpack(await bytes("drawing.zip"));
    return asking("pages");
  };
  return async (question, log) => {
    const ask = question.ask.endsWith("page") ? await (drawing ??= draw()) : rules;
    const sent = typeof log === "string" ? new TextEncoder().encode(log) : new Uint8Array(log);
    const { answer, error } = JSON.parse(ask(JSON.stringify(question), sent));
    if (error) throw Object.assign(new Error(error.message), { deck: error.deck });
    return answer;
  };
}
