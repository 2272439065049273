/** Makes a record of the values that a JSON text has. A Problem says where it is wrong. */

import {
  CARD_TEXT,
  CONTROL_CHARACTER,
  MARKS,
  MAX_DEPTH,
  MAX_SCORE,
  MAX_TIME,
  MOVE_TEXT,
  PILE_TEXT,
  SEATS,
} from "./grammar.js";
import { Header, headerParts, isFree, isOption, isSeat, RESERVED, withoutEmpty } from "./header.js";
import { Numeral } from "./json-parser.js";
import { below, Problem } from "./problem.js";
import { checkResult } from "./result.js";

const RECORD = {
  known: [
    ...["cgn", "game", "rules", "deck", "seats", "options", "seed", "seedHash"],
    ...["termination", "tags", "comments", "plies", "result"],
  ],
  needed: ["cgn", "game", "rules", "seats", "plies"],
};
const PLY = {
  known: ["seat", "move", "reveals", "irregular", "mark", "comments", "at", "variations"],
  needed: ["seat", "move"],
};
const SHUFFLE = { known: ["shuffle", "order", "reveals"], needed: ["shuffle", "order"] };
const RESULT = { known: ["winners", "scores"], needed: ["winners", "scores"] };
const END = { known: ["complete", "records"], needed: ["complete", "records"] };

const fail = (code, message, ...steps) => {
  throw new Problem(code, message, { steps });
};
const wrongType = (wanted) => fail("cgn.json-type", `expected ${wanted}`);
const notAllowed = (message) => fail("cgn.json-value", message);

/** The record that a parsed value spells. Throws a Problem, with its steps, if it spells none. */
export function toRecord(value) {
  const found = object(value, { known: null, needed: ["cgn"] });
  const header = readHeader(found);
  const part = (key, read) =>
    found.has(key) ? below([key], () => read(found.get(key))) : undefined;
  const comments = part("comments", (value) => list(value, text));
  const plies = part("plies", (value) => readLine(value, 0));
  const result = part("result", (value) => readResult(value, header.seats.length));
  return withoutEmpty({ ...headerParts(header), comments, plies, result }, ["plies", "seats"]);
}

/** Throw a Problem unless this is the last line of a stream of so many records. */
export function checkEnd(value, count) {
  const found = object(value, END);
  below(["complete"], () => isTrue(found.get("complete")));
  below(["records"], () => {
    const said = whole(found.get("records"), 10 ** 15);
    if (said !== count) {
      fail("cgn.complete-count", `the stream says that it holds ${said} records, but it holds ${count}`);
    }
  });
}

function readHeader(found) {
  const header = new Header();
  const add = (name, read) => {
    const key = RESERVED[name];
    header.add(name, below([key], () => read(found.get(key))));
  };
  add("CGN", (value) => String(whole(value, 10 ** 9)));
  object(found, RECORD);
  const isNumber = found.get("rules") instanceof Numeral && found.get("rules").whole;
  add("Rules", (value) => (isNumber ? String(whole(value, 10 ** 9)) : text(value)));
  for (const [name, key] of Object.entries(RESERVED)) {
    if (found.has(key) && !header.values.has(name)) add(name, text);
  }
  below(["seats"], () => {
    const names = list(found.get("seats"), text);
    if (names.length > SEATS.length) {
      fail("cgn.seats", `${names.length} seats; there are at most ${SEATS.length}`);
    }
    names.forEach((name, index) => header.values.set(SEATS[index], name));
  });
  readNamed(header, found, "options", isOption);
  readNamed(header, found, "tags", isFree);
  header.check();
  return header;
}

function readNamed(header, found, key, isNamed) {
  if (!found.has(key)) return;
  below([key], () => {
    for (const [name, value] of object(found.get(key), { known: null, needed: [] })) {
      below([name], () => {
        if (!isNamed(name)) fail("cgn.tag-name", `\`${name}\` is not a name for this`);
        header.values.set(name, text(value));
      });
    }
  });
}

function readLine(value, depth) {
  return list(value, (item) => readEntry(item, depth));
}

