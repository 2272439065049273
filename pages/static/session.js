import { removeAll } from "./drafts.js";
import { forgetSeats } from "./seat.js";

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

// Whoever signs out leaves nothing of the app behind, no token of a private page, and no part in a deal. It is not
// left to Clear-Site-Data: that empties whatever this origin has, also of other services, and moves not sent yet.
const leaving = document.querySelector("form[action$='/session/end']");

async function forget() {
  forgetSeats();
  sessionStorage.removeItem("token");
  await removeAll();
}

leaving?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await forget().catch(() => {}); // a browser that keeps nothing
  leaving.submit();
});
