// <cgn-replay src="https://…/r/ID/37"></cgn-replay> shows a replay within any page.
class CgnReplay extends HTMLElement {
  connectedCallback() {
    const address = new URL(this.getAttribute("src"), import.meta.url);
    address.pathname = address.pathname.replace(/\/r\/(?=[0-9a-f]{64})/, "/embed/");
    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = this.getAttribute("title") ?? "A card game, move by move";
    frame.loading = "lazy";
    frame.allow = "clipboard-write";
    frame.width = this.getAttribute("width") ?? "100%";
    frame.height = this.getAttribute("height") ?? "720";
    frame.style.border = "0";
    this.replaceChildren(frame);
  }
}

customElements.define("cgn-replay", CgnReplay);
