/** The end of a record, checked alike for text and JSON. */

import { SEATS } from "./grammar.js";
import { Problem } from "./problem.js";

/**
 * Throw a Problem unless seats of this game won, once each and in order, and each has a score.
 * Its steps end with `winners` or `scores`.
 */
export function checkResult(winners, scores, seats) {
  const fail = (message, part) => {
    throw new Problem("cgn.end-syntax", message, { steps: [part] });
  };
  const stranger = winners.find((seat) => !SEATS.slice(0, seats).includes(seat));
  if (stranger) fail(`there is no seat ${stranger} in this game`, "winners");
  const ordered = [...new Set(winners)].sort();
  if (winners.join() !== ordered.join()) {
    fail("each winner is named once, in seat order", "winners");
  }
  if (scores.length !== seats) fail(`${scores.length} scores for ${seats} seats`, "scores");
}