function readEntry(value, depth) {
  if (value instanceof Map && value.has("shuffle")) return readShuffle(value);
  const found = object(value, PLY);
  const read = { ...PARTS, variations: (part) => readVariations(part, depth) };
  const parts = {};
  for (const [key, part] of found) parts[key] = below([key], () => read[key](part));
  return withoutEmpty(Object.fromEntries(PLY.known.map((key) => [key, parts[key]])));
}

function readShuffle(value) {
  const found = object(value, SHUFFLE);
  const shuffle = below(["shuffle"], () => word(found.get("shuffle"), PILE_TEXT, "a pile"));
  const order = below(["order"], () => cards(found.get("order")));
  if (!found.has("reveals")) return { shuffle, order };
  return { shuffle, order, reveals: below(["reveals"], () => cards(found.get("reveals"))) };
}

function readVariations(value, depth) {
  if (depth === MAX_DEPTH) {
    fail("cgn.too-deep", `variations are nested more than ${MAX_DEPTH} deep`);
  }
  return list(value, (item) => {
    const line = readLine(item, depth + 1);
    if (line.length === 0 || "shuffle" in line[0]) {
      fail("cgn.misplaced-variation", "a variation begins with a ply, which replaces this one");
    }
    return line;
  });
}

function readResult(value, seats) {
  const found = object(value, RESULT);
  const winners = below(["winners"], () => list(found.get("winners"), seat));
  const score = (item) => (item === null ? null : whole(item, MAX_SCORE));
  const scores = below(["scores"], () => list(found.get("scores"), score));
  checkResult(winners, scores, seats);
  return { winners, scores };
}

/** The value as a Map, if it is an object with only known keys (null: any) and all needed ones. */
function object(value, { known, needed }) {
  if (!(value instanceof Map)) wrongType("an object");
  for (const key of known === null ? [] : value.keys()) {
    if (!known.includes(key)) fail("cgn.unknown-key", `unknown key \`${key}\``, key);
  }
  for (const key of needed) {
    if (!value.has(key)) fail("cgn.missing-key", `the key \`${key}\` is missing`);
  }
  return value;
}

function list(value, read) {
  if (!Array.isArray(value)) wrongType("a list");
  return value.map((item, index) => below([index], () => read(item)));
}

function text(value) {
  if (typeof value !== "string") wrongType("a string");
  if (CONTROL_CHARACTER.test(value.replaceAll("\n", " "))) {
    fail("cgn.control-character", "a control character is not allowed here");
  }
  return value;
}

function word(value, pattern, what) {
  if (typeof value !== "string") wrongType("a string");
  if (!pattern.test(value)) notAllowed(`this is not ${what}`);
  return value;
}

function whole(value, most) {
  if (!(value instanceof Numeral) || !value.whole) wrongType("a whole number");
  if (Math.abs(value.value) > most) notAllowed("this number is out of range");
  return value.value;
}

function isTrue(value) {
  if (value !== true) notAllowed("must be true");
  return true;
}

function seat(value) {
  if (typeof value !== "string") wrongType("a string");
  if (!isSeat(value)) notAllowed("this is not a seat");
  return value;
}

function cards(value) {
  if (Array.isArray(value) && value.length === 0) notAllowed("this list is empty");
  return list(value, (item) => word(item, CARD_TEXT, "the code of a card"));
}

function mark(value) {
  if (typeof value !== "string") wrongType("a string");
  if (!MARKS.includes(value)) notAllowed("this is not a mark");
  return value;
}

function time(value) {
  if (!(value instanceof Numeral)) wrongType("a number of seconds");
  if (!(value.value >= 0 && value.value <= MAX_TIME)) notAllowed("this time is out of range");
  const kept = Math.round(value.value * 1000) / 1000;
  if (kept !== value.value) notAllowed("this time is too precise");
  return kept + 0;
}

const PARTS = {
  seat,
  move: (value) => word(value, MOVE_TEXT, "a move"),
  reveals: cards,
  irregular: isTrue,
  mark,
  comments: (value) => list(value, text),
  at: time,
};
