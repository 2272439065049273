/** Writes the text form of a record: its canonical form, deck aside. */

import { escape, SEATS, writeTime } from "./grammar.js";

const byCodePoint = ([one], [other]) => (one < other ? -1 : 1); // names are ASCII

/**
 * The text of a record, as its canonical form has it; but the deck is written if it is named.
 * @param {import("./index.js").Record} record
 */
export function writeText(record) {
  const lines = tags(record).map(([name, value]) => `[${name} "${escape(value, '"')}"]`);
  lines.push("", ...(record.comments ?? []).map(writeComment), ...writeLine(record.plies, 1, 0));
  if (record.result) lines.push(writeResult(record.result));
  return lines.join("\n") + "\n";
}

function tags(record) {
  const sorted = (values) => Object.entries(values ?? {}).sort(byCodePoint);
  const lines = [
    ["CGN", "1"],
    ["Game", record.game],
    ["Rules", String(record.rules)],
    ["Deck", record.deck],
    ...sorted(record.options),
    ...record.seats.map((player, index) => [SEATS[index], player]),
    ["Seed", record.seed],
    ["SeedHash", record.seedHash],
    ["Termination", record.termination],
    ...sorted(record.tags),
  ];
  return lines.filter(([, value]) => value !== undefined);
}

const writeComment = (text) => `{${escape(text, "}")}}`;

/** The lines of a line of play; the variations of a ply follow the shuffles after it. */
function writeLine(entries, first, depth) {
  const indent = "  ".repeat(depth);
  const lines = [];
  let number = first;
  let waiting = [];
  for (const entry of entries) {
    if ("shuffle" in entry) {
      lines.push(indent + writeShuffle(entry));
      continue;
    }
    lines.push(...waiting, indent + writePly(entry, number));
    const branches = entry.variations ?? [];
    waiting = branches.flatMap((branch) => writeVariation(branch, number, depth));
    number += 1;
  }
  return [...lines, ...waiting];
}

function writeVariation(entries, number, depth) {
  const lines = writeLine(entries, number, depth + 1);
  lines[0] = `${"  ".repeat(depth)}( ${lines[0].trimStart()}`;
  lines[lines.length - 1] += " )";
  return lines;
}

const writeCards = (cards) => (cards?.length ? [`-> ${cards.join(" ")}`] : []);

function writeShuffle(entry) {
  return ["~:", entry.shuffle, ...entry.order, ...writeCards(entry.reveals)].join(" ");
}

function writePly(ply, number) {
  const parts = [`${number}. ${ply.seat}: ${ply.move}`, ...writeCards(ply.reveals)];
  if (ply.irregular) parts.push("^");
  if (ply.mark) parts.push(ply.mark);
  parts.push(...(ply.comments ?? []).map(writeComment));
  if (ply.at !== undefined) parts.push(writeTime(ply.at));
  return parts.join(" ");
}

function writeResult({ winners, scores }) {
  return ["=", winners.join("+") || "*", ...scores.map((score) => score ?? "_")].join(" ");
}
