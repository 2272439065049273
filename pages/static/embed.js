// <cgn-replay src="https://…/r/ID/37"></cgn-replay> shows a replay within any page (docs/sharing.md). With a record in
// it, <cgn-replay><script type="text/cgn">…</script></cgn-replay>, the judge beside this file draws it.
const LOWEST = 240; // pixels of height
const HIGHEST = 1600;
const FIRST = 0.66; // the height of a frame that has not said how high it is, for each pixel of width

const FRAME = "judge/frame.html"; // draws a record
const PACKED = "H4sI"; // how gzip begins in base64

const through = (stream, data) => new Response(new Blob([data]).stream().pipeThrough(stream));

// A record as it stands in a page, which may be packed: its text, and as addresses have it.
async function forms(record) {
  let text = record;
  let packed = record;
  if (record.startsWith(PACKED)) {
    text = await through(new DecompressionStream("gzip"), Uint8Array.from(atob(record), (sign) => sign.charCodeAt(0))).text();
  } else {
    const bytes = new Uint8Array(await through(new CompressionStream("gzip"), record).arrayBuffer());
    packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  }
  return { text, packed: packed.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") };
}

class CgnReplay extends HTMLElement {
  static observedAttributes = ["src", "ply", "view"];
  #frame;
  #early = new Map(); // what was asked for before the frame listened
  #record; // that stands within this element
  #view; // that the frame shows
  #awaited; // the view of a record that is being drawn: what is asked for meanwhile waits

  connectedCallback() {
    this.#record ??= this.querySelector("script[type='text/cgn']")?.textContent.trim();
    if (this.#record !== undefined) this.#showRecord();
    else if (this.hasAttribute("src")) this.#show(this.#address());
    else if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => this.connectedCallback(), { once: true });
  }

  // Shows the record in a frame; until its position is there, a link to the text.
  async #showRecord() {
    const { text, packed } = await forms(this.#record).catch(() => ({ text: this.#record, packed: "" }));
    if (!this.isConnected) return;
    const link = document.createElement("a");
    link.href = `data:text/vnd.cgn;charset=utf-8,${encodeURIComponent(text)}`;
    link.download = "game.cgn";
    link.textContent = "The record of this game";
    const address = new URL(FRAME, import.meta.url);
    for (const name of ["ply", "view"]) if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
    address.hash = `cgn=${packed}`;
    this.#show(address.href, link);
  }

  #show(address, ...before) {
    this.#early = new Map();
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("title") ?? "A card game, move by move";
    frame.loading = "lazy";
    frame.allow = "clipboard-write";
    frame.width = this.getAttribute("width") ?? "100%";
    frame.height = this.getAttribute("height") ?? Math.round(Math.max(LOWEST, (this.parentElement?.clientWidth ?? 0) * FIRST));
    frame.style.border = "0";
    frame.src = address;
    this.#frame = frame;
    this.replaceChildren(...before, frame);
    addEventListener("message", this.#hear);
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#frame || before === now) return;
    if (name === "src" && this.#record === undefined) {
      this.#early = new Map();
      this.#frame.src = this.#address();
    } else if (name === "src") return;
    else if (name === "ply") this.goto(Number(now));
    else this.#say({ cgn: "view", view: now ?? "all" });
  }

  // Shows a ply; one after the last is the last.
  goto(ply) {
    this.#say({ cgn: "goto", ply });
  }

  // The address that the frame begins with: that of `src`, at the ply and in the view of the attributes.
  #address() {
    const address = new URL(this.getAttribute("src"), import.meta.url);
    const [ply, view] = [this.getAttribute("ply"), this.getAttribute("view")];
    address.pathname = address.pathname.replace(/\/r\/([0-9a-f]{64})(\/\d+)?\/?$/, (_, id, at) => `/embed/${id}${ply ? `/${Number(ply)}` : at ?? ""}`);
    if (view) address.searchParams.set("view", view);
    return address.href;
  }

  #say(message) {
    if (this.#early) return this.#early.set(message.cgn, message);
    this.#frame.contentWindow.postMessage(message, new URL(this.#frame.src).origin);
    if (this.#record === undefined || message.cgn !== "view" || message.view === this.#view) return;
    this.#early = new Map(); // another view is another page
    this.#awaited = message.view;
  }

  // The frame listens: it is told what was asked for before.
  #listened() {
    const early = this.#early;
    this.#early = null;
    this.#awaited = undefined;
    early?.forEach((message) => this.#say(message));
  }

  #hear = ({ source, origin, data }) => {
    if (source !== this.#frame.contentWindow || origin !== new URL(this.#frame.src).origin) return;
    const { cgn: kind, ...detail } = data ?? {};
    if (kind === "ply") this.#view = detail.view;
    if (this.#awaited === undefined || (kind === "ply" && detail.view === this.#awaited)) this.#listened();
    if (kind === "ply") this.querySelector("a")?.remove(); // the position is there
    if (kind === "ply") this.dispatchEvent(new CustomEvent("ply", { detail }));
    if (kind !== "height" || !(detail.height > 0)) return;
    const height = Math.min(Math.max(Math.ceil(detail.height), LOWEST), HIGHEST);
    if (!this.hasAttribute("height")) this.#frame.height = height;
    this.dispatchEvent(new CustomEvent("resize", { detail: { height } }));
  };
}

customElements.define("cgn-replay", CgnReplay);
