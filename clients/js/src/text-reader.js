/** Reads records of text. */

import { chunks, decode, longLine, startsRecord, withoutMark } from "./bytes.js";
import { faultAfterEnd, faultOfPlay, faultOfTag } from "./faulty-line.js";
import {
  COMMENT_LINE,
  commentsIn,
  END_LINE,
  isBlank,
  MAX_LINE,
  MAX_RECORD,
  PLAY_LINE,
  TAG_LINE,
  unescape,
} from "./grammar.js";
import { Header, headerParts, stepsTo, withoutEmpty } from "./header.js";
import { columnOf, Problem } from "./problem.js";
import { checkResult } from "./result.js";
import { checkSize } from "./size.js";
import { Lines } from "./variations.js";

/**
 * Every record of text in bytes. After a broken one, reading goes on at the next `[CGN `.
 * @param {Uint8Array} bytes
 * @returns {Generator<import("./index.js").Reading>}
 */
export function* readText(bytes) {
  let number = 0;
  for (const chunk of chunks(bytes)) {
    if (isSilent(chunk.raw)) continue;
    number += 1;
    yield readChunk(chunk, number);
  }
  if (number === 0) yield { number: 1, problem: nothing() };
}

/** What is said of a file without any record. */
export function nothing() {
  const message = "there is no record here";
  return new Problem("cgn.no-record", message, { place: { line: 1, column: 1 } });
}

function isSilent(raw) {
  if (startsRecord(raw, 0)) return false;
  const lines = new TextDecoder("latin1").decode(withoutMark(raw)).split("\n");
  return lines.every((line) => line.startsWith("%") || isBlank(line.replaceAll("\r", "")));
}

function readChunk(chunk, number) {
  try {
    const lines = textOf(chunk).split("\n");
    const reader = new RecordReader(lines, chunk.line);
    return { number, record: reader.record(chunk.raw.length) };
  } catch (problem) {
    if (problem instanceof Problem) return { number, problem };
    throw problem;
  }
}

/** The text of a record with LF line ends. Throws a Problem if it is too long, or is no text. */
function textOf({ raw, line }) {
  const long = longLine(raw);
  if (long >= 0) {
    const message = `this line has more than ${MAX_LINE} bytes`;
    throw new Problem("cgn.line-too-long", message, { place: { line: line + long, column: 1 } });
  }
  if (raw.length > MAX_RECORD) {
    const message = `this record has more than ${MAX_RECORD} bytes`;
    throw new Problem("cgn.record-too-long", message, { place: { line, column: 1 } });
  }
  return decode(raw, line).replaceAll("\r\n", "\n");
}

/** Reads the one record on these lines, of which the first has this number in the file. */
class RecordReader {
  #lines;
  #firstLine;
  #header = new Header();
  /** The index of each header line, by the steps to its value. */
  #tagLines = new Map();

  constructor(lines, firstLine) {
    this.#lines = lines;
    this.#firstLine = firstLine;
  }

  /** The record, which is spelled in so many bytes. Throws a Problem with its line and column. */
  record(size) {
    try {
      const record = this.#read();
      checkSize(record, size);
      return record;
    } catch (problem) {
      throw problem instanceof Problem ? this.#placed(problem) : problem;
    }
  }

  #read() {
    const first = this.#readHeader();
    const comments = [];
    const begin = this.#readComments(first, comments);
    if (/^[ \t]*\[/.test(this.#lines[begin] ?? "")) {
      throw this.#in(begin, faultOfPlay(this.#lines[begin]));
    }
    this.#header.check();
    const found = this.#lines.findIndex((line, index) => index >= begin && line.startsWith("="));
    const plies = this.#readPlay(begin, found, comments);
    return withoutEmpty(
      {
        ...headerParts(this.#header),
        comments,
        plies,
        result: found < 0 ? undefined : this.#readEnd(found),
      },
      ["plies"],
    );
  }

  #readHeader() {
    if (!this.#lines[0].startsWith("[CGN ")) {
      const first = Math.max(this.#solid(0), 0);
      throw this.#in(first, faultOfTag(this.#lines[first]));
    }
    for (const [index, line] of this.#lines.entries()) {
      if (line.startsWith("[")) this.#readTag(index, line);
      else if (!isBlank(line)) return index;
    }
    return this.#lines.length;
  }

  #readTag(index, line) {
    const match = TAG_LINE.exec(line);
    if (match === null) throw this.#in(index, faultOfTag(line));
    const [, name, value] = match;
    try {
      this.#header.add(name, unescape(value.slice(1, -1)));
    } catch (problem) {
      throw this.#in(index, problem, 0);
    }
    this.#tagLines.set(stepsTo(name).join("/"), index);
  }

  /** Read lines of comments into a list. Returns the index of the first line that is none. */
  #readComments(from, comments) {
    for (let index = from; index < this.#lines.length; index++) {
      const line = this.#lines[index];
      if (COMMENT_LINE.test(line)) comments.push(...commentsIn(line));
      else if (!isBlank(line)) return index;
    }
    return this.#lines.length;
  }

