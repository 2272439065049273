// Packs what build.py gathered: has Pyodide's own Python compile it, and writes each file as .br and .gz.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [from, work, script, kept] = process.argv.slice(2);
const raw = join(work, "raw");

// Brotli takes half a minute for the interpreter, which hardly ever changes: what was packed is kept.
function brotli(data) {
  const name = join(kept, `${createHash("sha256").update(data).digest("hex")}.br`);
  if (!existsSync(name)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    };
    writeFileSync(name, brotliCompressSync(data, { params }));
  }
  return readFileSync(name);
}

for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) copyFileSync(join(from, name), join(raw, name));
// Of the list of Pyodide's packages, only what it was built for is read.
const { info } = JSON.parse(readFileSync(join(from, "pyodide-lock.json")));
writeFileSync(join(raw, "pyodide-lock.json"), JSON.stringify({ info, packages: {} }));

const { loadPyodide } = await import(pathToFileURL(join(from, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: from });
python.FS.mkdir("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: work }, "/work");
python.runPython(readFileSync(script, "utf8"));

mkdirSync(join(work, "packed"));
const files = {};
const whole = createHash("sha256");
for (const name of readdirSync(raw).sort()) {
  const data = readFileSync(join(raw, name));
  const packed = brotli(data);
  const gzip = gzipSync(data, { level: 9 });
  gzip[9] = 255; // no system, so that every one writes the same bytes
  writeFileSync(join(work, "packed", `${name}.br`), packed);
  writeFileSync(join(work, "packed", `${name}.gz`), gzip);
  files[name] = { size: data.length, br: packed.length, gz: gzip.length };
  whole.update(`${name} ${data.length}\n`).update(data);
}
writeFileSync(join(raw, "sizes.json"), JSON.stringify({ digest: whole.digest("hex").slice(0, 12), files }));
