/**
 * Finds where a line does not fit the grammar. Called only for lines that do not.
 * docs/notation.md, "Errors of the form", says which place each error has.
 */

import {
  ARGUMENTS,
  AT,
  BLANK,
  CARDS,
  COMMENT,
  CONTROL_CHARACTER,
  END,
  isBlank,
  NAME,
  NUMBER,
  PILE,
  SCORE,
  SHUFFLE,
  VERB,
  WINNERS,
} from "./grammar.js";
import { Problem } from "./problem.js";

const SPACE = "[ \\t\\n\\r\\f\\v]";
const ENDS = "(?=[ \\t)]|$)";

/** One part of a line. What it matched is not matched otherwise to make what follows fit. */
class Part {
  constructor(pattern, message, follows = "") {
    this.pattern = new RegExp(pattern, "y");
    this.follows = follows && new RegExp(follows, "y");
    this.message = message;
  }

  /** Where the part that begins at this offset ends; -1 if it is missing. */
  end(line, at) {
    this.pattern.lastIndex = at;
    const match = this.pattern.exec(line);
    if (match === null) return -1;
    const end = at + match[0].length;
    if (!this.follows) return end;
    this.follows.lastIndex = end;
    return this.follows.test(line) ? end : -1;
  }
}

const TAG = [
  new Part(`\\[${NAME}`, "a tag has a name of letters, digits, - and _"),
  new Part(`${BLANK}+"`, "the value belongs here, after a space, in double quotes"),
  new Part('(?:[^"\\\\]|\\\\["\\\\n])*', "the value's closing quote is missing", '["\\\\]'),
  new Part('"', 'only \\", \\\\ and \\n are escapes; write a backslash as \\\\'),
  new Part("\\]", "the closing bracket belongs directly after the closing quote"),
  new Part(`${BLANK}*$`, "a tag has a line of its own"),
];
const PLY = [
  new Part("[ \\t(]*", ""),
  new Part(NUMBER, "a line of play begins with the number of its ply", "(?![0-9])"),
  new Part("\\.", "the number of a ply is directly followed by a full stop"),
  new Part(
    `${BLANK}*[A-J](?=${BLANK}*:|${BLANK}*[a-z](?![^ \\t\\n\\r\\f\\v]*:))`,
    "the letter of a seat, A to J, belongs here",
  ),
  new Part(":", "the letter of the seat is directly followed by a colon"),
  new Part(`${BLANK}*${VERB}`, "the verb of a move, in lower case, belongs here"),
];
const AFTER_VERB = [
  new Part(ARGUMENTS, "this is not part of the move"),
  new Part(`${BLANK}+->${BLANK}+${CARDS}`, "this is not a card"),
  new Part(`${BLANK}+\\^`, "this cannot follow `^`"),
  new Part(`${BLANK}+[!?]{1,2}`, "this cannot follow a mark", "(?![!?])"),
  new Part(`(?:${BLANK}*${COMMENT})+`, "this cannot follow a comment"),
  new Part(`${BLANK}+${AT}`, "this cannot follow the time", ENDS),
  new Part("[ \\t]*\\)[ \\t)]*", "this cannot follow the `)` of a variation"),
];
const SHUFFLED = [
  new Part("[ \\t(]*~", ""),
  new Part(":", "`~` is directly followed by a colon"),
  new Part(`${BLANK}*${PILE}`, "the name of a pile belongs here"),
  new Part(`${BLANK}+${CARDS}`, "the cards of the pile belong here, separated by spaces", ENDS),
  new Part(`(?:${BLANK}+->(?=(${BLANK}+${CARDS}))\\1${ENDS})?`, ""), // all cards, or no reveals
  new Part(`(?!${BLANK}*->)`, "cards, separated by spaces, belong after a single `->`"),
  new Part("[ \\t)]*", ""),
  new Part("$", "this is not a card"),
];
const ENDED = [
  new Part("=", ""),
  new Part(`${BLANK}*${WINNERS}`, "the winners' seats, or `*`, belong here", `(?=${SPACE}|$)`),
  new Part(`(?:${BLANK}+${SCORE}(?=${SPACE}|$))+`, "the scores belong here, one for each seat"),
  new Part(`${BLANK}*$`, "this is not a score"),
];

const SECOND_LINE = `(?:${NUMBER}\\.(?=${BLANK}|[A-J]:)|[A-J~]:|${END}${BLANK}*$)`;
const INNER_LINE = new RegExp(`(?<=[ \\t}])${SECOND_LINE}`, "g");
const LINE_HERE = new RegExp(`(?<=[ \\t}])${SECOND_LINE}`, "y");
const WHOLE_SHUFFLE = new RegExp(`^[ \\t(]*${SHUFFLE}${BLANK}*$`);
const TAB_IN_VALUE = new RegExp(`^\\[${NAME}${BLANK}+"(?:[^"\\\\\\t]|\\\\["\\\\n])*\\t`);
const GOOD_COMMENT = new RegExp(COMMENT, "y");
const COMMENT_BEGUN = /\{(?:[^}\\\t]|\\[}\\n])*/y;
const COMMENTS_BEGUN = new RegExp(`(?:${BLANK}*${COMMENT})*`, "y");

const MISPLACED = {
  "[": ["cgn.misplaced-tag", "a tag belongs in the header, before the first ply"],
  "%": ["cgn.misplaced-note", "a `%` note belongs between records"],
  " [": ["cgn.tag-syntax", "a tag begins in column 1"],
  " %": ["cgn.misplaced-note", "a note begins in column 1"],
  " =": ["cgn.end-syntax", "the end line begins in column 1"],
};

