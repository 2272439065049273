// Uploads files one by one, chosen, dropped or pasted, and shows what became of each. The answers are
// the page itself, from which the result and the lists are taken.
const form = document.getElementById("upload");
const { log, file, visibility } = form.elements;
const sent = document.getElementById("sent");
const results = document.getElementById("results");
const progress = document.getElementById("progress");
const wrong = document.getElementById("wrong");
const LISTS = ["running", "replays"];
const PAUSE = 1; // seconds, where a busy service does not say how long
const ATTEMPTS = 5;

const wait = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

function say(words) {
  wrong.textContent = words;
  wrong.hidden = !words;
  if (words) wrong.setAttribute("role", "alert");
}

async function post(fields, attempt = 1) {
  const answer = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
  if (![429, 503].includes(answer.status) || attempt === ATTEMPTS) return answer;
  await wait(Number(answer.headers.get("Retry-After") ?? PAUSE));
  return post(fields, attempt + 1);
}

function entry(name, words) {
  const item = document.createElement("li");
  const title = document.createElement("b");
  title.className = "name";
  title.textContent = name;
  const said = document.createElement("p");
  said.textContent = words;
  item.append(title, said);
  return item;
}

function refused(item, words) {
  item.className = "bad";
  item.lastChild.className = "wrong";
  item.lastChild.textContent = words;
}

// Sends one file, and puts its result in place of its entry. Returns the page of the answer.
async function upload(one, item) {
  const fields = new FormData();
  if (one instanceof File) fields.set("file", one, one.name);
  else fields.set("log", one);
  fields.set("visibility", visibility.value);
  const answer = await post(fields).catch(() => null);
  if (!answer) return refused(item, "It could not be sent: the connection is lost. Add it again.");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const result = page.querySelector("#results > li");
  if (result) item.replaceWith(document.adoptNode(result));
  else refused(item, page.querySelector("#wrong:not([hidden]), .problem p")?.textContent ?? "The service could not store it.");
  return page;
}

let running = Promise.resolve();

async function uploadAll(all) {
  sent.hidden = false;
  const items = all.map((one) => entry(one.name ?? "The pasted log", "waiting"));
  results.replaceChildren(...items);
  let page;
  for (const [at, one] of all.entries()) {
    progress.textContent = `${at + 1} of ${all.length}`;
    page = (await upload(one, items[at])) ?? page;
  }
  const bad = results.querySelectorAll(".bad").length;
  progress.textContent = bad ? `${all.length - bad} of ${all.length} added` : `all ${all.length} added`;
  for (const id of LISTS) {
    const fresh = page?.getElementById(id);
    if (fresh) document.getElementById(id).replaceWith(document.adoptNode(fresh));
  }
}

function add(all) {
  if (!all.length) return say("There is no log here; choose files, or paste one.");
  say("");
  running = running.then(() => uploadAll(all));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  add([...file.files, ...(log.value.trim() ? [log.value] : [])]);
  file.value = "";
});

file.addEventListener("change", () => form.requestSubmit());

const isFile = ({ types }) => types.includes("Files");

document.addEventListener("dragover", (event) => {
  if (!isFile(event.dataTransfer)) return;
  event.preventDefault();
  form.classList.add("dropping");
});

document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("dropping");
});

document.addEventListener("drop", (event) => {
  form.classList.remove("dropping");
  if (!isFile(event.dataTransfer)) return;
  event.preventDefault();
  add([...event.dataTransfer.files]);
});

document.addEventListener("paste", ({ clipboardData, target }) => {
  if (isFile(clipboardData)) add([...clipboardData.files]);
  else if (!target.matches("input, textarea")) add([clipboardData.getData("text/plain")].filter((text) => text.trim()));
});

form.querySelector("[data-drop]").hidden = false;
form.querySelector("[data-limit]").hidden = true; // each file is sent alone
