/** The canonical form of a record, and the digests that name it. */

import { encode } from "./bytes.js";
import { isOwnDeck } from "./decks.js";
import { writeText } from "./text-writer.js";

/** SHA-256 of bytes. */
export async function sha256(bytes) {
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes));
}

/** Bytes in lower-case hex digits. */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
  return hex(await sha256(encode(canonical(record))));
}

/**
 * What is published of a seed before the game: its SHA-256, in hex.
 * @param {string} seed
 */
export async function seedHash(seed) {
  return hex(await sha256(encode(seed)));
}
