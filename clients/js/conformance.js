/**
 * Answers `cgn conformance` for this module:
 *
 *   cgn conformance --level reader --level places --level shuffles -- node clients/js/conformance.js
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  canonical,
  indexBelow,
  keyOf,
  read,
  recordDigest,
  seedHash,
  shuffle,
  words,
} from "./src/index.js";

async function answer({ record, problem }) {
  if (problem) {
    const { code, line, column, pointer } = problem;
    return { code, line, column, pointer };
  }
  return { digest: await recordDigest(record), canonical: canonical(record), json: record };
}

async function shuffled({ seed, k, size, n, words: given }) {
  if (n !== undefined) return { index: await indexBelow(n, given.values()) };
  if (k !== undefined) return { order: await shuffle(seed, k, [...Array(size).keys()]) };
  const key = await keyOf(seed);
  const found = {};
  for (const stream of [0, 1]) {
    const source = words(key, stream);
    found[stream] = [];
    while (found[stream].length < 10) found[stream].push((await source.next()).value);
  }
  return { seedHash: await seedHash(seed), key: Buffer.from(key).toString("hex"), words: found };
}

/** The answers to a file of the suite. */
export async function answers(name, bytes) {
  if (name !== "shuffles.json") {
    return Promise.all([...read(new Uint8Array(bytes), { name })].map(answer));
  }
  const questions = bytes.toString().trimEnd().split("\n");
  return Promise.all(questions.map((line) => shuffled(JSON.parse(line))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const found of await answers(process.env.CGN_FILE ?? "", readFileSync(0))) {
    process.stdout.write(`${JSON.stringify(found)}\n`);
  }
}
