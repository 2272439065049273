// The page of the app: games that are being written, files that the system opens with it, and what the browser
// keeps so that it works without a network.
import "./log.js"; // the form is ready for what is put into it
import { MOST, MOST_DAYS, MOST_MEGABYTES, drafts, keepTyped, nameOf, removeDraft, write, written } from "./drafts.js";

const part = (id) => document.getElementById(id);
const { log, file } = part("paste").elements;

// Puts a log into the form, as if it was typed.
function fill(text) {
  log.value = text;
  log.dispatchEvent(new Event("input"));
  log.focus();
}

// Games that are being written -------------------------------------------------------------------

async function list() {
  const found = await drafts();
  part("drafts").replaceChildren(...found.map(item));
  part("no-drafts").hidden = found.length > 0;
  return found;
}

function item(draft) {
  const one = part("draft").content.firstElementChild.cloneNode(true);
  const [open, remove] = one.querySelectorAll("button");
  const name = nameOf(draft);
  open.textContent = name;
  one.querySelector("time").textContent = new Date(draft.changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  open.addEventListener("click", () => {
    write(draft.id);
    fill(draft.log);
  });
  remove.setAttribute("aria-label", `Remove ${name}`);
  remove.addEventListener("click", async () => {
    await removeDraft(draft.id);
    await list();
    part("drafts-title").focus();
  });
  return one;
}

async function openDrafts() {
  await keepTyped();
  const own = (await list()).find(({ id }) => id === written());
  if (own && !location.hash) log.value = own.log;
  document.addEventListener("draft", list);
  part("another").addEventListener("click", () => {
    write();
    log.value = "";
    log.focus();
  });
  part("most").textContent = `${MOST} games, ${MOST_MEGABYTES} MB in all,`;
  part("longest").textContent = `${MOST_DAYS} days`;
  part("written").hidden = false;
}

// A file that the system opens with the app.
window.launchQueue?.setConsumer(async ({ files: [opened] }) => {
  if (!opened) return;
  const brought = new DataTransfer();
  brought.items.add(await opened.getFile());
  file.files = brought.files;
  file.dispatchEvent(new Event("change"));
});

// Without a network ------------------------------------------------------------------------------

const state = part("state");

async function install({ worker, scope }) {
  const registration = await navigator.serviceWorker.register(worker, { scope });
  const tell = () => {
    state.textContent = registration.active ? "This page works without a network." : "The browser is loading what this page needs without a network.";
    part("newer").hidden = !(registration.active && registration.waiting);
  };
  const watch = () => registration.installing?.addEventListener("statechange", tell);
  registration.addEventListener("updatefound", watch);
  part("take-over").addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting.postMessage("take over");
  });
  watch();
  tell();
}

if (isSecureContext) {
  openDrafts();
  install(state.dataset).catch(() => (state.textContent = "This page needs a network: this browser does not keep it."));
} else {
  state.textContent = "Over HTTPS, this page would work without a network, and keep games. Over plain HTTP, browsers allow neither.";
}