  /** The main line, up to the end line (-1: there is none). */
  #readPlay(begin, end, comments) {
    const lines = new Lines();
    let begun = false;
    for (let index = begin; index < (end < 0 ? this.#lines.length : end); index++) {
      const line = this.#lines[index];
      const match = PLAY_LINE.exec(line);
      if (match !== null) {
        lines.add(match.groups, index);
        begun ||= match.groups.seat !== undefined;
      } else if (line.startsWith("%") && end < 0 && this.#solid(index) < 0) {
        break;
      } else if (!begun && COMMENT_LINE.test(line)) {
        comments.push(...commentsIn(line));
      } else if (!isBlank(line)) {
        throw this.#in(index, faultOfPlay(line));
      }
    }
    return lines.done();
  }

  #readEnd(index) {
    const line = this.#lines[index];
    const match = END_LINE.exec(line);
    if (match === null) throw this.#in(index, faultOfPlay(line));
    const after = this.#solid(index + 1);
    if (after >= 0) throw this.#in(after, faultAfterEnd(this.#lines[after]));
    const winners = match[1] === "*" ? [] : match[1].split("+");
    const words = match[2].trim().split(/[ \t]+/);
    const scores = words.map((score) => (score === "_" ? null : Number(score)));
    try {
      checkResult(winners, scores, this.#header.seats.length);
    } catch (problem) {
      const blanks = /^=[ \t]*/.exec(line)[0].length;
      const behind = blanks + match[1].length + /^[ \t]*/.exec(match[2])[0].length;
      throw this.#in(index, problem, problem.where.steps[0] === "winners" ? blanks : behind);
    }
    return { winners, scores };
  }

  /** The index of the first line from here on that is neither blank nor a note, or -1. */
  #solid(from) {
    return this.#lines.findIndex(
      (line, index) => index >= from && !isBlank(line) && !line.startsWith("%"),
    );
  }

  /** The problem on this line, at this offset or where it says. */
  #in(index, problem, at = problem.where.at) {
    problem.where = { line: index, at };
    return problem;
  }

  /** The problem with its line and column. */
  #placed(problem) {
    if (problem.line !== undefined) return problem;
    const { steps = [], entry, at = 0 } = problem.where;
    const index = problem.where.line ?? this.#lineOf(steps, entry);
    const line = this.#lines[index] ?? "";
    const part = entry === undefined ? problem.where.part : "opening";
    const offset = part === undefined ? at : offsetOf(part, line);
    problem.line = this.#firstLine + index;
    problem.column = columnOf(line, offset);
    return problem;
  }

  /**
   * The index of the header line with this value, or the first part of it, or of the line of play
   * with this number, from 0; 0 without one.
   */
  #lineOf(steps, entry) {
    if (entry !== undefined) {
      const played = [...this.#lines.keys()].filter((index) => PLAY_LINE.test(this.#lines[index]));
      return played[entry];
    }
    const key = steps.join("/");
    const inner = [...this.#tagLines.keys()].find((name) => name.startsWith(`${key}/`));
    return this.#tagLines.get(key) ?? this.#tagLines.get(inner) ?? 0;
  }
}

/** Where a part of a line of play begins; of parentheses, their first sign, or what they open. */
function offsetOf(part, line) {
  const match = new RegExp(PLAY_LINE.source, "d").exec(line);
  const [start, end] = match.indices.groups[part];
  const sign = { opening: "(", closing: ")" }[part];
  const at = match.groups[part].indexOf(sign);
  return sign === undefined ? start : at < 0 ? end : start + at;
}
