/** The one way to read records: finds the form of the bytes, and reads them. */

import { decode, encode, linesOf, withoutMark } from "./bytes.js";
import { parseJson } from "./json-parser.js";
import { readJson, readJsonLines } from "./json-reader.js";
import { readText } from "./text-reader.js";

const READERS = { text: readText, json: readJson, jsonl: readJsonLines };
const ENDINGS = { ".cgn": "text", ".json": "json", ".jsonl": "jsonl" };

/**
 * Every record of a text or of bytes, broken ones included: each reading has either the `record` or
 * the `problem` that keeps it from being one.
 * @param {string | Uint8Array} source
 * @param {{name?: string, form?: import("./index.js").Form}} how
 *   the form, or the name of a file, whose ending says it; without either, the first bytes do
 * @returns {Generator<import("./index.js").Reading>}
 */
export function read(source, { name = "", form } = {}) {
  const bytes = typeof source === "string" ? encode(source) : source;
  return READERS[form ?? formOf(name) ?? formWithin(bytes)](bytes);
}

/**
 * The one record of a text or of bytes. Throws its Problem, or a RangeError if there are several.
 * @param {string | Uint8Array} source
 * @param {{name?: string, form?: import("./index.js").Form}} how as in `read`
 * @returns {import("./index.js").Record}
 */
export function parse(source, how) {
  const [first, ...others] = read(source, how);
  if (first.problem) throw first.problem;
  if (others.length) throw new RangeError(`expected one record, found ${others.length + 1}`);
  return first.record;
}

/**
 * The form that the ending of a file's name stands for; undefined if it stands for none.
 * @param {string} name
 */
export function formOf(name) {
  const ending = Object.keys(ENDINGS).find((end) => name.toLowerCase().endsWith(end));
  return ending && ENDINGS[ending];
}

/** The form of bytes: JSON begins with `{`, and JSON Lines end an object on the first line. */
function formWithin(bytes) {
  for (const line of linesOf(withoutMark(bytes))) {
    const text = new TextDecoder().decode(line).trim();
    if (text) return text.startsWith("{") ? (isComplete(line) ? "jsonl" : "json") : "text";
  }
  return "text";
}

function isComplete(line) {
  try {
    parseJson(decode(line, 1));
    return true;
  } catch {
    return false;
  }
}
