"""`cgn lsp` in a real editor: Neovim, set up by `editors/nvim`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import EXAMPLE, ROOT, begun_game, broken, cgn

NEOVIM = shutil.which("nvim")
BEGUN = begun_game("tuesday-7").replace("\n= * 0 0\n", "") + "1. A: draw right left\n2. B: rl"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of a session: open a wrong record, correct it, and write another one."""
    if NEOVIM is None:
        pytest.skip("nvim is not installed; it is the editor driven here")
    folder = tmp_path_factory.mktemp("neovim")
    (folder / "bin").mkdir()
    program = folder / "bin" / "cgn"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m cgn "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "CGN_RECORD": str(broken(folder)),
        "CGN_BEGUN": BEGUN,
        "CGN_FOUND": str(folder / "found.json"),
    }
    plugin = f"set runtimepath^={ROOT / 'editors' / 'nvim'}"
    script = f"luafile {Path(__file__).parent / 'drive.lua'}"
    done = subprocess.run(
        [NEOVIM, "--headless", "-i", "NONE", "--clean", "--cmd", plugin, "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=200,
        check=False,
    )
    assert (folder / "found.json").exists(), done.stderr
    report: dict[str, Any] = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    assert "problem" not in report, report["problem"]
    return report


def test_records_are_recognized_and_coloured(seen: dict[str, Any]) -> None:
    assert (seen["filetype"], seen["colour"]) == ("cgn", "cgnVerb")


def test_a_mistake_is_marked_and_explained(seen: dict[str, Any]) -> None:
    assert (seen["code"], seen["marked"]) == ("triggs.sum", "9+2")
    assert seen["message"] == "ply 88 (Bo, B): 9+2 makes 11, not 10"


def test_the_text_behind_the_line_is_one_line(seen: dict[str, Any]) -> None:
    (text,) = seen["behind"]
    assert text.endswith("ply 88 (Bo, B): 9+2 makes 11, not 10")


def test_the_keys_of_the_page_are_set(seen: dict[str, Any]) -> None:
    assert (seen["K"], seen["gra"]) == (True, True)


def test_the_key_for_the_position_says_what_is_wrong_and_draws_the_one_before(
    seen: dict[str, Any],
) -> None:
    shown = "\n".join(seen["float"])
    assert "help: did you mean `cross 10 10,10`?" in shown
    before = cgn("show", EXAMPLE, "--ply", "87").stdout.splitlines()
    assert before[1].rstrip() in shown


def test_the_quick_fix_corrects_it(seen: dict[str, Any]) -> None:
    assert seen["fix"] == "Write `cross 10 10,10`"
    assert seen["fixed"].startswith("88. B: cross 10 10,10 {")


def test_hovering_draws_the_position(seen: dict[str, Any]) -> None:
    drawn = cgn("show", EXAMPLE).stdout.splitlines()
    assert seen["hover"].splitlines()[1:-1] == [line.rstrip() for line in drawn]


def test_a_move_cut_short_is_completed(seen: dict[str, Any]) -> None:
    assert seen["offered"][0] == "draw right left"
    assert seen["completed"] == "2. B: draw right left"


def test_formatting_gives_the_canonical_form(seen: dict[str, Any]) -> None:
    assert seen["formatted"][-2:] == ["2. B: draw right left", "3. A: draw left left"]
