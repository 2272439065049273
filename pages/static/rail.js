// Beside the table: the slider, the list of moves, and what is said of the ply that is shown.
import { oneStop } from "./focus.js";
import { listed, playhead, plyOf, replay } from "./playhead.js";

export const slider = document.getElementById("slider");

let commenting = replay.dataset.view === "all";
let again; // the frame in which the list is scrolled once more
let unseen = 0; // plies of a game in progress that came while another one was shown

// Updates what lies beside the table to the ply that is shown.
export function drawRail() {
  const { hiding, line, ply } = playhead;
  slider.max = hiding ? Math.max(ply, 1) : line.plies;
  slider.value = ply;
  slider.setAttribute("aria-valuetext", `ply ${ply}`);
  const { moves } = line;
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const now = listed(ply);
  now?.firstElementChild.setAttribute("aria-current", "step");
  if (hiding) cover();
  if (commenting) unfold();
  showBrief(now);
  tell();
  scroll();
  cancelAnimationFrame(again); // rounds that come into sight get their heights only in the next frame
  again = requestAnimationFrame(() => (again = requestAnimationFrame(scroll)));
  oneStop(moves, now?.firstElementChild);
  if (unseen && ply === line.plies) arrive(0);
}

// Brings the move of the ply that is shown into the upper third of the list.
function scroll() {
  const { moves } = playhead.line;
  const now = listed(playhead.ply);
  if (now) moves.scrollTop += now.getBoundingClientRect().top - moves.getBoundingClientRect().top - moves.clientHeight / 3;
  else moves.scrollTop = 0;
}

// Screen readers hear what happened, and nothing of what stands around it.
function tell() {
  const told = document.getElementById("told");
  const said = document.querySelector("#sentence .said").textContent.trim();
  if (told.textContent !== said) told.textContent = said;
}

// On a page within that of another site, the words of the move stand beside the buttons.
function showBrief(move) {
  const brief = document.getElementById("brief");
  if (!brief) return;
  const words = move?.querySelector(".short")?.cloneNode(true) ?? "The cards are dealt";
  const badge = move?.querySelector(".badge")?.cloneNode(true);
  brief.replaceChildren(...[badge, " ", words].filter(Boolean));
}

// Hides the moves to come, or shows them again; in a file, the graph too.
export function cover() {
  const { hiding, line, ply } = playhead;
  for (const move of line.moves.querySelectorAll("li")) move.hidden = hiding && plyOf(move) > ply;
  for (const list of line.moves.querySelectorAll("ol")) {
    list.hidden = list.previousElementSibling.hidden = hiding && list.start > ply;
  }
  replay.classList.toggle("hiding", hiding && !replay.dataset.film);
  document.getElementById("covered").hidden = !hiding;
}

// Comments are folded in the view of a seat, since they may reveal what it does not see.
function unfold() {
  for (const comment of replay.querySelectorAll("details.comment")) comment.open = commenting;
  replay.classList.toggle("quiet", !commenting);
}

// Shows the comments, or hides them again. Returns whether they are shown.
export function toggleComments() {
  commenting = !commenting;
  unfold();
  return commenting;
}

// Says how many plies have come since the last one was shown.
export function arrive(more) {
  const arrived = document.getElementById("arrived");
  unseen = playhead.ply === playhead.line.plies ? 0 : unseen + more;
  arrived.hidden = !unseen;
  arrived.textContent = `${unseen} new ${unseen === 1 ? "ply" : "plies"}: show the last`;
}
