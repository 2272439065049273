import { removeAll } from "./drafts.js";

// A sign-in link has its code behind the #, which no service and no log sees. It goes into the form, and
// out of the address; the browser signs in only when the button is pressed, since others can send links.
const [, code] = /^#(cgn_[\w-]+)$/.exec(location.hash) ?? [];

if (code) {
  history.replaceState(null, "", location.pathname + location.search);
  const token = document.getElementById("token");
  token.value = code;
  document.getElementById("linked").hidden = false;
  token.form.querySelector("button").focus();
}

// Whoever signs out leaves nothing of the app behind. It is not left to Clear-Site-Data: that empties whatever
// this origin has, also of other services, and moves that were not sent yet.
const leaving = document.querySelector("form[action$='/session/end']");

leaving?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await removeAll().catch(() => {}); // a browser that keeps nothing
  leaving.submit();
});
