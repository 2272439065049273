// Explains a word of the game, or a zone, where it stands on the table: a press shows what it means.
const EXPLAINED = ".zone h3, .worth, .lines-of-score dt, .task, .pill, .crust, .sandwich p, .sandwich h3, .sheet em, .term small, .notes, .due";
const GAP = 6; // pixels between a word and what it means
const MARGIN = 12; // pixels that are left at the edges of the window

const meaning = document.getElementById("meaning");
const entries = [...document.querySelectorAll(".words-of-game div")].map((entry) => [...entry.children].map((one) => one.textContent));

// The entry for the longest word of the game that a text has; undefined if it has none.
function entryIn(text) {
  const said = text.toLowerCase();
  const found = entries.filter(([word]) => said.includes(word.toLowerCase()));
  return found.sort(([one], [other]) => other.length - one.length)[0];
}

document.querySelector(".replay").addEventListener("click", (event) => {
  if (event.target.closest("a, button, summary, [data-number]")) return;
  const said = event.target.closest(EXPLAINED);
  const entry = said && entryIn(said.textContent);
  if (!entry) return;
  [meaning.firstElementChild.textContent, meaning.lastElementChild.textContent] = entry;
  meaning.showPopover();
  const { left, top, bottom } = said.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = meaning;
  const below = bottom + GAP + height < innerHeight;
  meaning.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`;
  meaning.style.top = `${Math.max(MARGIN, below ? bottom + GAP : top - GAP - height)}px`;
});
