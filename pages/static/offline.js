// The service worker of the app. It answers for the page of the app and for the files that its list names, from what
// it kept when it was installed; whatever else is asked goes to the service, as if this were not there.
// The service writes VERSION, SHELL and FILES before it.
const OWN = `cgn ${SHELL} `; // how the names of its caches begin
const CACHE = OWN + VERSION;
const NAMED = new Set(FILES.map((file) => new URL(file, location).href));

const asked = async (file, options) => {
  const answer = await fetch(file, { credentials: "omit", ...options });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
};

// Keeps all at once. A file that an older version has is the same one: its address has its digest.
async function install() {
  const cache = await caches.open(CACHE);
  await cache.put(SHELL, await asked(SHELL, { cache: "no-store" }));
  for (const file of FILES) await cache.put(file, (await caches.match(file)) ?? (await asked(file)));
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

async function kept(address) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? asked(address);
}

// What is kept for a request; nothing for whatever has another address, another method, or another origin.
function addressOf({ method, mode, url }) {
  const { origin, pathname, href } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return undefined;
  if (mode === "navigate") return pathname === SHELL ? SHELL : undefined;
  return [href.split("#")[0]].find((address) => NAMED.has(address));
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const address = addressOf(event.request);
  if (address) event.respondWith(kept(address));
});
