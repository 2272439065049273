// Takes a seat before the deal. This browser makes the token that plays for the seat, and its part of
// the deal, a nonce. Both are kept before they are told to anybody, so a lost answer loses no seat.
import { hex } from "./cgn/bytes.js";
import { sha256 } from "./cgn/sha256.js";
import { store, stored } from "./film.js";

const digest = (text) => hex(sha256(new TextEncoder().encode(text)));
const random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes));
const newToken = () => `cgn_${btoa(String.fromCharCode(...random(32))).replaceAll("+", "-").replaceAll("/", "_").replace("=", "")}`;

const key = (address) => `seat ${address}`;

// What this browser keeps of the seat at a table: `nonce`, and `token`, `seat` and `invitation` until
// the token is in a cookie. Nothing after the deal.
export const keptSeat = (address) => JSON.parse(stored("localStorage", key(address)) ?? "null");
export const forgetSeat = (address) => localStorage.removeItem(key(address));
export const forgetSeats = () => {
  for (const each of Object.keys(localStorage)) if (each.startsWith(key(""))) localStorage.removeItem(each);
};
const keep = (address, what) => store("localStorage", key(address), JSON.stringify(what));

export const send = (address, body) =>
  fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

const LOST = "No connection. Try again: the seat is kept for you meanwhile.";

// Sits down. Returns what went wrong, in words; an empty text if nothing did.
export async function sit(address, api, seat, invitation) {
  let kept = keptSeat(address);
  if (!kept?.token || kept.invitation !== invitation) kept = { seat, invitation, token: newToken(), nonce: hex(random(16)) };
  keep(address, kept);
  if (!keptSeat(address)) return "This browser keeps nothing of this page, as in a private window: the seat would be lost.";
  try {
    const body = { invitation, token: digest(kept.token), commit: digest(kept.nonce) };
    const taken = await send(`${api}/seats/${seat}`, body);
    if (!taken.ok) {
      if (taken.status < 500) forgetSeat(address);
      return refusal(taken);
    }
    const root = address.slice(0, address.lastIndexOf("/t/"));
    const signed = await send(`${root}/session`, { token: kept.token });
    if (!signed.ok) return refusal(signed);
  } catch {
    return LOST;
  }
  keep(address, { nonce: kept.nonce });
  return "";
}

async function refusal(answer) {
  const { detail } = await answer.json().catch(() => ({ detail: answer.statusText }));
  return `${detail[0].toUpperCase()}${detail.slice(1)}.`;
}
