/** Shuffles that follow from a seed (docs/notation.md, "Chance"). */

import { encode } from "./bytes.js";
import { sha256 } from "./sha256.js";

const WORDS = 2 ** 32;

/** The key of a seed: 32 bytes. */
export async function keyOf(seed) {
  return sha256(encode(`cgn-shuffle:${seed}`));
}

/** The endless words of stream k of a key, whole numbers below 2^32. */
export async function* words(key, k) {
  const block = new Uint8Array(key.length + 8);
  const view = new DataView(block.buffer);
  block.set(key);
  view.setUint32(key.length, k);
  for (let i = 0; i < WORDS; i++) {
    view.setUint32(key.length + 4, i);
    const digest = new DataView(sha256(block).buffer);
    for (let at = 0; at < digest.byteLength; at += 4) yield digest.getUint32(at);
  }
}

/** An index below n from words; those that would favour small indexes are skipped. */
export async function indexBelow(n, source) {
  for (;;) {
    const { value, done } = await source.next();
    if (done) throw new RangeError("there are no more words");
    if (value < WORDS - (WORDS % n)) return value % n;
  }
}

/**
 * The cards, top first, in the order that shuffle k of a seed gives them.
 * @template Card
 * @param {string} seed
 * @param {number} k
 * @param {readonly Card[]} cards
 */
export async function shuffle(seed, k, cards) {
  const order = [...cards];
  const source = words(await keyOf(seed), k);
  for (let j = order.length - 1; j > 0; j--) {
    const r = await indexBelow(j + 1, source);
    [order[j], order[r]] = [order[r], order[j]];
  }
  return order;
}
