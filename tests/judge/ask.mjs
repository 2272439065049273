// Asks the judge in the folder that is named: reads questions with their logs, prints the digests of the answers.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const asked = JSON.parse(readFileSync(0, "utf8"));
const { start } = await import(pathToFileURL(`${process.argv[2]}/start.js`));
const ask = await start();
const digests = [];
for (const [question, log, part] of asked) {
  const said = await ask(question, Buffer.from(log, "base64")).catch((error) => ({ error: error.message }));
  digests.push(createHash("sha256").update(JSON.stringify(part && !said.error ? said[part] : said)).digest("hex"));
}
process.stdout.write(JSON.stringify(digests));
