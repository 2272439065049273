"""The page about sharing: its commands, and the messages that the scripts send and hear."""

import re
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks
from tests.docs.shell import check_session

PAGE = (ROOT / "docs" / "sharing.md").read_text(encoding="utf-8")
SCRIPTS = ROOT / "pages" / "static"


@pytest.mark.long
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    check_session("".join(blocks("console", PAGE)), Path(sys.executable).parent, tmp_path, tmp_path)


def test_the_table_of_messages_has_those_that_the_scripts_send() -> None:
    told = set(re.findall(r'\{cgn: "(\w+)"', PAGE))
    element = (SCRIPTS / "embed.js").read_text(encoding="utf-8")
    frame = "".join([path.read_text(encoding="utf-8") for path in SCRIPTS.glob("*.js")])
    sent = re.findall(r'cgn: "(\w+)"', element) + re.findall(r'tellHost\("(\w+)"', frame)
    assert told == {*sent}


def test_the_table_of_attributes_has_those_that_the_element_reads() -> None:
    element = (SCRIPTS / "embed.js").read_text(encoding="utf-8")
    read = set(re.findall(r'(?:getAttribute|hasAttribute)\("(\w+)"\)', element))
    assert read == set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) - {"cgn"}
