// What is passed on of a position: its address, its picture, and code that shows it within another page.

// The address of the replay's own page at this ply, also where another site shows it.
export const ownPage = () => location.href.replace(/\/embed\/(?=[0-9a-f]{64})/, "/r/");

// Leads to the picture of a ply or, moving, of its round, which the browser shows.
export function openPicture(kind, ply) {
  const url = new URL(ownPage());
  url.pathname = url.pathname.replace(/(\/r\/[0-9a-f]{64}).*/, `$1/${ply}.${kind}`);
  location.assign(url);
}

// Code that shows this position within another page. Written out, the closing tag would end this script in a file.
export const embedding = () => {
  const script = new URL(document.querySelector("script[src*='/static/']").src);
  script.pathname = script.pathname.replace(/[^/]+$/, "embed.js");
  return `<script type="module" src="${script.origin}${script.pathname}"><\/script>\n<cgn-replay src="${ownPage()}"></cgn-replay>`;
};
