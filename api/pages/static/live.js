// Follows a game in progress: asks as often as the service says, and up to a fifth later, so that
// watchers do not come all at once. In a hidden tab it rests.
import { kept } from "./film.js";

const LATER = 0.2;
const LOST = 5; // seconds until it asks again where nothing answers

// Calls `changed` with the table each time that it is another, until that returns true; and `lost`
// as long as the service does not answer.
export function follow(address, changed, lost) {
  let tag;

  async function look() {
    if (document.hidden) return document.addEventListener("visibilitychange", look, { once: true });
    let seconds = LOST;
    try {
      const token = kept("sessionStorage", "token");
      const headers = { Accept: "application/json" };
      if (token) headers.Authorization = `Bearer ${token}`;
      if (tag) headers["If-None-Match"] = tag;
      const answer = await fetch(address, { headers, cache: "no-store" });
      if (!answer.ok && answer.status !== 304) throw new Error(answer.statusText);
      seconds = pause(answer.headers);
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

function pause(headers) {
  const [, age] = /max-age=(\d+)/.exec(headers.get("Cache-Control")) ?? [];
  return Number(headers.get("Poll-After") ?? age ?? 1);
}
