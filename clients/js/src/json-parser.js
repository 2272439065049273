/**
 * Parses JSON strictly (RFC 8259). Knows nothing of records.
 *
 * JSON.parse drops what the format asks for: where the first byte is that does not fit, whether a
 * key appears twice, and whether a number was written as a whole one.
 */

import { Problem } from "./problem.js";

/** Objects and lists within one another; 32 variations take about 100. */
const DEEPEST = 200;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const BLANKS = " \t\r\n";
const WORDS = { true: true, false: false, null: null };

/** A number as it was written: `whole` if it has neither fraction nor exponent, and is not -0. */
export class Numeral {
  constructor(text) {
    this.value = Number(text);
    this.whole = /^(?:-?[1-9][0-9]*|0)$/.test(text);
  }
}

/** What does not fit, at an offset. */
export class Misfit extends Error {
  constructor(message, at) {
    super(message);
    this.at = at;
  }
}

/**
 * The value of a JSON text: objects as Map, numbers as Numeral.
 * Throws a Misfit at the first character that does not fit, and a Problem for what is nested deeper
 * than any record, or has a key twice.
 */
export function parseJson(text) {
  return new Parser(text).document();
}

class Parser {
  #text;
  #at = 0;
  #depth = 0;
  /** Objects with the first key that each has twice, in the order in which they end. */
  #doubled = [];

  constructor(text) {
    this.#text = text;
  }

  document() {
    const value = this.#value();
    this.#skip();
    if (this.#at < this.#text.length) this.#misfit("something follows the end of the object");
    for (const [object, key] of this.#doubled) {
      const steps = stepsTo(object, value);
      if (steps !== null) {
        const message = `the key \`${key}\` appears a second time`;
        throw new Problem("cgn.duplicate-key", message, { steps: [...steps, key] });
      }
    }
    return value;
  }

  #value() {
    this.#skip();
    const sign = this.#text[this.#at];
    if (sign === "{") return this.#nested(() => this.#object());
    if (sign === "[") return this.#nested(() => this.#list());
    if (sign === '"') return this.#string();
    const word = Object.keys(WORDS).find((word) => word[0] === sign);
    return word === undefined ? this.#number() : this.#word(word);
  }

  #word(word) {
    for (const letter of word) {
      if (this.#text[this.#at] !== letter) this.#misfit(`\`${word}\` belongs here`);
      this.#at += 1;
    }
    return WORDS[word];
  }

  #nested(read) {
    this.#depth += 1;
    if (this.#depth > DEEPEST) {
      throw new Problem("cgn.too-deep", "this is nested deeper than a record can be", { steps: [] });
    }
    this.#at += 1;
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #object() {
    const found = new Map();
    const counts = new Map();
    if (!this.#takes("}")) {
      do {
        this.#skip();
        if (this.#text[this.#at] !== '"') this.#misfit("a key in quotation marks belongs here");
        const key = this.#string();
        this.#expect(":");
        counts.set(key, (counts.get(key) ?? 0) + 1);
        found.set(key, this.#value());
      } while (this.#takes(","));
      this.#expect("}");
    }
    const doubled = [...counts].find(([, count]) => count > 1);
    if (doubled) this.#doubled.push([found, doubled[0]]);
    return found;
  }

  #list() {
    const found = [];
    if (this.#takes("]")) return found;
    do found.push(this.#value());
    while (this.#takes(","));
    this.#expect("]");
    return found;
  }

  #string() {
    let text = "";
    this.#at += 1;
    for (;;) {
      text += this.#matched(PLAIN);
      const sign = this.#text[this.#at];
      if (sign === '"') break;
      if (sign !== "\\") this.#misfit("a control character is written as an escape");
      text += this.#escape();
    }
    this.#at += 1;
    return text;
  }

  #escape() {
    const start = this.#at;
    const sign = this.#text[start + 1];
    if (sign !== "u") {
      if (!Object.hasOwn(ESCAPES, sign ?? "")) this.#misfit("this is no escape", start + 1);
      this.#at += 2;
      return ESCAPES[sign];
    }
    const first = this.#unit(start);
    if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first);
    const isHigh = first < 0xdc00 && this.#text.startsWith("\\u", this.#at);
    const second = isHigh ? this.#unit(this.#at) : 0;
    if (second < 0xdc00 || second > 0xdfff) {
      this.#misfit("this is half a character: a surrogate without its other half", start);
    }
    return String.fromCharCode(first, second);
  }

  /** The number of an escape of four hex digits. */
  #unit(start) {
    for (let at = start + 2; at < start + 6; at++) {
      if (!/^[0-9a-fA-F]$/.test(this.#text[at] ?? "")) this.#misfit("four hex digits belong here", at);
    }
    this.#at = start + 6;
    return Number.parseInt(this.#text.slice(start + 2, start + 6), 16);
  }

  #number() {
    const start = this.#at;
    this.#matched(/-?/y);
    if (!this.#matched(/0|[1-9][0-9]*/y)) this.#misfit("a value belongs here");
    if (this.#matched(/\./y)) this.#digits();
    if (this.#matched(/[eE][+-]?/y)) this.#digits();
    return new Numeral(this.#text.slice(start, this.#at));
  }

  #digits() {
    if (!this.#matched(/[0-9]+/y)) this.#misfit("a digit belongs here");
  }

  /** What comes next of this pattern, which is then passed. */
  #matched(pattern) {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #skip() {
    while (this.#at < this.#text.length && BLANKS.includes(this.#text[this.#at])) this.#at += 1;
  }

  /** Whether this sign comes next, which is then passed. */
  #takes(sign) {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign) {
    if (!this.#takes(sign)) this.#misfit(`\`${sign}\` belongs here`);
  }

  #misfit(message, at = this.#at) {
    if (at < this.#text.length) throw new Misfit(message, at);
    let end = at;
    while (end && BLANKS.includes(this.#text[end - 1])) end -= 1;
    throw new Misfit("the text ends before the object is complete", end);
  }
}

/** The steps to exactly this object within a value; null if it is not there. */
function stepsTo(wanted, value) {
  const waiting = [[[], value]];
  while (waiting.length) {
    const [steps, found] = waiting.pop();
    if (found === wanted) return steps;
    const isNested = found instanceof Map || Array.isArray(found);
    for (const [step, inner] of isNested ? found.entries() : []) waiting.push([[...steps, step], inner]);
  }
  return null;
}
