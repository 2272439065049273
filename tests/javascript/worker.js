/** Answers one request a line: the answers to a file of the suite, or what a snippet shows. */

import { createInterface } from "node:readline";
import { answers } from "../../clients/js/conformance.js";
import * as cgn from "../../clients/js/src/index.js";

const AsyncFunction = (async () => {}).constructor;

const JOBS = {
  answers: ({ name, bytes }) => answers(name, Buffer.from(bytes, "base64")),
  spell: ({ text }) => {
    const record = cgn.parse(text);
    return [cgn.writeText(record), cgn.writeJson(record), cgn.writeJsonLine(record)];
  },
  run: ({ script, given }) => {
    const known = { ...cgn, ...given };
    return new AsyncFunction(...Object.keys(known), script)(...Object.values(known));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { job, ...request } = JSON.parse(line);
  try {
    process.stdout.write(`${JSON.stringify({ value: await JOBS[job](request) })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: error.stack })}\n`);
  }
}
