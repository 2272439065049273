/** The header and its names, checked alike for text and JSON. Knows no game. */

import { MAX_HEADER, MAX_PLAYER, MAX_TAGS, MAX_VALUE, SEATS, TERMINATIONS, escape } from "./grammar.js";
import { Problem } from "./problem.js";

/** The reserved names, with the key of each in JSON. */
export const RESERVED = {
  CGN: "cgn",
  Game: "game",
  Rules: "rules",
  Deck: "deck",
  Seed: "seed",
  SeedHash: "seedHash",
  Termination: "termination",
};
const REQUIRED = ["CGN", "Game", "Rules"];

/** Whether a name is the letter of a seat. */
export const isSeat = (name) => /^[A-J]$/.test(name);
/** Whether a name is that of an option. */
export const isOption = (name) => /^[a-z][a-z0-9_-]*$/.test(name);
/** Whether a name is that of a free tag. */
export const isFree = (name) =>
  /^[A-Z][A-Za-z0-9_-]*$/.test(name) && !Object.hasOwn(RESERVED, name) && !isSeat(name);

/** The steps to the value of the header line with this name. */
export function stepsTo(name) {
  if (isSeat(name)) return ["seats", SEATS.indexOf(name)];
  if (isOption(name)) return ["options", name];
  return Object.hasOwn(RESERVED, name) ? [RESERVED[name]] : ["tags", name];
}

/** The header lines by name, as they are read. */
export class Header {
  constructor() {
    /** @type {Map<string, string>} */
    this.values = new Map();
  }

  /** Add a line. Throws a Problem if its name is taken or none, or its version is unknown. */
  add(name, value) {
    const steps = stepsTo(name);
    const known = Object.hasOwn(RESERVED, name) || isSeat(name) || isOption(name) || isFree(name);
    if (!known) throw new Problem("cgn.tag-name", `\`${name}\` is not a name for a tag`, { steps });
    if (this.values.has(name)) {
      throw new Problem("cgn.duplicate-tag", `the tag ${name} appears a second time`, { steps });
    }
    this.values.set(name, value);
    if (name === "CGN" && value !== "1") {
      const message = `unknown CGN version \`${value}\`; this reader knows version 1`;
      throw new Problem("cgn.version", message, { steps });
    }
  }

  /** The letters of the seats, in order. */
  get seats() {
    return [...this.values.keys()].filter(isSeat).sort();
  }

  /** The lines whose names this test accepts, as an object. */
  named(test) {
    return Object.fromEntries([...this.values].filter(([name]) => test(name)));
  }

  /** Throw a Problem if something required is missing, or a value is not allowed. */
  check() {
    const free = [...this.values.keys()].filter((name) => isOption(name) || isFree(name));
    if (free.length > MAX_TAGS) {
      const message = `the header has more than ${MAX_TAGS} options and free tags`;
      throw new Problem("cgn.too-many-tags", message, { steps: [] });
    }
    this.#checkLengths();
    for (const name of REQUIRED) {
      if (!this.values.has(name)) {
        throw new Problem("cgn.missing-tag", `the tag ${name} is missing`, { steps: [] });
      }
    }
    this.#checkSeats();
    const termination = this.values.get("Termination");
    if (termination !== undefined && !TERMINATIONS.includes(termination)) {
      const message = `\`${termination}\` is not a way for a game to end early; use one of ${TERMINATIONS.join(", ")}`;
      throw new Problem("cgn.termination", message, { steps: ["termination"] });
    }
  }

  /** The names, in the order of the canonical form. */
  get #names() {
    const names = [...this.values.keys()];
    const reserved = (some) => some.filter((name) => this.values.has(name));
    return [
      ...reserved(["CGN", "Game", "Rules", "Deck"]),
      ...names.filter(isOption).sort(),
      ...this.seats,
      ...reserved(["Seed", "SeedHash", "Termination"]),
      ...names.filter(isFree).sort(),
    ];
  }

  #checkLengths() {
    let size = 0;
    for (const name of this.#names) {
      const value = this.values.get(name);
      const most = isSeat(name) ? MAX_PLAYER : MAX_VALUE;
      const length = [...value].length;
      if (length > most) {
        const message = `this has ${length} characters, but may have ${most}`;
        throw new Problem("cgn.header-too-long", message, { steps: stepsTo(name) });
      }
      size += new TextEncoder().encode(`[${name} "${escape(value, '"')}"]\n`).length;
      if (size > MAX_HEADER) {
        const message = `the header is too long here: its lines may have ${MAX_HEADER} bytes`;
        throw new Problem("cgn.header-too-long", message, { steps: stepsTo(name) });
      }
    }
  }

  #checkSeats() {
    const letters = this.seats;
    const last = letters.at(-1);
    if (last !== undefined && letters.join("") !== SEATS.slice(0, letters.length)) {
      const message = `seat ${last} is named, but a seat before it is not`;
      throw new Problem("cgn.seats", message, { steps: stepsTo(last) });
    }
    if (letters.length < 2) {
      const message = "a game needs at least two seats";
      throw new Problem("cgn.seats", message, { steps: ["seats"] });
    }
  }
}

/** The record's parts that a header has, in the order of JSON. */
export function headerParts(header) {
  const value = (name) => header.values.get(name);
  const parts = {
    cgn: 1,
    game: value("Game"),
    rules: value("Rules"),
    deck: value("Deck"),
    seats: header.seats.map(value),
    options: header.named(isOption),
    seed: value("Seed"),
    seedHash: value("SeedHash"),
    termination: value("Termination"),
    tags: header.named(isFree),
  };
  return withoutEmpty(parts, ["seats"]);
}

/** The object without absent parts, and without empty lists and objects except those kept. */
export function withoutEmpty(parts, kept = []) {
  const isThere = ([key, part]) =>
    part !== undefined &&
    (kept.includes(key) || part === null || typeof part !== "object" || Object.keys(part).length > 0);
  return Object.fromEntries(Object.entries(parts).filter(isThere));
}
