/** The judge in Node. */
import { Worker } from "node:worker_threads";
import { Questions } from "./questions.js";

export { JudgeProblem } from "./questions.js";

function open(hear, fail) {
  const running = new Worker(new URL("node-worker.js", import.meta.url));
  running.on("message", hear);
  running.on("error", (error) => fail(error.message));
  return { post: (message) => running.postMessage(message), end: () => running.terminate() };
}

export class Judge extends Questions {
  constructor({ longest } = {}) {
    super(open, longest);
  }
}
