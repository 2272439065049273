/** CGN, the Card Game Notation: reads and writes records, names them, and talks to a service. */

export { indexBelow, keyOf, shuffle, words } from "./chance.js";
export { canonical, recordDigest, seedHash } from "./digests.js";
export { writeJson, writeJsonLine } from "./json-writer.js";
export { Problem } from "./problem.js";
export { formOf, parse, read } from "./read.js";
export { writeText } from "./text-writer.js";
export { ServiceProblem } from "./connection.js";
export { LiveTable } from "./live-table.js";
export { Service } from "./service.js";
