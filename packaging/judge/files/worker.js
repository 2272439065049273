// The worker of a page: answers one question after another.
import { start } from "./start.js";

const judge = start();
judge.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ failed: String(error) }),
);

onmessage = async ({ data: { number, question, log } }) => {
  try {
    postMessage({ number, answer: await (await judge)(question, log) });
  } catch (error) {
    postMessage({ number, error: error.message, deck: error.deck });
  }
};
