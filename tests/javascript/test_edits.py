"""The page of a log makes an edit as `edited` does."""

import json
import subprocess
from pathlib import Path

import pytest
from msgspec import to_builtins

from notation.edits import Edit, TextSpot, edited
from notation.split_records import Chunk
from notation.text_reader import read_chunk
from replays.validate import validate
from tests.docs.blocks import ROOT

SCRIPT = ROOT / "pages" / "static" / "edits.js"
BROKEN = sorted((ROOT / "conformance" / "broken").glob("*.cgn"))
TEXT = "\ufeff1. \U0001f600: x\n2. B: y\n\n4. é"
SPOTS = [TextSpot(line, column) for line in (1, 2, 3, 4, 5, 10**12) for column in (1, 4, 6, 10**12)]

PROGRAM = """
import { readFileSync } from "node:fs";
import { edited } from "./edits.mjs";
const cases = JSON.parse(readFileSync("cases.json"));
for (const { text, edit, wanted } of cases) {
  const found = edited(text, edit);
  if (found !== wanted) throw new Error(JSON.stringify({ edit, found, wanted }));
}
console.log(cases.length);
"""


def of_records() -> list[tuple[str, Edit]]:
    """The edits of every broken record of the suite that is text with LF line ends."""
    found = []
    for path in BROKEN:
        raw = path.read_bytes()
        problem = validate(read_chunk(Chunk(1, raw), "", 1, mends=True)).problem
        if problem is not None and problem.edits and b"\r" not in raw:
            found += [(raw.decode(), edit) for edit in problem.edits]
    return found


@pytest.mark.usefixtures("node")
def test_the_script_makes_the_edits_that_python_makes(tmp_path: Path) -> None:
    made = [(TEXT, Edit(spot, spot, "!\n", "")) for spot in SPOTS]
    made += [(TEXT, Edit(TextSpot(1, 2), TextSpot(2, 3), "", "")), *of_records()]
    cases = [
        {"text": text, "edit": to_builtins(edit), "wanted": edited(text, edit)}
        for text, edit in made
    ]
    (tmp_path / "edits.mjs").write_bytes(SCRIPT.read_bytes())
    (tmp_path / "run.mjs").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    command = ["node", "run.mjs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(cases) > 60
