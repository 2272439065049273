// The worker of a page: answers one question after another. Where it may, it starts from an image of its memory,
// which another worker has made at an earlier visit.
import { keep, mayKeep, restore } from "./image.js";
import { serve, start } from "./start.js";

const MAKER = "image"; // the name of the worker that makes the image
const LATER = 3_000; // milliseconds after the start, when whoever waited has an answer

async function begin() {
  const restored = mayKeep() ? await restore().catch(() => undefined) : undefined;
  const answer = restored ?? (await start());
  postMessage({ ready: true, restored: restored !== undefined });
  if (!restored && mayKeep()) setTimeout(() => new Worker(import.meta.url, { type: "module", name: MAKER }), LATER);
  return answer;
}

if (self.name === MAKER) keep().catch(() => undefined).then(() => close()); // without one, the next start is plain
else serve(begin);
