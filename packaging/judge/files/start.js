// Starts the judge: Pyodide with the archives beside this file, in a worker or in Node.
import { loadPyodide } from "./pyodide.mjs";

const isNode = typeof process === "object" && Boolean(process.versions?.node);
export const SITE = "/lib/python3.14/site-packages";
export const HERE = new URL("./", import.meta.url);

export async function bytes(name) {
  const address = new URL(name, HERE);
  if (isNode) return new Uint8Array(await (await import("node:fs/promises")).readFile(address));
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function folder() {
  return isNode ? (await import("node:url")).fileURLToPath(HERE) : HERE.href;
}

// The interpreter, with options of Pyodide's.
export async function interpreter(options = {}) {
  const indexURL = await folder();
  return loadPyodide({ indexURL, stdLibURL: `${indexURL}python.zip`, ...options });
}

const FILE = 0x04034b50; // what each file in an archive begins with
const utf8 = new TextDecoder();

// Puts the files of an archive to where Python looks for packages. They stand in it as they are, so that this takes a
// tenth of the time that Python takes to unpack it.
export function unpack({ FS }, archive) {
  const look = new DataView(archive.buffer);
  for (let at = 0; look.getUint32(at, true) === FILE; ) {
    const name = at + 30;
    const extra = name + look.getUint16(at + 26, true);
    const data = extra + look.getUint16(at + 28, true);
    const path = `${SITE}/${utf8.decode(archive.subarray(name, extra))}`;
    at = data + look.getUint32(at + 18, true);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, archive.subarray(data, at), { canOwn: true });
  }
}

// The name of the function with which Python answers questions about a room, and what defines it.
export const asking = (room) => `ask_${room}`;
export const definition = (room) => `
from cgn.${room}.questions import answer
def ${asking(room)}(question, log, answer=answer):
    return answer(question.encode(), log.to_bytes()).decode()
del answer
`;

// The function that answers: it takes a question, and a log as text or bytes, and returns the answer. `ready`
// brings a room before it is first asked.
export function answering(python, ready) {
  return async (question, log) => {
    const room = question.ask.endsWith("page") ? "pages" : "replays";
    await ready(room);
    const ask = python.globals.get(asking(room));
    const sent = typeof log === "string" ? new TextEncoder().encode(log) : new Uint8Array(log);
    const { answer, error } = JSON.parse(ask(JSON.stringify(question), sent));
    ask.destroy();
    if (error) throw Object.assign(new Error(error.message), { code: error.code, deck: error.deck });
    return answer;
  };
}

// Starts the judge, with options of Pyodide's; the drawing is loaded when it is first asked for.
export async function start(options) {
  const judge = bytes("judge.zip"); // beside the interpreter
  const python = await interpreter(options);
  unpack(python, await judge);
  python.runPython(definition("replays"));
  let drawing;
  const draw = async () => {
    unpack(python, await bytes("drawing.zip"));
    python.runPython(definition("pages"));
  };
  return answering(python, (room) => room === "pages" && (drawing ??= draw()));
}

// Answers one question of a page after another. `begin` starts the judge, and returns the function that answers.
export function serve(begin) {
  const judge = begin();
  judge.catch((error) => postMessage({ failed: String(error) }));
  globalThis.onmessage = async ({ data: { number, question, log } }) => {
    try {
      postMessage({ number, answer: await (await judge)(question, log) });
    } catch (error) {
      postMessage({ number, error: error.message, code: error.code, deck: error.deck });
    }
  };
}
