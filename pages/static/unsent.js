// Checks a log in the browser: what is wrong with it while it is typed, and the page that the service
// would make of it. Nothing is sent.
import { edited } from "./edits.js";
import { ask } from "./judge.js";
import { triedHere } from "./pasted.js";

const PAUSE = 400; // milliseconds after the last key
const MOST = 1 << 20; // bytes, as the service has it
const PACKED = [0x1f, 0x8b];
let hasShown = false;

// The log in a form as bytes; null if the service has to say what is wrong with it.
export async function unsentLog({ log, file }) {
  const bytes = file?.files.length
    ? new Uint8Array(await file.files[0].arrayBuffer())
    : new TextEncoder().encode(log.value);
  const isPacked = PACKED.every((byte, at) => bytes[at] === byte);
  const isText = bytes.some((byte) => byte > 0x20);
  return isText && !isPacked && bytes.length <= MOST ? bytes : null;
}

// The record that an address or a page has, packed; empty if it is damaged, or longer than a log may be.
export async function unpacked(base64, most = MOST) {
  try {
    const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    const parts = [];
    let size = 0;
    for (let next = await stream.read(); !next.done; next = await stream.read()) {
      size += next.value.length;
      if (size > most) return "";
      parts.push(next.value);
    }
    return await new Blob(parts).text();
  } catch {
    return "";
  }
}

// Shows a page in the place of this one. If Back or Forward leads away from it, its address is loaded.
export function replacePage(html) {
  document.open();
  document.write(html);
  document.close();
  const isTried = triedHere() !== undefined;
  addEventListener("popstate", (event) => {
    const isOther = isTried !== (triedHere() !== undefined);
    if (!isOther && (event.state?.unsent || location.hash)) return;
    event.stopImmediatePropagation(); // this page would make the address its own again
    location.reload();
  });
}

// Shows the page that answers a question about a log in the place of this one, behind which Back leads to the form, unless it was there
// `again`. A window can do so once, since it runs each script once; true if it could.
export async function showUnsent(question, log, address, again) {
  if (hasShown) return false;
  const html = await ask(question, log);
  hasShown = true;
  if (!again) history.pushState({ unsent: true }, "", address);
  replacePage(html.replace(/(<script type="module" src="[^"]*log\.js[^"]*)"/, '$1#again"'));
  return true;
}

// Says below a form what is wrong with the log in it, as it changes, with the edits that would mend it.
export function watch(form) {
  const { log } = form.elements;
  const said = form.querySelector("[data-unsent]");
  let timer;
  const look = async () => {
    const bytes = await unsentLog({ log });
    said.replaceChildren();
    said.hidden = !bytes;
    if (!bytes) return;
    const text = log.value;
    try {
      const reports = await ask({ ask: "check" }, bytes);
      if (log.value === text) said.replaceChildren(...told(reports, log));
    } catch {
      said.hidden = true; // the service checks it
    }
  };
  log.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
}

function told(reports, log) {
  const parts = [];
  const wrong = reports.find(({ report }) => report.diagnostic)?.report;
  if (wrong) {
    const where = wrong.line ? `Line ${wrong.line}: ` : "";
    parts.push(paragraph(`${where}${sentence(wrong.message)} ${sentence(wrong.help ?? "")}`));
    for (const edit of wrong.diagnostic.edits ?? []) parts.push(mend(edit, log));
  } else if (reports.length > 1) parts.push(paragraph(`${reports.length} records, none with a mistake.`));
  else {
    const [{ report }] = reports;
    parts.push(paragraph(sentence(`${report.verdict}: ${report.plies} plies`)));
  }
  parts.push(paragraph("Checked in this browser; nothing was sent.", "note"));
  return parts;
}

export const sentence = (words) => words && words[0].toUpperCase() + words.slice(1) + (/[.?!]$/.test(words) ? "" : ".");

function paragraph(text, kind = "") {
  const made = document.createElement("p");
  made.className = kind;
  text.split("`").forEach((part, at) => made.append(at % 2 ? coded(part) : part));
  return made;
}

function coded(text) {
  const made = document.createElement("code");
  made.textContent = text;
  return made;
}

function mend(edit, log) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = edit.title.replaceAll("`", "");
  button.addEventListener("click", () => {
    log.value = edited(log.value, edit);
    log.dispatchEvent(new Event("input"));
    log.focus();
  });
  return button;
}
