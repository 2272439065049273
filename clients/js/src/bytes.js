/** Bytes: decoded strictly, searched, and cut into records of text. */

import { MAX_LINE, MAX_RECORD } from "./grammar.js";
import { Problem } from "./problem.js";

const LF = 10;
const BOM = [0xef, 0xbb, 0xbf];
const START = [..."[CGN "].map((sign) => sign.charCodeAt(0));
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/** The UTF-8 of a text. */
export function encode(text) {
  return ENCODER.encode(text);
}

/** Whether these bytes lie at this offset. */
function liesAt(bytes, at, wanted) {
  return at >= 0 && wanted.every((byte, index) => bytes[at + index] === byte);
}

/** The bytes without a byte order mark at their beginning. */
export function withoutMark(bytes) {
  return liesAt(bytes, 0, BOM) ? bytes.subarray(BOM.length) : bytes;
}

/**
 * The text of bytes that begin on this line of a file, without a byte order mark.
 * Throws a Problem (`cgn.encoding`) at the first byte that is not UTF-8.
 */
export function decode(raw, firstLine) {
  const bytes = withoutMark(raw);
  try {
    return DECODER.decode(bytes);
  } catch {
    const at = firstInvalid(bytes);
    const start = bytes.lastIndexOf(LF, at - 1) + 1;
    const place = {
      line: firstLine + count(bytes, LF, 0, at),
      column: [...DECODER.decode(bytes.subarray(at ? start : 0, at))].length + 1,
    };
    const byte = bytes[at].toString(16).padStart(2, "0");
    throw new Problem("cgn.encoding", `byte 0x${byte} is not UTF-8`, { place });
  }
}

/** Where the first byte lies that is not part of UTF-8 (Unicode, table 3-7). */
function firstInvalid(bytes) {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function sequenceLength(bytes, at) {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const lows = { 0xe0: 0xa0, 0xf0: 0x90 };
  const highs = { 0xed: 0x9f, 0xf4: 0x8f };
  for (let index = 1; index < length; index++) {
    const low = index === 1 ? (lows[first] ?? 0x80) : 0x80;
    const high = index === 1 ? (highs[first] ?? 0xbf) : 0xbf;
    const byte = bytes[at + index];
    if (byte === undefined || byte < low || byte > high) return 0;
  }
  return length;
}

/** How often a byte occurs from an offset to another. */
export function count(bytes, wanted, from, to) {
  let found = 0;
  for (let at = from; at < to; at++) if (bytes[at] === wanted) found++;
  return found;
}

/** Whether a record begins at this offset, with a byte order mark or without. */
export function startsRecord(bytes, at) {
  return liesAt(bytes, at, START) || (liesAt(bytes, at, BOM) && liesAt(bytes, at + 3, START));
}

/** The bytes of every record, and of whatever precedes the first, with the number of their line. */
export function chunks(bytes) {
  const found = [];
  let [start, line] = [0, 1];
  for (let at = nextLine(bytes, 0); at < bytes.length; at = nextLine(bytes, at)) {
    if (!startsRecord(bytes, at)) continue;
    found.push({ line, raw: bytes.subarray(start, at) });
    line += count(bytes, LF, start, at);
    start = at;
  }
  if (start < bytes.length) found.push({ line, raw: bytes.subarray(start) });
  return found;
}

/** Where the line after this offset begins; the end of the bytes if there is none. */
function nextLine(bytes, at) {
  const found = bytes.indexOf(LF, at);
  return found < 0 ? bytes.length : found + 1;
}

/** Every line of bytes, its line end included. */
export function linesOf(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const next = nextLine(bytes, at);
    found.push(bytes.subarray(at, next));
    at = next;
  }
  return found;
}

/** The index of the first line that is too long, or -1. */
export function longLine(bytes) {
  if (bytes.length <= MAX_LINE) return -1;
  const examined = linesOf(bytes.subarray(0, MAX_RECORD + 1));
  return examined.findIndex((line) => line.length - (line.at(-1) === LF ? 1 : 0) >= MAX_LINE);
}

/** Bytes in lower-case hex digits. */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
