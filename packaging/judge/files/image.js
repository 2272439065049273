// Starts the judge from an image of its memory, which an earlier visit has kept in this browser: in less than half
// the time. Pyodide's options for that are not public, so whoever asks has to start plainly if anything goes wrong.
// The interpreter is not kept beside the image: Chromium keeps compiled code only of what it loads by HTTP.
import { HERE, SITE, answering, bytes, definition, interpreter, unpack } from "./start.js";

const CACHE = "cgn image";
const CORE = `${SITE}/msgspec/_core.cpython-314-wasm32-emscripten.so`;
const LONGEST = 10_000; // milliseconds in which the interpreter has to be there
const LEAST_MEMORY = 4; // gigabytes, as browsers tell it: an image takes 40 MB, and making one a second judge

// Another judge has another address; another browser may number the functions of the interpreter otherwise.
const key = () => `${new URL("image", HERE)}?${encodeURIComponent(navigator.userAgent)}`;

// Browsers keep it only for pages over HTTPS.
export const mayKeep = () => "caches" in globalThis && (navigator.deviceMemory ?? LEAST_MEMORY) >= LEAST_MEMORY;

// msgspec's library is loaded before all else, so that it lies at the same address at every start; then the memory
// grows to the size of the image.
async function createPyodideModule(settings) {
  const { default: factory } = await import("./pyodide.asm.mjs"); // a megabyte, which loads beside the image
  settings.dynamicLibraries = [CORE];
  settings.locateFile = (name) => new URL(name.split("/").pop(), HERE).href;
  const module = await factory(settings);
  while (module.HEAP8.length < (settings.INITIAL_MEMORY ?? 0) - 65536) module._malloc(1 << 20);
  return module;
}

function within(time, promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error("this takes too long")), time))]);
}

// The function that answers, as `start` returns it; undefined if there is no image. Throws if it is of no use; then
// it is forgotten.
export async function restore() {
  const kept = await (await caches.open(CACHE)).match(key());
  if (!kept) return undefined;
  try {
    const archives = ["judge.zip", "drawing.zip"].map(bytes); // the image has no files
    const image = kept.arrayBuffer().then((found) => new Uint8Array(found));
    const python = await within(LONGEST, interpreter({ createPyodideModule, _loadSnapshot: image }));
    for (const archive of archives) unpack(python, await archive);
    const answer = answering(python, () => undefined);
    await answer({ ask: "check" }, "[CGN]");
    return answer;
  } catch (error) {
    await forget();
    throw error;
  }
}

const forget = () => caches.delete(CACHE);

// What the judge has done before its image is kept, so that it is quick at once: games, templates, and what explains
// a mistake are loaded.
const WARM = `
from cgn.engines.registry import usable_games
from cgn.pages.start import EXAMPLE
usable_games()
log = EXAMPLE.encode()
for ask, question in ((ask_replays, '{"ask":"check"}'), (ask_pages, '{"ask":"page","root":""}')):
    ask(question, type("Log", (), {"to_bytes": lambda self: log})())
del ask, question, log, usable_games, EXAMPLE
import gc
gc.collect()
`;

// Keeps an image of a judge that is started for it, unless there is one, in the place of older ones.
export async function keep() {
  if (await (await caches.open(CACHE)).match(key())) return;
  const python = await interpreter({ createPyodideModule, _makeSnapshot: true });
  for (const name of ["judge.zip", "drawing.zip"]) unpack(python, await bytes(name));
  for (const code of [definition("replays"), definition("pages"), WARM]) python.runPython(code);
  const image = python.makeMemorySnapshot();
  await forget();
  await (await caches.open(CACHE)).put(key(), new Response(image));
}
