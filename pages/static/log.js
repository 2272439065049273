// The form of a log. Where the service offers the judge, the log is checked in this browser, and sent only
// if that fails, or if it is to be kept. A file is checked as soon as it is chosen or dropped, anywhere on the page.
import { edited } from "./edits.js";
import { hasJudge } from "./judge.js";
import { keepPasted, pasted, triedHere } from "./pasted.js";
import { say, showUnsent, unpacked, unsentLog, watch } from "./unsent.js";

const form = document.querySelector("form[data-log]");
const { log, file, ply } = form.elements;
const isEditor = form.id === "editor";
const home = new URL(form.action).pathname;
const root = home.slice(0, -"/check".length);
const check = () => form.requestSubmit(form.querySelector("button.primary"));
let isSent = false;
let isAgain = false; // whether the page of a log is shown again, as after a reload

// Whether a button of the form, or what is chosen in it, has the service keep the log.
const keeps = (button) => Boolean(form.elements.keep?.checked || button?.name === "keep" || button?.hasAttribute("formaction"));

async function checkHere(button) {
  const tried = isAgain && triedHere();
  const record = Number(button?.name === "record" ? button.value : (form.elements.shown ?? form.elements.record).value);
  const shown = { ask: "page", record, root, ply: Number(ply.value), keeps: Boolean(form.elements.keep) };
  const question = tried ? { ask: "try-page", record, root, ...tried } : shown;
  form.setAttribute("aria-busy", "true");
  try {
    const bytes = await unsentLog(form.elements);
    if (!bytes) throw new Error("the service says what is wrong with this");
    if (await showUnsent(question, bytes, home, isAgain)) return;
    keepPasted(new TextDecoder().decode(bytes), record, question.ply);
    load(home);
  } catch (error) {
    if (tried) return say(form, `Moves cannot be tried here: ${error.message}`);
    isSent = true;
    setTimeout(() => form.requestSubmit(button)); // a form is not submitted while it is being submitted
  } finally {
    form.removeAttribute("aria-busy");
  }
}

// Loads the page at an address, also where it is that of this one with another hash.
function load(address) {
  history.pushState(null, "", address);
  location.reload();
}

if (isEditor) {
  keepPasted(log.value, form.dataset.log);
  document.addEventListener("tries", ({ detail: from }) => load(`${home}#try=${from}`));
  form.addEventListener("submit", () => {
    const shown = document.querySelector(".replay")?.dataset.ply;
    if (shown && !document.querySelector(".mistake")) ply.value = shown;
  });
  for (const button of document.querySelectorAll("button[name='edit']")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      // Of a log that was changed since it was checked, the mistakes are found anew instead.
      if (log.value === log.defaultValue) log.value = edited(log.value, JSON.parse(button.value));
      check();
    });
  }
}

if (hasJudge(form.dataset.judge)) {
  if (!isEditor) watch(form);
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented || isSent || keeps(event.submitter)) return;
    event.preventDefault();
    checkHere(event.submitter);
  });
}

file?.addEventListener("change", () => {
  if (file.files.length) check();
});

const isFile = ({ dataTransfer }) => dataTransfer.types.includes("Files");

document.addEventListener("dragover", (event) => {
  if (!isFile(event) && !form.contains(event.target)) return;
  event.preventDefault();
  form.classList.add("dropping");
});

document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("dropping");
});

document.addEventListener("drop", async (event) => {
  form.classList.remove("dropping");
  const { files } = event.dataTransfer;
  const text = event.dataTransfer.getData("text/plain");
  if (!files.length && !form.contains(event.target)) return;
  event.preventDefault();
  if (files.length && file) file.files = files;
  else if (files.length) log.value = await files[0].text();
  else if (text) log.value = text;
  if (files.length) check();
});

for (const hint of form.querySelectorAll("[data-drop]")) hint.hidden = false;

// A record in the address is checked: exported games lead here with theirs. Browsers send it to nobody.
const [, brought] = /^#cgn=([\w-]+)$/.exec(location.hash) ?? [];
if (!isEditor && brought) {
  history.replaceState(null, "", location.pathname);
  const text = await unpacked(brought);
  if (text) {
    log.value = text;
    check();
  }
} else if (!isEditor) {
  const kept = pasted();
  if (kept && !log.value) log.value = kept.log;
  // The page of a log has the address of the form, and its ply as the hash: reloaded, it is shown again.
  if (kept && form.dataset.log === "again" && (location.hash || kept.next !== undefined)) {
    form.elements.record.value = kept.record;
    ply.value = kept.next ?? 0;
    form.action += location.hash;
    isAgain = true;
    keepPasted(kept.log, kept.record);
    check();
  }
}
