// Calls that survive a bad connection: one that changes the table is kept, also if the page is closed, and
// sent again until it is answered. The same bytes on the same version are one call, played once.
import { refuse, replay } from "./dock.js";
import { store, stored } from "./film.js";

const RETRY = [1000, 2000, 4000, 8000, 15000]; // milliseconds until a call that was lost is sent again

const { address } = replay.dataset;
const key = `sending ${address}`;

// The call that was not answered yet when the page was closed.
export const lostCall = () => JSON.parse(stored("localStorage", key) ?? "null");

// The answer to a call that changes the table: `call` is its last part, `bytes` its body, of a media type.
export async function deliver({ call, version, bytes, type = "application/json" }) {
  store("localStorage", key, JSON.stringify({ call, version, bytes, type }));
  const headers = { "Content-Type": type, "If-Match": `"v${version}"` };
  const answer = await patiently(() => fetch(`${address}/${call}`, { method: "POST", headers, body: bytes }), "Your move is kept, and sent again.");
  localStorage.removeItem(key);
  return answer;
}

// The answer to a question about the table.
export const read = (what, query) => patiently(() => fetch(`${address}/${what}?${new URLSearchParams(query)}`));

// The answer to a request, which is repeated as long as it, or its answer, is lost.
export async function patiently(request, then = "It is asked again.") {
  for (let times = 0; ; times += 1) {
    const answer = await request().catch(() => undefined);
    if (answer && (answer.status < 502 || answer.status > 504)) {
      if (times) refuse("");
      return answer;
    }
    refuse(`No connection. ${then}`);
    await new Promise((done) => setTimeout(done, RETRY[Math.min(times, RETRY.length - 1)]));
  }
}
