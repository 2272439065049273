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
  const said = document.createElement("pre");
  said.textContent = text;
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
  const [{ report, text }] = await ask({ ask: "check" }, log);
  if (report.diagnostic) return say(text);
  const html = await ask({ ask: "embed-page", root, ply: Number(asked.get("ply")) || 0, view }, log);
  document.open();
  document.write(html);
  document.close();
  hearHost({ view: ({ view: other }) => other !== view && show(String(other)) }); // what was heard before is forgotten
}

draw().catch((error) => say(`This game cannot be shown: ${error.message}`));
