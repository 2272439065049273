// <cgn-replay src="https://…/r/ID/37"></cgn-replay> shows a replay within any page (docs/sharing.md).
const LOWEST = 240; // pixels of height
const HIGHEST = 1600;
const FIRST = 0.66; // the height of a frame that has not said how high it is, for each pixel of width

class CgnReplay extends HTMLElement {
  static observedAttributes = ["src", "ply", "view"];
  #frame;
  #early = new Map(); // what was asked for before the frame listened

  connectedCallback() {
    this.#early = new Map();
    const frame = document.createElement("iframe");
    frame.title = this.getAttribute("title") ?? "A card game, move by move";
    frame.loading = "lazy";
    frame.allow = "clipboard-write";
    frame.width = this.getAttribute("width") ?? "100%";
    frame.height = this.getAttribute("height") ?? Math.round(Math.max(LOWEST, (this.parentElement?.clientWidth ?? 0) * FIRST));
    frame.style.border = "0";
    frame.src = this.#address();
    this.#frame = frame;
    this.replaceChildren(frame);
    addEventListener("message", this.#hear);
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#frame || before === now) return;
    if (name === "src") {
      this.#early = new Map();
      this.#frame.src = this.#address();
    } else if (name === "ply") this.goto(Number(now));
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
    if (this.#early) this.#early.set(message.cgn, message);
    else this.#frame.contentWindow.postMessage(message, new URL(this.#frame.src).origin);
  }

  #hear = ({ source, origin, data }) => {
    if (source !== this.#frame.contentWindow || origin !== new URL(this.#frame.src).origin) return;
    const { cgn: kind, ...detail } = data ?? {};
    const early = this.#early;
    this.#early = null;
    early?.forEach((message) => this.#say(message));
    if (kind === "ply") this.dispatchEvent(new CustomEvent("ply", { detail }));
    if (kind !== "height" || !(detail.height > 0)) return;
    const height = Math.min(Math.max(Math.ceil(detail.height), LOWEST), HIGHEST);
    if (!this.hasAttribute("height")) this.#frame.height = height;
    this.dispatchEvent(new CustomEvent("resize", { detail: { height } }));
  };
}

customElements.define("cgn-replay", CgnReplay);