const problem = (code, message, at) => new Problem(code, message, { at });
const indentOf = (line) => line.match(/^[ \t]*/)[0].length;
const solidFrom = (line, at) => at + indentOf(line.slice(at));

/** What is wrong with a line after the header that is neither one of play nor an end line. */
export function faultOfPlay(line) {
  const indent = indentOf(line);
  const start = line.slice(indent);
  const misplaced = MISPLACED[(indent ? " " : "") + start.slice(0, 1)];
  if (misplaced) return problem(...misplaced, indent);
  const control = controlIn(line);
  if (control) return control;
  if (start.startsWith("{")) return faultOfComments(line);
  if (start.replace(/^[ \t(]*/, "").startsWith("~")) {
    const second = afterShuffle(line);
    if (second) return lostBreak("cgn.shuffle-syntax", second);
    return missing(line, SHUFFLED, "cgn.shuffle-syntax");
  }
  if (start.startsWith("=")) return missing(line, ENDED, "cgn.end-syntax");
  return missing(line, PLY, "cgn.ply-syntax") ?? faultAfterVerb(line);
}

/** What is wrong with a line, in the header or before a record, that is not a tag. */
export function faultOfTag(line) {
  const tab = TAB_IN_VALUE.exec(line);
  const control = controlIn(line) ?? (tab && controlAt(line, tab[0].length - 1));
  if (control) return control;
  const indent = indentOf(line);
  if (indent && line[indent] === "[") return problem(...MISPLACED[" ["], indent);
  if (line[indent] !== "[") return problem("cgn.no-record", "there is no record here", indent);
  const fault = missing(line, TAG, "cgn.tag-syntax");
  if (fault) return fault;
  if (line.startsWith("[CGN")) return problem("cgn.tag-syntax", "one space belongs after CGN", 4);
  return problem("cgn.no-record", "a record begins with the tag CGN", 0);
}

/** What is wrong with a line after the end of a record. */
export function faultAfterEnd(line) {
  const message = "nothing of this record may follow its end line";
  return controlIn(line) ?? problem("cgn.after-end", message, indentOf(line));
}

/** The first part that is missing; null if all are there. */
function missing(line, parts, code) {
  let at = 0;
  for (const part of parts) {
    const end = part.end(line, at);
    if (end < 0) return problem(code, part.message, solidFrom(line, at));
    at = end;
  }
  return null;
}

/** Where a second line begins after a complete shuffle; 0 if there is none. */
function afterShuffle(line) {
  INNER_LINE.lastIndex = line.indexOf("~") + 1;
  const second = INNER_LINE.exec(line);
  return second && WHOLE_SHUFFLE.test(line.slice(0, second.index)) ? second.index : 0;
}

function lostBreak(code, at) {
  return problem(code, "a line break was probably lost before this", at);
}

/** What is wrong with a ply whose seat and verb are there. */
function faultAfterVerb(line) {
  let at = PLY.reduce((end, part) => part.end(line, end), 0);
  let last = AFTER_VERB[0];
  for (const part of AFTER_VERB) {
    const end = part.end(line, at);
    if (end > at) [last, at] = [part, end];
  }
  const solid = solidFrom(line, at);
  const word = Math.max(...[" ", "\t", "}"].map((sign) => line.lastIndexOf(sign, solid - 1))) + 1;
  LINE_HERE.lastIndex = word;
  if (LINE_HERE.test(line)) return lostBreak("cgn.ply-syntax", word);
  return unfit(line, solid, last.message);
}

function unfit(line, solid, message) {
  const sign = line[solid] ?? "";
  if (sign === "{") {
    const bad = faultOfComment(line, solid);
    if (bad) return bad;
  }
  if (sign === "(" || sign === ")") {
    const why = "a variation begins on a line of its own, and ends at the end of one";
    return problem("cgn.unbalanced", why, solid);
  }
  if (line.startsWith("->", solid) || line.startsWith("->", solid - 1)) {
    const arrow = line.indexOf("->", solid - 1);
    return problem("cgn.ply-syntax", "`->` belongs once between the move and cards", arrow);
  }
  return problem("cgn.ply-syntax", message, solid);
}

/** What is wrong with a line that begins with a comment. */
function faultOfComments(line) {
  const bad = faultOfComment(line, line.indexOf("{"));
  if (bad) return bad;
  COMMENTS_BEGUN.lastIndex = 0;
  const at = COMMENTS_BEGUN.exec(line)[0].length;
  if (!isBlank(line.slice(at))) {
    return problem("cgn.ply-syntax", "this cannot follow a comment", solidFrom(line, at));
  }
  const message = "a comment belongs on the line of its ply";
  return problem("cgn.misplaced-comment", message, indentOf(line));
}

/** What is wrong with the first bad comment from here on; null if all are good. */
function faultOfComment(line, start) {
  let at = start;
  for (;;) {
    GOOD_COMMENT.lastIndex = at;
    const match = GOOD_COMMENT.exec(line);
    if (match === null) break;
    at = line.indexOf("{", at + match[0].length);
    if (at < 0) return null;
  }
  COMMENT_BEGUN.lastIndex = at;
  const stop = at + COMMENT_BEGUN.exec(line)[0].length;
  if (line[stop] === "\t") return controlAt(line, stop);
  if (stop < line.length) {
    return problem("cgn.escape", "in a comment, write a backslash as \\\\", stop);
  }
  return problem("cgn.unterminated-comment", "this comment does not end on its line", at);
}

function controlIn(line) {
  const at = line.replaceAll("\t", " ").search(CONTROL_CHARACTER);
  return at < 0 ? null : controlAt(line, at);
}

function controlAt(line, at) {
  const code = line.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  return problem("cgn.control-character", `the control character U+${code} is not allowed here`, at);
}
