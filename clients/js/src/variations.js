/** Builds the nested lines of play, line by line of a record of text. */

import { commentsIn, MAX_DEPTH, readTime } from "./grammar.js";
import { withoutEmpty } from "./header.js";
import { Problem } from "./problem.js";

const words = (text) => (text ?? "").split(/[ \t]+/).filter(Boolean);

/** The ply or shuffle that a matched line of play spells. */
function entryOf(groups) {
  if (groups.seat === undefined) {
    return withoutEmpty({
      shuffle: groups.pile,
      order: words(groups.order),
      reveals: words(groups.shown),
    });
  }
  return withoutEmpty({
    seat: groups.seat,
    move: words(groups.move).join(" "),
    reveals: words(groups.reveals),
    irregular: groups.irregular && true,
    mark: groups.mark,
    comments: commentsIn(groups.comments),
    at: groups.time && readTime(groups.time),
  });
}

/** The line being read, and the lines that it is a variation of. */
export class Lines {
  #line = [];
  #number = 1;
  #outer = [];
  /** The ply that variations directly before replace; null if there are none. */
  #owner = null;

  /**
   * Add a line of play. Throws a Problem, with the part at fault, if it is out of place.
   * @param {Record<string, string | undefined>} groups as PLAY_LINE matched them
   * @param {number} index the line's index
   */
  add(groups, index) {
    const entry = entryOf(groups);
    const isPly = groups.seat !== undefined;
    const fail = (code, message, part) => {
      throw new Problem(code, message, { line: index, part });
    };
    if (groups.opening.includes("(")) this.#open(groups.opening, isPly, index, fail);
    if (isPly) this.#count(groups, fail);
    else if (this.#owner !== null) {
      const message = "a shuffle belongs directly after the ply that causes it";
      fail("cgn.misplaced-shuffle", message, "pile");
    }
    this.#line.push(entry);
    if (groups.closing.includes(")")) this.#close(groups.closing, fail);
  }

  /** The main line. Throws a Problem if a variation is not closed. */
  done() {
    const open = this.#outer.at(-1);
    if (open) {
      const message = "this variation is never closed";
      throw new Problem("cgn.unbalanced", message, { line: open.index, part: "opening" });
    }
    return this.#line;
  }

  #open(opening, isPly, index, fail) {
    for (const _ of opening.matchAll(/\(/g)) {
      const misplaced = (message) => fail("cgn.misplaced-variation", message, "opening");
      if (!isPly) misplaced("a variation begins with a ply, not with a shuffle");
      if (this.#owner === null) {
        this.#owner = this.#line.findLast((entry) => "seat" in entry) ?? null;
        if (this.#owner === null) misplaced("there is no ply here for a variation to replace");
      }
      if (this.#outer.length === MAX_DEPTH) {
        fail("cgn.too-deep", `variations are nested more than ${MAX_DEPTH} deep`, "opening");
      }
      this.#outer.push({ line: this.#line, number: this.#number, owner: this.#owner, index });
      this.#line = [];
      this.#owner = null;
      this.#number -= 1;
    }
  }

  #count(groups, fail) {
    if (groups.number !== String(this.#number)) {
      const message = `this ply is number ${this.#number}, not ${groups.number}`;
      fail("cgn.ply-number", message, "number");
    }
    this.#number += 1;
    this.#owner = null;
  }

  #close(closing, fail) {
    for (const _ of closing.matchAll(/\)/g)) {
      const outer = this.#outer.pop();
      if (outer === undefined) fail("cgn.unbalanced", "no variation is open here", "closing");
      (outer.owner.variations ??= []).push(this.#line);
      ({ line: this.#line, number: this.#number, owner: this.#owner } = outer);
    }
  }
}
