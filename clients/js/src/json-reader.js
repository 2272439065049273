/** Reads records of JSON: one document, or one a line. */

import { decode, encode, linesOf, withoutMark } from "./bytes.js";
import { MAX_JSON } from "./grammar.js";
import { checkEnd, toRecord } from "./json-record.js";
import { Misfit, parseJson } from "./json-parser.js";
import { columnOf, pointer, Problem } from "./problem.js";
import { checkSize } from "./size.js";
import { nothing } from "./text-reader.js";

const BLANKS = [...encode(" \t\r\n")];
const NOTE = encode("%")[0];

/**
 * The one record of a JSON document.
 * @param {Uint8Array} bytes
 * @returns {Generator<import("./index.js").Reading>}
 */
export function* readJson(bytes) {
  yield isBlank(bytes) ? { number: 1, problem: nothing() } : readValue(bytes, 1);
}

/**
 * Every record of JSON Lines. After a broken one, reading goes on at the next line.
 * @param {Uint8Array} bytes
 * @returns {Generator<import("./index.js").Reading>}
 */
export function* readJsonLines(bytes) {
  const lines = linesOf(bytes).map((raw, index) => ({ raw, line: index + 1 }));
  const solid = lines.filter(({ raw }) => !isBlank(raw) && raw[0] !== NOTE);
  for (const [index, { raw, line }] of solid.entries()) {
    const number = index + 1;
    const end = endMark(raw);
    if (end === null) {
      yield readValue(raw, number, line);
      continue;
    }
    const problem = faultOfEnd(end, index, line) ?? faultAfter(solid[number]);
    if (problem) yield { number, problem };
    return;
  }
  if (solid.length === 0) yield { number: 1, problem: nothing() };
}

function isBlank(bytes) {
  return withoutMark(bytes).every((byte) => BLANKS.includes(byte));
}

/** The object that says that a stream is complete, if these bytes spell it; else null. */
function endMark(raw) {
  try {
    const value = parseJson(decode(raw, 1));
    return value instanceof Map && value.has("complete") ? value : null;
  } catch (error) {
    if (error instanceof Problem || error instanceof Misfit) return null;
    throw error;
  }
}

function faultOfEnd(end, count, line) {
  try {
    checkEnd(end, count);
    return null;
  } catch (problem) {
    return placed(problem, line);
  }
}

function faultAfter(next) {
  if (next === undefined) return null;
  const message = "nothing may follow the line that says the stream is complete";
  return placed(new Problem("cgn.after-end", message, { steps: [] }), next.line);
}

/** The reading of the record that these bytes spell; `line` is theirs in JSON Lines. */
function readValue(raw, number, line) {
  try {
    if (raw.length > MAX_JSON) {
      const message = `this record has more than ${MAX_JSON} bytes`;
      throw new Problem("cgn.record-too-long", message, { steps: [] });
    }
    const record = toRecord(parsed(decode(raw, line ?? 1), line ?? 1));
    checkSize(record, raw.length);
    return { number, record };
  } catch (problem) {
    return { number, problem: placed(problem, line) };
  }
}

/** The value of a text. Throws a Problem with the place of what is not JSON. */
function parsed(text, firstLine) {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const before = text.slice(0, error.at).split("\n");
    const place = {
      line: firstLine + before.length - 1,
      column: columnOf(before.at(-1), Infinity),
    };
    throw new Problem("cgn.json-syntax", error.message, { place });
  }
}

/** The problem with its pointer, and with its line in JSON Lines. */
function placed(problem, line) {
  if (!(problem instanceof Problem)) throw problem;
  if (problem.line === undefined) {
    problem.pointer = pointer(problem.where.steps ?? []);
    if (line !== undefined) problem.line = line;
  }
  return problem;
}
