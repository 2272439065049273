// An exported file that has its judge with it: checks the record that stands in it, and tries other moves. Nothing is
// started before it is asked for, and nothing is ever loaded.
import { say, showDetail } from "./asides.js";
import { Asker } from "./asking.js";
import { ask } from "./judge.js";
import { keepPasted, triedHere } from "./pasted.js";
import { replacePage, unpacked } from "./unsent.js";

const WORKER = "worker.js";
const STARTING = "The rules are being started: this takes some seconds";
const AGAIN = 2_000; // milliseconds until it is said again, since a notice fades
const LONGEST_SCRIPT = 4 << 20; // bytes
const button = document.getElementById("check");
const text = (id) => document.getElementById(id).textContent;

// The judge, and the record as text. Its files are read once, while they stand in the page.
let started;
const start = () => (started ??= open());

async function open() {
  const files = {};
  for (const { dataset, textContent } of document.querySelectorAll("[data-judge]")) files[dataset.judge] = textContent;
  const [log, deck] = await Promise.all(["record", "deck"].map((id) => text(id) && unpacked(text(id))));
  const script = await unpacked(files[WORKER], LONGEST_SCRIPT);
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const asker = new Asker((hear, fail) => {
    const running = new Worker(address);
    running.onmessage = ({ data }) => hear(data);
    running.onerror = (event) => fail(event.message || "the judge does not start");
    running.postMessage(files);
    return { post: (message) => running.postMessage(message), end: () => running.terminate() };
  });
  const decks = deck ? [deck] : [];
  globalThis.broughtJudge = { ask: (question, asked) => asker.ask({ ...question, decks }, asked) };
  return log;
}

// Does what needs the judge, and says so if that fails.
async function withJudge(act) {
  button.disabled = true;
  say(STARTING);
  const repeating = setInterval(() => say(STARTING), AGAIN);
  try {
    await act(await start());
  } catch (error) {
    say(`This browser cannot do it: ${error.message}`);
  } finally {
    clearInterval(repeating);
    button.disabled = false;
  }
}

async function check(log) {
  const said = await ask({ ask: "verdict-page" }, log);
  showDetail(new DOMParser().parseFromString(said, "text/html").getElementById("checked"));
}

// What this page has of styles and scripts, by their names; the judge has none.
const brought = () => new Map([...document.querySelectorAll("[data-name]")].map((one) => [one.dataset.name, one.textContent]));
const PLACES = /(<(?:style|script)[^>]* data-name="([^"]+)">)(?=<)/g;

// Shows the page on which moves are tried that the address names.
async function showTried(log) {
  const html = await ask({ ask: "try-page", ...triedHere() }, log);
  const texts = brought();
  keepPasted(log, 1);
  replacePage(html.replace(PLACES, (place, tag, name) => tag + (texts.get(name) ?? "")));
}

button.addEventListener("click", () => withJudge(check));

document.addEventListener("tries", ({ detail: from }) =>
  withJudge((log) => {
    history.pushState(null, "", `#try=${from}`);
    return showTried(log);
  }),
);

if (triedHere()) withJudge(showTried);
addEventListener("popstate", (event) => {
  if (!triedHere()) return;
  event.stopImmediatePropagation(); // replay.js, which comes later, would show a ply instead
  withJudge(showTried);
});
