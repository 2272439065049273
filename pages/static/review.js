// Renews the review of a game on its page as long as it goes on. What has the focus stays.
import { page } from "./film.js";

const PAUSE = 4; // seconds: some plies of a review

const review = document.getElementById("review");

async function renew() {
  const parsed = new DOMParser().parseFromString(await page(location.href), "text/html");
  const fresh = parsed.getElementById("review");
  review.querySelector("summary").textContent = fresh.querySelector("summary").textContent;
  review.toggleAttribute("data-running", fresh.hasAttribute("data-running"));
  const body = review.querySelector(".reviewed");
  if (!body.contains(document.activeElement)) body.replaceWith(document.adoptNode(fresh.querySelector(".reviewed")));
}

async function look() {
  if (document.hidden) return document.addEventListener("visibilitychange", look, { once: true });
  await renew().catch(() => {}); // the service may be out of reach for a while
  if (review.hasAttribute("data-running")) setTimeout(look, 1000 * PAUSE);
}

setTimeout(look, 1000 * PAUSE);
