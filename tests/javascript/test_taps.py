"""The chooser of pages gives what that of Python gives, for the same taps."""

import subprocess
from pathlib import Path

import pytest

from tests.replays.taps import FILE

SCRIPT = Path(__file__).parents[2] / "pages" / "static" / "taps.js"

PROGRAM = """
import { readFileSync } from "node:fs";
import { left, mayMake } from "./taps.mjs";
const [, , file] = process.argv;
let count = 0;
for (const { choices, tries } of JSON.parse(readFileSync(file))) {
  for (const { taps, verb, made, ...wanted } of tries) {
    const asks = choices.opens.some((kind) => mayMake(kind, taps));
    if (made && !asks) throw new Error(`nobody is asked what ${taps} make`);
    const after = left(choices, taps, verb);
    const ready = after.ready.map(({ move }) => move);
    const found = { lit: [...after.lit].sort(), ready, verbs: [...after.verbs].sort() };
    const both = [found, wanted].map((one) => JSON.stringify(one));
    if (both[0] !== both[1]) throw new Error(`${taps}: ${both}`);
    count += 1;
  }
}
const columns = [["seat:B", "seat:C"], ["hand.A/9"], ["fresh.B/7"]];
const trade = { columns, optional: [false, true, true] };
for (const taps of [["hand.A/9"], ["hand.A/9", "fresh.B/7"], ["seat:B", "hand.A/8"]])
  if (mayMake(trade, taps)) throw new Error(`${taps} make no trade`);
for (const taps of [["seat:C"], ["hand.A/9", "seat:B"]])
  if (!mayMake(trade, taps)) throw new Error(`${taps} may make a trade`);
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
