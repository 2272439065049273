// Steps through the plies of a replay without loading pages: swaps what a ply changed.
import { Autoplay } from "./autoplay.js";
import { reachable, reached } from "./cards.js";
import { keep } from "./fit.js";
import { focusPlace, giveBack } from "./focus.js";
import { tellHost } from "./host.js";
import { glide, slide } from "./motion.js";
import { film, lines, link, listed, playhead, replay } from "./playhead.js";
import { drawRail } from "./rail.js";
import { onStage, reveal, stage } from "./stage.js";

const QUICK = 200; // milliseconds within which a second step has no transition

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let stepped = -Infinity; // when the last step was
let shown; // the regions on the page, by their ids

// Shows a ply, also of another line. A ply that cannot be loaded is a page that says what is wrong.
export async function go(to, { held = false, key = playhead.line.key } = {}) {
  let next = lines.get(key);
  if (!next) return;
  while (to < next.fork) next = lines.get(next.parent); // the ply belongs to the line around it
  to = Math.min(Math.max(to, 0), next.plies);
  playhead.wanted = to;
  if (next !== playhead.line) {
    enter(next);
    playhead.ply = to;
    return swap();
  }
  if (to === playhead.ply) return;
  let regions = film.at(to);
  if (!regions) {
    try {
      regions = await film.load(to);
    } catch {
      location.assign(link(to));
      return;
    }
    if (playhead.wanted !== to) return; // another step came first
  }
  const near = Math.abs(to - playhead.ply) === 1;
  const quick = held || performance.now() - stepped < QUICK;
  stepped = performance.now();
  playhead.ply = to;
  change(near && !quick);
  film.prefetch(to);
}

// Shows the current ply: what stays on the stage slides, and cards glide if they may.
export function change(gliding) {
  if (reduced.matches) return swap();
  const sliding = () => slide(onStage(), swap);
  if (gliding && document.startViewTransition) glide(film.moving(film.at(playhead.ply)), sliding);
  else sliding();
}

// Shows the graph and the moves of another line.
function enter(next) {
  const { line } = playhead;
  line.graph.replaceWith(next.graph);
  line.moves.replaceWith(next.moves);
  playhead.line = next;
  playhead.found = [];
  film.line = next.key;
  forgetGraph();
}

// Has the mark on the graph drawn anew, which is another one.
export function forgetGraph() {
  shown = new Map(shown); // the film keeps its own
  shown.delete("graph-now");
}

// The page shows this ply already, as the service has drawn it.
export function begin(ply) {
  shown = film.at(ply);
}

// Puts the regions of the current ply on the page.
function swap() {
  const card = reached();
  const regions = film.at(playhead.ply);
  const focus = focusPlace(regions);
  for (const [id, html] of regions) {
    if (shown?.get(id) === html) continue;
    const holder = document.createElement("template");
    holder.innerHTML = html;
    document.getElementById(id)?.replaceWith(holder.content.firstElementChild);
  }
  shown = regions;
  autoplay.draw();
  settle();
  history.replaceState(null, "", film.address(playhead.ply));
  giveBack(focus);
  reachable(...card);
}

// Lays out the table and what lies around it for the current ply.
export function settle() {
  const { ply } = playhead;
  replay.dataset.ply = ply;
  drawRail();
  stage(film.at(ply), film.at(ply - 1));
  keep();
  reveal();
  tellHost("ply", { ply, view: replay.dataset.view });
}

// When the move of a ply was made; NaN if the record does not say so.
const at = (number) => Number(listed(number)?.dataset.at);

export const autoplay = new Autoplay({
  atEnd: () => playhead.ply === playhead.line.plies,
  rewind: () => go(0),
  forward: () => go(playhead.ply + 1),
  letters: () => document.querySelector("#sentence .words").textContent.length,
  seconds: () => at(playhead.ply + 1) - (playhead.ply ? at(playhead.ply) : 0),
});
