// Explains what lies on the table: a press on a word of the game, or on a zone, shows what it means beside
// it, and one on a card what it is and where it has been.
import { say, showDetail } from "./asides.js";

const EXPLAINED = ".zone h3, .worth, .lines-of-score dt, .task, .pill, .crust, .sandwich p, .sandwich h3, .sheet em, .term small, .notes, .due";
const GAP = 6; // pixels between a word and what it means
const MARGIN = 12; // pixels that are left at the edges of the window

const meaning = document.getElementById("meaning");
const entries = [...document.querySelectorAll(".words-of-game div")].map((entry) => [...entry.children].map((one) => one.textContent));

// The entry for the longest word of the game that a text has; undefined if it has none.
export function entryIn(text) {
  const said = text.toLowerCase();
  const found = entries.filter(([word]) => said.includes(word.toLowerCase()));
  return found.sort(([one], [other]) => other.length - one.length)[0];
}

// Shows a title and what it means, beside an element.
export function showMeaning(element, title, text) {
  [meaning.firstElementChild.textContent, meaning.lastElementChild.textContent] = [title, text];
  meaning.showPopover();
  const { left, top, bottom } = element.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = meaning;
  const below = bottom + GAP + height < innerHeight;
  meaning.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  meaning.style.top = `${Math.max(MARGIN, below ? bottom + GAP : top - GAP - height)}px`;
}

// Shows what a card is, and where it has been: `ways` has a section for each. Returns the dialog;
// undefined if its face is hidden.
export function showCard(ways, number) {
  const way = ways.querySelector(`#card-${number}`);
  if (way) return showDetail(way);
  say("The face of this card is hidden here");
  return undefined;
}

document.querySelector(".replay").addEventListener("click", (event) => {
  if (event.target.closest("a, button, summary, [data-number]")) return;
  const said = event.target.closest(EXPLAINED);
  const entry = said && entryIn(said.textContent);
  if (entry) showMeaning(said, ...entry);
});
