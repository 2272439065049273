/** The limits of the text form, to which every record keeps, so that it can be written and read. */

import { encode, longLine } from "./bytes.js";
import { MAX_LINE, MAX_RECORD } from "./grammar.js";
import { stepsTo } from "./header.js";
import { Problem } from "./problem.js";
import { writeText } from "./text-writer.js";

/** Bytes of a record, in any form, that cannot grow beyond a limit in canonical text. */
const HARMLESS = MAX_LINE / 4;

/** Throw a Problem if the canonical text of a record spelled in so many bytes is too long. */
export function checkSize(record, size) {
  if (size <= HARMLESS) return;
  const text = writeText(record);
  const bytes = encode(text);
  const index = longLine(bytes);
  if (index >= 0) {
    const message = `as a line of text, this has more than ${MAX_LINE} bytes`;
    throw new Problem("cgn.line-too-long", message, placeOfLine(record, text, index));
  }
  if (bytes.length > MAX_RECORD) {
    const message = `as text, this record has more than ${MAX_RECORD} bytes`;
    throw new Problem("cgn.record-too-long", message, { steps: [] });
  }
}

/** The steps to the value on the line with this index; of an entry, its number among them too. */
function placeOfLine(record, text, index) {
  const lines = text.split("\n");
  if (lines[index].startsWith("[")) return { steps: stepsTo(lines[index].slice(1).split(" ")[0]) };
  const entry = index - lines.indexOf("") - 1 - (record.comments ?? []).length;
  const steps = [...walk(record.plies, ["plies"])][entry];
  return steps ? { steps, entry } : { steps: [] };
}

/** The steps to every entry, in the order in which the text form writes them. */
function* walk(entries, steps) {
  let waiting = [];
  for (const [index, entry] of entries.entries()) {
    if (!("shuffle" in entry)) {
      yield* waiting;
      waiting = (entry.variations ?? []).flatMap((branch, number) => [
        ...walk(branch, [...steps, index, "variations", number]),
      ]);
    }
    yield [...steps, index];
  }
  yield* waiting;
}
