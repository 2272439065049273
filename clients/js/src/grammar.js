/**
 * The lines of the text form as regular expressions, and the limits of the format.
 * docs/notation.md has the same grammar as ABNF.
 */

/** Bytes in a line of text, its line end included. */
export const MAX_LINE = 65_536;
/** Bytes in a record of text. */
export const MAX_RECORD = 1_048_576;
/** Bytes in a record of JSON. */
export const MAX_JSON = 4_194_304;
/** Variations within variations. */
export const MAX_DEPTH = 32;
/** Options and free tags in a header. */
export const MAX_TAGS = 256;
/** Code points in the name of a player, and in any other value of a header. */
export const MAX_PLAYER = 200;
export const MAX_VALUE = 1000;
/** Bytes in the lines of a header, as the canonical form has them. */
export const MAX_HEADER = 16384;
/** The latest time of a ply, in seconds. */
export const MAX_TIME = 35_999_999.999;
/** The largest score: 15 digits. */
export const MAX_SCORE = 10 ** 15 - 1;

/** Every seat letter, in turn order. */
export const SEATS = "ABCDEFGHIJ";
/** The marks of a ply. */
export const MARKS = ["!", "?", "!!", "??", "!?", "?!"];
/** The ways in which a game can end early. */
export const TERMINATIONS = ["resigned", "time", "abandoned", "adjudicated"];

export const BLANK = "[ \\t]";
const CONTROL = "\\x00-\\x1f\\x7f-\\x9f";
const CODE = "[A-Za-z0-9]+(?:[:.\\-]+[A-Za-z0-9]+)*";
const ATOM = `(?:${CODE}|_)`;
const SEEN = `(?:${CODE}(?:[:.\\-]*_)?|_)`;
const ITEM = `${ATOM}(?:[+,]${ATOM})*`;
const KEY = "[a-z][a-z0-9\\-]*";
export const VERB = "[a-z][a-z0-9\\-]*";
export const PILE = "[A-Za-z][A-Za-z0-9\\-]*";
export const ARGUMENTS = `(?:${BLANK}+(?:${KEY}=)?${ITEM})*`;
export const CARDS = `${SEEN}(?:${BLANK}+${SEEN})*`;
export const COMMENT = `\\{(?:[^}\\\\${CONTROL}]|\\\\[}\\\\n])*\\}`;
export const AT = "@(?:[0-9]{1,4}:[0-5]?[0-9]|[0-9]{1,5}):[0-5][0-9](?:\\.[0-9]{1,3})?";
export const NAME = "[A-Za-z][A-Za-z0-9_\\-]*";
const VALUE = `"(?:[^"\\\\${CONTROL}]|\\\\["\\\\n])*"`;
export const SCORE = "(?:0|-?[1-9][0-9]{0,14}|_)";
export const NUMBER = "[0-9]{1,9}";
export const WINNERS = "(?:[A-J](?:\\+[A-J])*|\\*)";

const PLY =
  `(?<number>${NUMBER})\\.${BLANK}*(?<seat>[A-J]):${BLANK}*(?<move>${VERB}${ARGUMENTS})` +
  `(?:${BLANK}+->${BLANK}+(?<reveals>${CARDS}))?` +
  `(?:${BLANK}+(?<irregular>\\^))?` +
  `(?:${BLANK}+(?<mark>[!?]{1,2}))?` +
  `(?<comments>(?:${BLANK}*${COMMENT})*)` +
  `(?:${BLANK}+(?<time>${AT}))?`;
const SHUFFLE_WITH = (pile, order, shown) =>
  `~:${BLANK}*(${pile}${PILE})${BLANK}+(${order}${CARDS})(?:${BLANK}+->${BLANK}+(${shown}${CARDS}))?`;
export const SHUFFLE = SHUFFLE_WITH("?:", "?:", "?:");
const NAMED_SHUFFLE = SHUFFLE_WITH("?<pile>", "?<order>", "?<shown>");

/** A header line: name, and value with its quotation marks. */
export const TAG_LINE = new RegExp(`^\\[(${NAME})${BLANK}+(${VALUE})\\]${BLANK}*$`);
/** A line of play: a ply or a shuffle, with the parentheses around it. */
export const PLAY_LINE = new RegExp(
  `^(?<opening>[ \\t(]*)(?:${PLY}|${NAMED_SHUFFLE})(?<closing>[ \\t)]*)$`,
);
/** The end line: the winners, and the scores with the blanks before them. */
export const END_LINE = new RegExp(`^=${BLANK}*(${WINNERS})((?:${BLANK}+${SCORE})+)${BLANK}*$`);
export const END = `=${BLANK}*${WINNERS}(?:${BLANK}+${SCORE})+`;
/** A line with nothing but comments. */
export const COMMENT_LINE = new RegExp(`^${BLANK}*(?:${COMMENT}${BLANK}*)+$`);
/** A move, with single spaces, as JSON has it. */
export const MOVE_TEXT = new RegExp(`^${VERB}(?: (?:${KEY}=)?${ITEM})*$`);
export const CARD_TEXT = new RegExp(`^${SEEN}$`);
export const PILE_TEXT = new RegExp(`^${PILE}$`);
export const CONTROL_CHARACTER = new RegExp(`[${CONTROL}]`);

const COMMENTS = new RegExp(COMMENT, "g");

/** The texts of the comments in a part of a line. */
export function commentsIn(text) {
  return (text.match(COMMENTS) ?? []).map((comment) => unescape(comment.slice(1, -1)));
}

/** The text of an escaped comment or value. */
export function unescape(text) {
  return text.replace(/\\(.)/g, (_, sign) => (sign === "n" ? "\n" : sign));
}

/** The text as it is written before this closing sign, `}` or `"`. */
export function escape(text, closing) {
  return text.replaceAll("\\", "\\\\").replaceAll(closing, `\\${closing}`).replaceAll("\n", "\\n");
}

/** The seconds of a time such as `@1:02:03.5`. */
export function readTime(text) {
  const [clock, fraction = ""] = text.slice(1).split(".");
  const seconds = clock.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (seconds * 1000 + Number(fraction.padEnd(3, "0"))) / 1000;
}

/** The one way to write a time in seconds. */
export function writeTime(time) {
  const milliseconds = Math.round(time * 1000);
  const seconds = Math.floor(milliseconds / 1000);
  const [hour, minute, second] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const two = (number) => String(number).padStart(2, "0");
  const clock = hour ? `${hour}:${two(minute)}:${two(second)}` : `${minute}:${two(second)}`;
  const rest = milliseconds % 1000;
  return rest ? `@${clock}.${String(rest).padStart(3, "0").replace(/0+$/, "")}` : `@${clock}`;
}

/** Whether a line has nothing but spaces and tabs. */
export function isBlank(line) {
  return /^[ \t]*$/.test(line);
}
