// Shows the record that the address has behind its `#`, within the page of another site: the judge draws it here.
import { hearHost, tellHost } from "./host.js";
import { ask, hasJudge } from "./judge.js";
import { unpacked } from "./unsent.js";

const { root, judge } = document.body.dataset;
const record = location.hash;
const asked = new URLSearchParams(location.search);
const view = asked.get("view") ?? "all";
hasJudge(judge);

function say(text) {
  const said = document.createElement("p");
  said.textContent = text;
  put(said);
}

function put(said) {
  document.getElementById("main").replaceChildren(said);
  tellHost("height", { height: document.documentElement.scrollHeight });
}

// Another view is another page, which the judge draws anew.
function show(other) {
  const { ply } = document.querySelector(".replay").dataset;
  location.replace(`?${new URLSearchParams({ ply, view: other })}${record}`);
}

async function draw() {
  const log = await unpacked(new URLSearchParams(record.slice(1)).get("cgn") ?? "");
  if (!log) return say("The record in this page is damaged.");
  const [{ report }] = await ask({ ask: "check" }, log);
  if (report.diagnostic) {
    const html = await ask({ ask: "verdict-page" }, log);
    return put(new DOMParser().parseFromString(html, "text/html").getElementById("checked"));
  }
  const html = await ask({ ask: "embed-page", root, ply: Number(asked.get("ply")) || 0, view }, log);
  document.open();
  document.write(html);
  document.close();
  hearHost({ view: ({ view: other }) => other !== view && show(String(other)) }); // what was heard before is forgotten
}

draw().catch((error) => say(`This game cannot be shown: ${error.message}`));
