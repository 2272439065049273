/** The canonical form of a record, and the digests that name it. */

import { encode, hex } from "./bytes.js";
import { isOwnDeck } from "./decks.js";
import { sha256 } from "./sha256.js";
import { writeText } from "./text-writer.js";

/**
 * The one text of a record: equal records have the same.
 * @param {import("./index.js").Record} record
 */
export function canonical(record) {
  const { deck, ...rest } = record;
  return writeText(deck !== undefined && isOwnDeck(record.game, deck) ? rest : record);
}

/**
 * SHA-256 of the canonical form, in hex: the name of the record, and its id on every service.
 * @param {import("./index.js").Record} record
 */
export async function recordDigest(record) {
  return hex(sha256(encode(canonical(record))));
}

/**
 * What is published of a seed before the game: its SHA-256, in hex.
 * @param {string} seed
 */
export async function seedHash(seed) {
  return hex(sha256(encode(seed)));
}
