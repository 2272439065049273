// Games that are being written, kept in this browser (IndexedDB): what the form of a log has, as one types.
import { store as remember } from "./film.js";

export const MOST = 50;
export const MOST_MEGABYTES = 4; // of all together
export const MOST_DAYS = 180; // since a game was changed last
const DAY = 24 * 60 * 60 * 1000; // milliseconds
const [DATABASE, STORE] = ["cgn", "drafts"];
const TAB = "draft"; // in the session storage: the draft that this tab writes
const TYPED = "typed"; // there too: what was typed, until it is among the drafts, since the tab may be left before

// What a request comes to.
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// Does something with the drafts, in one transaction.
async function within(mode, act) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
  const database = await done(opening);
  try {
    return await act(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close(); // once the transaction is done
  }
}

const isOld = ({ changed }) => Date.now() - changed > MOST_DAYS * DAY;

// All drafts: the `id`, the `log`, and when it was `changed`. The one that was changed last comes first. Old ones are
// removed.
export async function drafts() {
  const found = await within("readwrite", async (store) => {
    const all = await done(store.getAll());
    for (const { id } of all.filter(isOld)) await done(store.delete(id));
    return all.filter((one) => !isOld(one));
  });
  return found.sort((one, other) => other.changed - one.changed);
}

// Has this tab write a draft, so that what is typed replaces it; without one, what is typed begins another.
export function write(id) {
  if (id) sessionStorage.setItem(TAB, id);
  else sessionStorage.removeItem(TAB);
}

export const written = () => sessionStorage.getItem(TAB);

const bytes = ({ log }) => new TextEncoder().encode(log).length;

// Keeps what was typed; an empty log removes its draft. Throws an Error, in words, if there is no room.
export async function keepDraft(log) {
  const id = written() ?? crypto.randomUUID();
  write(id);
  await keep(id, log);
}

// Keeps what this tab had no time to keep before it left its page.
export async function keepTyped() {
  const [id, log] = JSON.parse(sessionStorage.getItem(TYPED) ?? "[]");
  if (id) await keep(id, log).catch(() => {}); // there is no room, as it said while one typed
}

async function keep(id, log) {
  const typed = JSON.stringify([id, log]);
  sessionStorage.removeItem(TYPED); // lest an older one stays where there is no room
  remember("sessionStorage", TYPED, typed);
  try {
    await (log.trim() ? put(id, log) : removeDraft(id));
  } finally {
    if (sessionStorage.getItem(TYPED) === typed) sessionStorage.removeItem(TYPED);
  }
}

async function put(id, log) {
  const draft = { id, log, changed: Date.now() };
  return within("readwrite", async (store) => {
    const others = (await done(store.getAll())).filter((one) => one.id !== id);
    const used = others.reduce((sum, one) => sum + bytes(one), bytes(draft));
    if (others.length >= MOST || used > MOST_MEGABYTES << 20) throw new Error("there is no room to keep this game: remove others first");
    await done(store.put(draft));
  });
}

export async function removeDraft(id) {
  if (written() === id) write();
  await within("readwrite", (store) => done(store.delete(id)));
}

// Removes all that this browser keeps of the app: drafts, files and their worker.
export async function removeAll() {
  write();
  sessionStorage.removeItem(TYPED);
  await done(indexedDB.deleteDatabase(DATABASE));
  if (!isSecureContext) return;
  for (const name of await caches.keys()) if (name.startsWith("cgn ")) await caches.delete(name);
  for (const one of await navigator.serviceWorker.getRegistrations()) if (one.active?.scriptURL.endsWith("/app/worker.js")) await one.unregister();
}

// What a draft is called: its game and its players or, before it has a header, how it begins.
export function nameOf({ log }) {
  const lines = [...log.matchAll(/^\[(\w+) "([^"]*)"\]/gm)];
  const game = lines.find(([, key]) => key === "Game")?.[2];
  const players = lines.filter(([, key]) => /^[A-J]$/.test(key)).map(([, , name]) => name);
  if (!game) return log.trim().split("\n")[0].slice(0, 60);
  const title = game.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ");
  return players.length ? `${title}: ${players.join(", ")}` : title;
}
