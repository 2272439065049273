// The keys of a replay. Letters may be switched off, for those who speak to their browser.
import { ACTS, follow } from "./acts.js";
import { store, stored } from "./film.js";
import { listed, playhead, round } from "./playhead.js";
import { forgetFound, goToNoted } from "./search.js";
import { autoplay, go } from "./steps.js";

const KEYS = {
  ArrowLeft: (event) => go(event.shiftKey ? round(true) : playhead.wanted - 1, { held: event.repeat }),
  ArrowRight: (event) => go(event.shiftKey ? round(false) : playhead.wanted + 1, { held: event.repeat }),
  Home: () => go(0),
  End: ACTS.last,
  Escape: forgetFound,
};
const LETTERS = {
  " ": () => autoplay.toggle(),
  "<": ACTS.slower,
  ">": ACTS.faster,
  g: ACTS.ask,
  "/": ACTS.search,
  n: () => goToNoted(false),
  N: () => goToNoted(true),
  m: () => (listed(playhead.ply) ?? playhead.line.moves.querySelector("li"))?.firstElementChild.focus(),
  l: ACTS.legal,
  s: ACTS.scores,
  i: () => follow(`#move-${playhead.ply} .instead a`, "No variation here: n goes to the next note"),
  o: () => follow(".line-of a", "This is the game itself"),
  v: ACTS.view,
  w: ACTS.written,
  x: ACTS.comments,
  h: ACTS.hide,
  "[": () => follow("[data-record=back]", "There is no record before this one"),
  "]": () => follow("[data-record=on]", "There is no record after this one"),
  c: ACTS.copy,
  C: ACTS.position,
  "?": ACTS.keys,
};

const letters = () => stored("localStorage", "letters") !== "off";

const single = document.getElementById("letters");
single.checked = letters();
single.addEventListener("change", () => store("localStorage", "letters", single.checked ? "on" : "off"));

document.addEventListener("keydown", (event) => {
  // What had the focus in a dialog keeps it for a frame after the dialog has closed.
  const target = event.target.closest("dialog:not([open])") ? document.body : event.target;
  const typing = target.closest("input:not([type=range]), textarea, select, dialog");
  const pressing = event.key === " " && target.closest("a, button, summary");
  if (typing || pressing || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = KEYS[event.key] ?? (letters() ? LETTERS[event.key] : undefined);
  if (!act) return;
  if (event.key !== "Escape") event.preventDefault(); // which also closes what is open
  if (autoplay.playing && !" <>".includes(event.key)) autoplay.pause();
  act(event);
});
