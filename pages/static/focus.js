// Keeps the focus where it is while the page changes, and makes the list of moves one stop of Tab.
const FOCUSABLE = "a[href], button, summary, input, [tabindex]";

const focusable = (region) => [region, ...region.querySelectorAll(FOCUSABLE)].filter((one) => one.matches(FOCUSABLE));

// What has the focus: the id of its region, its place among what can have it, and its kind of step.
export function focusPlace(ids) {
  const active = document.activeElement;
  for (let region = active?.closest("[id]"); region; region = region.parentElement?.closest("[id]")) {
    if (ids.has(region.id)) return { id: region.id, at: focusable(region).indexOf(active), step: active.dataset.step };
  }
  return null;
}

// Gives the focus back to what stands in the same place, if what had it was drawn anew.
export function giveBack(place) {
  if (!place || document.activeElement !== document.body) return;
  const region = document.getElementById(place.id);
  const others = focusable(region);
  const same = place.step ? region.querySelector(`a[data-step="${place.step}"]`) ?? document.getElementById("play") : others[place.at];
  (same ?? others.at(-1) ?? document.getElementById("play")).focus({ preventScroll: true });
}

let tabStop; // the link of the list that Tab reaches

function reachByTab(link) {
  if (tabStop) tabStop.tabIndex = -1;
  tabStop = link;
  if (tabStop) tabStop.tabIndex = 0;
}

// Lets Tab reach the current move only, from which Up and Down lead to the others.
export function oneStop(moves, current) {
  if (!moves.dataset.stops) {
    moves.dataset.stops = "one";
    for (const link of moves.querySelectorAll("a")) link.tabIndex = -1;
    moves.addEventListener("keydown", upOrDown);
    moves.addEventListener("focusin", (event) => reachByTab(event.target.closest("a") ?? tabStop));
  }
  if (!moves.contains(document.activeElement)) reachByTab(current ?? moves.querySelector("a"));
}

function upOrDown(event) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const from = event.target.closest("a");
  if (!by || !from) return;
  event.preventDefault();
  const links = [...event.currentTarget.querySelectorAll("a")].filter((link) => link.checkVisibility());
  links[links.indexOf(from) + by]?.focus();
}
