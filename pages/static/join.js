// An invitation: `#B.cgn_…`. It is taken out of the address at once, and kept for this tab.
import { store, stored } from "./film.js";
import { keptSeat, sit } from "./seat.js";

const page = document.querySelector("[data-api]");
const { address, api } = page.dataset;
const titles = JSON.parse(page.dataset.titles);
const form = document.getElementById("sit");
const key = `invitation ${address}`;

let own;

function take() {
  const given = /^#([A-J])\.(cgn_[\w-]+)$/.exec(location.hash);
  if (given) store("sessionStorage", key, JSON.stringify({ seat: given[1], invitation: given[2] }));
  history.replaceState(null, "", location.pathname);
  own = JSON.parse(stored("sessionStorage", key) ?? "null") ?? keptSeat(address);
}

function say(text) {
  const said = document.getElementById("said");
  said.textContent = text;
  said.hidden = !text;
}

async function show() {
  take();
  say("");
  if (!own?.invitation) return say("This address lacks the invitation itself: open the whole link that you were sent.");
  const headers = { Authorization: `Bearer ${own.invitation}`, Accept: "application/json" };
  const answer = await fetch(api, { headers }).catch(() => undefined);
  if (!answer) return say("No connection. Load the page again.");
  if (answer.status === 401) return say("This invitation was replaced by another: ask for the new link.");
  if (!answer.ok) return say("There is no such table any more.");
  const { header, players, seats, finished } = await answer.json();
  const name = players["ABCDEFGHIJ".indexOf(own.seat)];
  document.getElementById("title").textContent = document.title = `You are invited as ${name}`;
  form.hidden = true;
  if (finished) return say("The game has ended.");
  const mine = keptSeat(address)?.invitation === own.invitation;
  if (seats.find((one) => one.seat === own.seat).taken && !mine) return say(`Somebody sits there as ${name}. If that is you, in this browser, go to the table; if not, tell whoever invited you.`);
  document.getElementById("names").textContent = `${titles[header.game] ?? header.game}: ${players.join(", ")}`;
  form.querySelector("button").textContent = `Sit down as ${name}`;
  form.hidden = false;
  return undefined;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  const wrong = await sit(address, api, own.seat, own.invitation);
  button.disabled = false;
  say(wrong);
  if (wrong) return;
  sessionStorage.removeItem(key);
  location.assign(address);
});

show();
addEventListener("hashchange", show); // another link, opened in the same tab
