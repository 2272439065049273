// A table before the deal: shows who sits down, and sends this browser's part of the deal once all do.
// What an answer shows once, the invitations, stays on the page as long as their seats are free.
import { follow } from "./live.js";
import { forgetSeat, keptSeat, send, sit } from "./seat.js";
import "./send.js";

const page = document.querySelector(".lobby");
const { address, api } = page.dataset;
const now = () => document.getElementById("now");

if (location.pathname !== address) history.replaceState(null, "", address); // it answered a form

function say(text) {
  document.getElementById("said").textContent = text;
}

for (const button of page.querySelectorAll(".sit")) {
  button.hidden = Boolean(keptSeat(address));
  button.addEventListener("click", async () => {
    const { seat, link } = button.dataset;
    button.disabled = true;
    say(await sit(address, api, seat, link.slice(link.indexOf("#") + 3)));
    button.disabled = false;
    await renew();
  });
}

// Shows who sits by now, or the game once the cards are dealt.
async function renew() {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!answer) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!fresh.getElementById("now")) {
    if (answer.ok) forgetSeat(address);
    location.assign(`${address}/play`);
    return;
  }
  now().replaceWith(fresh.getElementById("now"));
  const own = Boolean(keptSeat(address));
  for (const place of fresh.querySelectorAll(".place")) {
    const shown = document.getElementById(place.id);
    shown.querySelector(".state").replaceWith(place.querySelector(".state"));
    if ("taken" in place.dataset) shown.querySelector(".invitation, .renew")?.remove();
    const choose = shown.querySelector(".sit");
    if (choose) choose.hidden = own;
  }
  await sendPart();
}

async function sendPart() {
  if (!("owes" in now().dataset)) return;
  const { nonce } = keptSeat(address) ?? {};
  if (!nonce) {
    document.getElementById("missing").hidden = false;
    return;
  }
  const answer = await send(`${address}/nonce`, { nonce }).catch(() => undefined);
  if (answer?.ok) await renew();
}

await sendPart();
follow(`${address}/version`, async ({ version }) => {
  if (version !== Number(now().dataset.version)) await renew();
  return false;
}, async () => {
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.status === 404) say("This table is gone: whoever opened it called the game off.");
});
