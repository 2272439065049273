/**
 * SHA-256 (FIPS 180-4). Browsers have one of their own only over https, and a club's laptop serves
 * phones over plain http.
 */

/** The first 32 bits of the fractional part of the nth root of a prime. */
const fraction = (prime, n) => (prime ** (1 / n) * 2 ** 32) | 0;

const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) {
  if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
}

const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUND = PRIMES.map((prime) => fraction(prime, 3));

const BLOCK = 64; // bytes
const LENGTH = 8; // bytes, at the end of the last block

/**
 * SHA-256 of bytes: 32 bytes.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1 + LENGTH) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - LENGTH, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    extend(words);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setInt32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function extend(words) {
  for (let i = 16; i < 64; i++) {
    const [a, b] = [words[i - 15], words[i - 2]];
    const first = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const second = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + first + words[i - 7] + second;
  }
}

function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}
