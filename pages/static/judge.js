// The judge: a worker that checks logs with the service's own code, so that they need not be sent. It
// starts when it is first asked for, and stays for as long as the page does.
const LONGEST = 20_000; // milliseconds for an answer: a search among unseen cards may take longer
let folder = "";
let worker;
let count = 0;
const waiting = new Map();

// Whether there is a judge: its files lie at this address, which a page from the judge itself has not.
export function hasJudge(address) {
  folder ||= address;
  return folder !== "";
}

function start() {
  let begun;
  const ready = new Promise((resolve, reject) => (begun = { resolve, reject }));
  const running = new Worker(`${folder}worker.js`, { type: "module" });
  running.onerror = (event) => {
    begun.reject(new Error(event.message || "the judge does not start"));
    end(running, "the judge has stopped");
  };
  running.onmessage = ({ data }) => {
    if (data.ready) return begun.resolve();
    if (data.failed) return begun.reject(new Error(data.failed));
    const { resolve, reject, timer } = waiting.get(data.number);
    waiting.delete(data.number);
    clearTimeout(timer);
    if (data.error === undefined) resolve(data.answer);
    else reject(Object.assign(new Error(data.error), { deck: data.deck }));
  };
  return { running, ready };
}

// Ends the worker, and what it was asked; the next question starts another one.
function end(running, reason) {
  running.terminate();
  if (worker?.running !== running) return;
  worker = undefined;
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(new Error(reason));
  }
  waiting.clear();
}

// Resolves once the judge has started.
export function prepare() {
  worker ??= start();
  return worker.ready;
}

async function answered(question, log) {
  worker ??= start();
  const { running, ready } = worker;
  try {
    await ready;
  } catch (error) {
    end(running, error.message);
    throw error;
  }
  return new Promise((resolve, reject) => {
    const number = (count += 1);
    const timer = setTimeout(() => end(running, "this takes the judge too long"), LONGEST);
    waiting.set(number, { resolve, reject, timer });
    running.postMessage({ number, question, log });
  });
}

// The answer to a question about a log. A deck that is missing comes from the service, by its name; it
// is all that the service hears of.
export async function ask(question, log) {
  try {
    return await answered(question, log);
  } catch (error) {
    if (!error.deck) throw error;
    const answer = await fetch(`${folder}../../../v1/decks/${error.deck}`);
    if (!answer.ok) throw error;
    return answered({ ...question, decks: [await answer.text()] }, log);
  }
}
