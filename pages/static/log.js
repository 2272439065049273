// The form of a log. Where the service offers the judge, the log is checked in this browser, and sent only
// if that fails, or if it is to be kept. A file is checked as soon as it is chosen or dropped, anywhere on the page.
import { edited } from "./edits.js";
import { hasJudge } from "./judge.js";
import { keepPasted, pasted, triedHere } from "./pasted.js";
import { sentence, showUnsent, unpacked, unsentLog, watch } from "./unsent.js";

const form = document.querySelector("form[data-log]");
const { log, file, ply } = form.elements;
const isEditor = form.id === "editor";
const { pathname: action } = new URL(form.action);
const root = action.slice(0, -"/check".length);
const isApp = location.pathname === `${root}/app`;
const home = isApp ? location.pathname : action; // the address of the pages of logs
const drafts = isApp && (await import("./drafts.js"));
const check = () => form.requestSubmit(form.querySelector("button.primary"));
let isSent = false;
let isAgain = false; // whether the page of a log is shown again, as after a reload

// Whether a button of the form, or what is chosen in it, has the service keep the log.
const keeps = (button) => Boolean(form.elements.keep?.checked || button?.name === "keep" || button?.hasAttribute("formaction"));

const refused = Object.assign(document.createElement("p"), { className: "wrong", role: "alert", hidden: true });
log.after(refused);

// Says why something cannot be done; nothing, with an empty text.
function refuse(text) {
  refused.textContent = sentence(text);
  refused.hidden = !text;
}

async function checkHere(button) {
  const tried = isAgain && triedHere();
  const record = Number(button?.name === "record" ? button.value : (form.elements.shown ?? form.elements.record).value);
  const shown = { ask: "page", record, root, ply: Number(ply.value), keeps: Boolean(form.elements.keep) };
  const question = tried ? { ask: "try-page", record, root, ...tried } : shown;
  form.setAttribute("aria-busy", "true");
  try {
    const bytes = await unsentLog(form.elements);
    if (!bytes) throw new Error("a log is text, of 1 MB at most"); // which the service says, too
    if (isApp && file?.files.length) drafts.write(); // what is in the file is not what was typed
    if (await showUnsent(question, bytes, home, isAgain)) return;
    keepPasted(new TextDecoder().decode(bytes), record, question.ply);
    load(home);
  } catch (error) {
    if (tried) return refuse(`moves cannot be tried here: ${error.message}`);
    if (isApp) return refuse(`this cannot be checked here: ${error.message}`);
    isSent = true;
    setTimeout(() => form.requestSubmit(button)); // a form is not submitted while it is being submitted
  } finally {
    form.removeAttribute("aria-busy");
  }
}

// Replaces the log, as if it was typed.
function change(text) {
  log.value = text;
  log.dispatchEvent(new Event("input"));
}

if (isApp && isSecureContext) {
  log.addEventListener("input", async () => {
    try {
      await drafts.keepDraft(log.value);
      refuse("");
    } catch (error) {
      refuse(error.message);
    }
    document.dispatchEvent(new Event("draft"));
  });
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
      if (log.value === log.defaultValue) change(edited(log.value, JSON.parse(button.value)));
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
  else if (files.length) change(await files[0].text());
  else if (text) change(text);
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
