// Asks a judge that runs in a worker, one question after another. It starts with the first one. A worker that takes
// too long is ended; the next question starts another.
const LONGEST = 20_000; // milliseconds for an answer: a search among unseen cards may take longer

// Why there is no answer. `kind` is `refused` if the judge says so, with the `code` of what is wrong with the record
// or the name of the `deck` that is missing; otherwise `failed`, `timeout` or `closed`.
export class JudgeProblem extends Error {
  constructor(kind, message, { code = null, deck = null } = {}) {
    super(message);
    this.name = "JudgeProblem";
    Object.assign(this, { kind, code, deck });
  }
}

// Starts the worker at an address in a browser; as an Asker takes it.
export const inBrowser = (address) => (hear, fail) => {
  const running = new Worker(address, { type: "module" });
  running.onmessage = ({ data }) => hear(data);
  running.onerror = (event) => fail(event.message || "the judge does not start");
  return { post: (message) => running.postMessage(message), end: () => running.terminate() };
};

export class Asker {
  #open;
  #longest;
  #worker;
  #before = Promise.resolve(); // settles when the question before the next one is answered
  #isClosed = false;

  // `open` starts a worker. It takes what hears its messages and what hears why it fails, and returns how to `post`
  // messages to it and how to `end` it.
  constructor(open, longest = LONGEST) {
    this.#open = open;
    this.#longest = longest;
  }

  // Resolves once the judge has started.
  async prepare() {
    if (this.#isClosed) throw new JudgeProblem("closed", "the judge is closed");
    const worker = (this.#worker ??= this.#start());
    await worker.ready;
    return worker;
  }

  // The answer to a question about a log. Throws a JudgeProblem.
  ask(question, log) {
    const answer = this.#before.then(() => this.#answer(question, log));
    this.#before = answer.catch(() => undefined);
    return answer;
  }

  // Ends the worker. Whoever waits for an answer, or asks later, gets a JudgeProblem.
  close() {
    this.#isClosed = true;
    this.#worker?.end("closed", "the judge is closed");
  }

  #start() {
    const worker = {};
    const ended = new Promise((_, reject) => {
      worker.end = (kind, message) => {
        if (this.#worker === worker) this.#worker = undefined;
        worker.running.end();
        reject(new JudgeProblem(kind, message));
      };
    });
    ended.catch(() => undefined); // while nobody waits for an answer
    const fail = (reason) => worker.end("failed", reason);
    worker.heard = () => Promise.race([ended, new Promise((resolve) => (worker.hear = resolve))]);
    worker.ready = worker.heard();
    try {
      worker.running = this.#open((message) => (message.failed ? fail(message.failed) : worker.hear(message)), fail);
    } catch (error) {
      throw new JudgeProblem("failed", error.message); // a worker of another origin
    }
    return worker;
  }

  async #answer(question, log) {
    const worker = await this.prepare();
    const timer = setTimeout(() => worker.end("timeout", "this takes the judge too long"), this.#longest);
    try {
      const heard = worker.heard();
      worker.running.post({ question, log });
      const { answer, error, ...more } = await heard;
      if (error !== undefined) throw new JudgeProblem("refused", error, more);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }
}
