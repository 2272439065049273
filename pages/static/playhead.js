// Where the page stands in its replay: the line that is shown, and the ply of it.
import { Film } from "./film.js";

export const replay = document.querySelector(".replay");
export const film = new Film(replay.dataset);

const ply = Number(replay.dataset.ply);

export const playhead = {
  line: { // the line that is shown: the game, or a variation
    key: film.line,
    parent: "",
    fork: 0,
    plies: Number(replay.dataset.plies),
    graph: document.querySelector(".graph"),
    moves: document.getElementById("moves"),
    ways: document.querySelector("template.ways")?.content,
  },
  ply,
  wanted: ply, // the ply that is shown as soon as it is loaded
  hiding: replay.dataset.hides !== undefined, // whether what is to come is hidden
  found: [], // the plies that a search has found
};

// An exported file contains all lines; on a service, every line has pages of its own.
export const lines = new Map([[playhead.line.key, playhead.line]]);
for (const { dataset, content } of document.querySelectorAll("template[data-line]")) {
  lines.set(dataset.line, {
    key: dataset.line,
    parent: dataset.parent,
    fork: Number(dataset.fork),
    plies: Number(dataset.plies),
    graph: content.querySelector(".graph"),
    moves: content.querySelector("#moves"),
    ways: content.querySelector("template.ways").content,
  });
}

// The moves of the line as they are listed: the one of a ply, the address that it leads to, the ply of a move.
export const listed = (number) => playhead.line.moves.querySelector(`#move-${number}`);
export const link = (to) => listed(to)?.firstElementChild.href ?? replay.dataset.start;
export const plyOf = (move) => Number(move.id.slice(5));

// The plies before the rounds of the line, and the next of them in a direction.
export const starts = () => [...playhead.line.moves.querySelectorAll("ol")].map((list) => list.start - 1);

export function round(back) {
  const { line, ply: now } = playhead;
  return back
    ? Math.max(0, ...starts().filter((start) => start < now))
    : Math.min(line.plies, ...starts().filter((start) => start > now));
}
