"""The chooser of pages gives what that of Python gives, for the same taps."""

import subprocess
from pathlib import Path

import pytest

from tests.replays.taps import FILE

SCRIPT = Path(__file__).parents[2] / "pages" / "static" / "taps.js"

PROGRAM = """
import { readFileSync } from "node:fs";
import { left } from "./taps.mjs";
const [, , file] = process.argv;
let count = 0;
for (const { choices, tries } of JSON.parse(readFileSync(file))) {
  for (const { taps, verb, ...wanted } of tries) {
    const after = left(choices, taps, verb);
    const ready = after.ready.map(({ move }) => move);
    const found = { lit: [...after.lit].sort(), ready, verbs: [...after.verbs].sort() };
    const both = [found, wanted].map((one) => JSON.stringify(one));
    if (both[0] !== both[1]) throw new Error(`${taps}: ${both}`);
    count += 1;
  }
}
console.log(count);
"""


@pytest.mark.usefixtures("node")
def test_the_script_leaves_the_same_after_the_same_taps(tmp_path: Path) -> None:
    (tmp_path / "taps.mjs").write_bytes(SCRIPT.read_bytes())
    (tmp_path / "run.mjs").write_text(PROGRAM, encoding="utf-8")
    command = ["node", "run.mjs", str(FILE)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 50
