/** Runs the worker of the page in a thread of Node, where it finds what it finds in a browser. */
import { parentPort } from "node:worker_threads";

Object.assign(globalThis, {
  self: globalThis,
  onmessage: null, // which the worker sets
  postMessage: (message) => parentPort.postMessage(message),
});
await import("./judge/worker.js");
parentPort.on("message", (data) => globalThis.onmessage({ data }));
