// What a page shows and asks beside the table: notices, questions and dialogs.
const notice = document.getElementById("notice");
const asking = document.getElementById("asking");
const detail = document.getElementById("detail");

let fading = null;

export function say(text) {
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (notice.hidden = true), 2500);
}

// Asks for a line of text, and calls `then` with the answer.
export function ask(question, then) {
  const form = asking.querySelector("form");
  form.querySelector("label").textContent = question;
  form.querySelector("input").value = "";
  form.onsubmit = () => {
    const answer = form.querySelector("input").value.trim();
    if (answer) then(answer);
  };
  asking.showModal();
}

// Shows a section of another page, which begins with a heading, in a dialog.
export function showDetail(section) {
  const close = document.createElement("button");
  close.className = "button primary";
  close.textContent = "Close";
  close.addEventListener("click", () => detail.close());
  detail.className = `keys ${section.id}`;
  detail.replaceChildren(...section.cloneNode(true).children, close);
  const heading = detail.querySelector("h2");
  heading.id = "detail-title";
  heading.tabIndex = -1;
  detail.showModal();
  heading.focus();
  return detail;
}

detail?.addEventListener("click", (event) => {
  if (event.target === detail || event.target.closest("a")) detail.close();
});

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say("The browser does not allow copying here");
  }
}
