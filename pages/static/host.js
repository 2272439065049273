// Talks with the page of another site that shows this one, by the messages of docs/sharing.md.
const above = window.parent === window ? null : window.parent;
const around = location.ancestorOrigins?.[0] ?? (document.referrer ? new URL(document.referrer).origin : null);
const said = {};

// Tells the page around something, unless it was told the same before.
export function tellHost(kind, facts) {
  const told = JSON.stringify(facts);
  if (!above || !around || said[kind] === told) return;
  said[kind] = told;
  above.postMessage({ cgn: kind, ...facts }, around === "null" ? "*" : around); // a file has no other origin
}

// Does what the page around asks for; `does` has a function for each kind of message.
export function hearHost(does) {
  addEventListener("message", ({ source, origin, data }) => {
    if (above && source === above && origin === around && Object.hasOwn(does, data?.cgn)) does[data.cgn](data);
  });
}
