// Finds plies: those of which some words are said, and those with a note.
import { say } from "./asides.js";
import { film, playhead, plyOf, replay } from "./playhead.js";
import { go } from "./steps.js";

const mistake = document.querySelector(".mistake") ? Number(replay.dataset.ply) : null;

const plain = (words) => words.toLowerCase().replace(/\s+/g, " ");
const moves = () => [...playhead.line.moves.querySelectorAll("li")];

// Finds the plies of which these words are said, or written in the list of moves, and marks them there.
export async function search(text) {
  const said = await film.words().catch(() => []);
  const has = (move) => !move.hidden && plain(`${move.textContent} ${said[plyOf(move)] ?? ""}`).includes(plain(text));
  playhead.found = moves().filter(has).map(plyOf);
  markFound();
  const { found, ply } = playhead;
  if (!found.length) return say(`${text}: found nowhere`);
  go(found.find((number) => number >= ply) ?? found[0]);
  say(`${text}: ${found.length} ${found.length === 1 ? "hit" : "hits"}, n and N to go on`);
}

export function forgetFound() {
  playhead.found = [];
  markFound();
}

function markFound() {
  for (const move of moves()) move.classList.toggle("hit", playhead.found.includes(plyOf(move)));
}

// The plies with a mark, a comment, a variation or a mistake.
function notes() {
  const noted = [...playhead.line.moves.querySelectorAll("li:has(p, .mark)")].map(plyOf);
  if (mistake !== null && !playhead.line.key) noted.push(mistake);
  return noted;
}

// Goes to the next ply that a search has found or, without one, that has a note.
export function goToNoted(back) {
  const { found, hiding, ply } = playhead;
  const stops = (found.length ? found : notes()).sort((one, other) => one - other);
  const to = back ? stops.findLast((number) => number < ply) : stops.find((number) => number > ply);
  if (to === undefined || (hiding && !back)) say(back ? "Nothing more before this ply" : "Nothing more after this ply");
  else go(to);
}
