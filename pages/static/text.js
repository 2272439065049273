// A position as text, a line for each place of the table: what a screen reader says of it, not what is
// drawn, so that it is complete and reads the same at every width.
const STOPS = { LI: ";", P: ";", H3: ":", SMALL: ":" };
const ITEMS = ".card, dl > div, ul.strips"; // what else stands for itself

const isPicture = (node) => node.matches("svg, .badge, .empty, [hidden], [aria-hidden='true']");

function words(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || isPicture(node)) return "";
  const whole = node.matches(".name") && node.parentElement.title; // "peach jam, apricot below"
  const inside = whole || [...node.childNodes].map(words).join(" ");
  return inside.trim() && ` ${inside} ${node.matches(ITEMS) ? ";" : (STOPS[node.tagName] ?? "")} `;
}

// Tidies what the parts leave between them: no stop before another one or at either end.
const tidy = (text) =>
  text.replace(/\s+/g, " ").replace(/ (?=[,.;:)])/g, "").replace(/[,;:]+(?=[;:])/g, "").replace(/\( /g, "(").replace(/^[;: ]+|[,;: ]+$/g, "");

const plain = (node) => tidy(words(node));

function headLine(head) {
  const [change, due] = [head.querySelector(".up, .down"), head.querySelector(".pill, .wins")];
  const points = [...head.querySelector(".score").childNodes].filter((node) => node !== change).map(words);
  return `${plain(head.querySelector("h2"))}: ${tidy(points.join(" "))}${change ? ` (${plain(change)})` : ""}${due ? `, ${plain(due)}` : ""}`;
}

function zoneLine(zone) {
  if (zone.querySelector(".empty")) return "";
  const name = zone.getAttribute("aria-label");
  const heads = zone.querySelectorAll(":scope > h3");
  if (name) return zone.children.length ? `${name}: ${plain(zone)}` : "";
  if (heads.length !== 1) return plain(zone);
  const rest = [...zone.childNodes].filter((node) => node !== heads[0]).map(words).join(" ");
  return tidy(`${plain(heads[0])}: ${rest}`);
}

// What happened, then the places that all share, then each seat with its own.
export function positionText(sentence, table) {
  const said = [...sentence.querySelectorAll("p")].filter((part) => part.checkVisibility()).map(plain);
  const lines = [...table.querySelectorAll(".shared .zone, .seat .head, .seat .zone")]
    .filter((place) => !place.hidden && !place.closest(".copy"))
    .map((place) => (place.matches(".head") ? `\n${headLine(place)}` : zoneLine(place)))
    .filter((line) => line);
  return `${said.join("\n")}\n\n${lines.join("\n").trimStart()}\n`;
}
