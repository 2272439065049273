// The form of a log. What was checked is kept for this tab, so that the start page, Back and a reload
// still have it. A file is checked as soon as it is chosen or dropped, anywhere on the page.
import { edited } from "./edits.js";
import { store, stored } from "./film.js";

const KEPT = "log";
const form = document.querySelector("form[data-log]");
const { log, file, ply } = form.elements;
const isEditor = form.id === "editor";
const check = () => form.requestSubmit(form.querySelector("button.primary"));

if (isEditor) {
  store("sessionStorage", KEPT, "null"); // an older one, if this one is too long to be kept
  store("sessionStorage", KEPT, JSON.stringify({ log: log.value, record: form.dataset.log }));
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
} else {
  const kept = JSON.parse(stored("sessionStorage", KEPT) ?? "null");
  if (kept && !log.value) log.value = kept.log;
  // The page of a log has the address of the form, and its ply as the hash: reloaded, it is shown again.
  if (kept && form.dataset.log === "again" && location.hash) {
    form.elements.record.value = kept.record;
    form.action += location.hash;
    check();
  }
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
