// A log can be dropped on the form, and a file is sent as soon as it is chosen.
const form = document.getElementById("paste");
const file = form.elements.file;

form.querySelector("[data-drop]").hidden = false;

file.addEventListener("change", () => {
  if (file.files.length) form.requestSubmit();
});

form.addEventListener("dragover", (event) => {
  event.preventDefault();
  form.classList.add("dropping");
});

form.addEventListener("dragleave", () => form.classList.remove("dropping"));

form.addEventListener("drop", (event) => {
  event.preventDefault();
  form.classList.remove("dropping");
  const text = event.dataTransfer.getData("text/plain");
  if (event.dataTransfer.files.length) {
    file.files = event.dataTransfer.files;
    form.requestSubmit();
  } else if (text) {
    form.elements.log.value = text;
  }
});
