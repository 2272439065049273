/** Writes the JSON form of a record. */

/**
 * The record as a document: a key a line, a ply a line.
 * @param {import("./index.js").Record} record
 */
export function writeJson(record) {
  const parts = Object.entries(record).map(([key, value]) => {
    return `  "${key}": ${key === "plies" ? listed(value, "  ") : spaced(value)}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}

/**
 * The record on one line, as in JSON Lines, with its line end.
 * @param {import("./index.js").Record} record
 */
export function writeJsonLine(record) {
  return `${JSON.stringify(record)}\n`;
}

/** A list of entries, each on a line of its own. */
function listed(entries, indent) {
  return bracketed(entries.map((entry) => laidOut(entry, `${indent}  `)), indent);
}

function laidOut({ variations, ...entry }, indent) {
  if (variations === undefined) return spaced(entry);
  const lines = variations.map((line) => listed(line, `${indent}  `));
  return `${spaced(entry).slice(0, -1)}, "variations": ${bracketed(lines, indent)}}`;
}

function bracketed(parts, indent) {
  if (parts.length === 0) return "[]";
  return `[\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}]`;
}

/** A value on one line, with a space after each colon and comma. */
function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${spaced(part)}`);
  return `{${pairs.join(", ")}}`;
}
