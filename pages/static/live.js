// Follows a game in progress: the service answers with the next change. Where it says at once that
// there is none, because too many wait, this asks again when it says, and up to a fifth later, so
// that not all watchers ask at once. In a hidden tab, it pauses.
import { stored } from "./film.js";

const WAIT = 25; // seconds that an answer may wait for a change
const LATER = 0.2;
const LOST = 5; // seconds until it asks again after a request that failed

// Calls `changed` with each new state of the table, until that returns true, and `lost` after each
// request that fails.
export function follow(address, changed, lost) {
  let tag;

  async function look() {
    if (document.hidden) return document.addEventListener("visibilitychange", look, { once: true });
    let seconds = LOST;
    try {
      const token = stored("sessionStorage", "token");
      const headers = { Accept: "application/json" };
      if (token) headers.Authorization = `Bearer ${token}`;
      if (tag) headers["If-None-Match"] = tag;
      const asked = performance.now();
      const answer = await fetch(tag ? waiting(address) : address, { headers, cache: "no-store" });
      if (!answer.ok && answer.status !== 304) throw new Error(answer.statusText);
      const early = performance.now() - asked < 500 * WAIT;
      seconds = answer.status === 304 && early ? pause(answer.headers) : 0;
      if (answer.status !== 304) {
        if (await changed(await answer.json())) return;
        tag = answer.headers.get("ETag");
      }
    } catch {
      lost();
    }
    setTimeout(look, 1000 * seconds * (1 + LATER * Math.random()));
  }

  look();
}

function waiting(address) {
  return `${address}${address.includes("?") ? "&" : "?"}wait=${WAIT}`;
}

function pause(headers) {
  const [, age] = /max-age=(\d+)/.exec(headers.get("Cache-Control")) ?? [];
  return Number(headers.get("Poll-After") ?? age ?? 1);
}
