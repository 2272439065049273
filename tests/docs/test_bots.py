"""The page of bots: its bots play, its messages are of the protocol, its figures are right."""

import re
import sys
from pathlib import Path

import pytest

from replays.bots import game, match, messages, program
from replays.simulate import MAX_PLIES
from tests.cli.running import cgn
from tests.docs.blocks import ROOT
from tests.docs.typed import check_strictly

PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
BOTS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
TALK = re.search(r"```\n(> .*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("code", BOTS, ids=["json", "run_bot"])
def test_the_bots_of_the_page_keep_to_the_protocol(code: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(code)
    found = cgn("bot", "check", f"{sys.executable} {file}", "--game", "triggs", "--time", "20")
    assert (found.exit_code, found.stderr) == (0, "")


def test_the_bot_in_python_passes_a_strict_type_checker(tmp_path: Path) -> None:
    check_strictly(BOTS[1], tmp_path)


def test_the_messages_of_the_page_are_of_the_protocol() -> None:
    assert TALK is not None
    kinds = []
    for line in TALK[1].splitlines():
        read = messages.told if line[0] == ">" else messages.said
        message = read(line[2:].encode())
        assert message is not None, line
        kinds.append(type(message))
    assert {*kinds} == {*messages._TOLD.values(), *messages._SAID.values()}


def test_its_tables_have_every_member() -> None:
    for kind in (messages.Start, messages.Go):
        for name in kind.__struct_fields__:
            assert f"`{name}`" in PAGE, name


def test_its_figures_are_those_of_the_code() -> None:
    for figure in (
        f"at most {messages.MAX_MESSAGE:,} bytes",
        f"within {program.HELLO_SECONDS:g} seconds",
        f"{game.MAX_NOTE} characters",
        f"in {MAX_PLIES:,} plies",
        f"`{match.ROUND_TAG}`",
        f"`{game.FORFEIT_TAG}`",
    ):
        assert figure in PAGE.replace("\n", " "), figure
