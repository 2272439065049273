// The judge: a worker that checks logs with the service's own code, so that they need not be sent. It
// starts when it is first asked for, and stays for as long as the page does.
import { Asker, inBrowser } from "./asking.js";

let folder = "";
let asker;

// Whether there is a judge: its files lie at this address, which a page from the judge itself has not.
export function hasJudge(address) {
  folder ||= address;
  return folder !== "";
}

// An exported file has its own (proof.js), which stays in the window while one page takes the place of another.
const judge = () => (asker ??= globalThis.broughtJudge ?? new Asker(inBrowser(`${folder}worker.js`)));

// Resolves once the judge has started.
export const prepare = () => judge().prepare();

// The answer to a question about a log. A deck that is missing comes from the service, by its name; it
// is all that the service hears of.
export async function ask(question, log) {
  try {
    return await judge().ask(question, log);
  } catch (error) {
    if (!error.deck) throw error;
    const answer = await fetch(`${folder}../../../v1/decks/${error.deck}`);
    if (!answer.ok) throw error;
    return judge().ask({ ...question, decks: [await answer.text()] }, log);
  }
}
