// The log that this tab has checked: its text, the record that is shown, and, if the next page of the form is to
// check it at once, the ply (`next`). So Back, a reload, and the page of tried moves still have it.
import { store, stored } from "./film.js";

const KEY = "log";

// Keeps a log, and forgets an older one, if this one is too long to be kept.
export function keepPasted(log, record, next) {
  store("sessionStorage", KEY, "null");
  store("sessionStorage", KEY, JSON.stringify({ log, record, next }));
}

export const pasted = () => JSON.parse(stored("sessionStorage", KEY) ?? "null");

// The moves that the address of this page tries in the log, and the ply from which on; undefined if it tries none.
export function triedHere() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (!/^\d+$/.test(asked.get("try"))) return undefined;
  return { ply: Number(asked.get("try")), moves: movesOf(asked.get("line")) };
}

// The moves of a line, as addresses have it.
export const movesOf = (line) => (line ? line.split(";") : []);
