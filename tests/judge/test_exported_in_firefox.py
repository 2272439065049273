"""An exported file with the judge in it checks its game in Firefox: from `file://`, offline."""

from pathlib import Path

import pytest

from tests.api.pages.test_site import BROKEN
from tests.judge.firefox import Firefox, firefox, needs_firefox
from tests.judge.test_exported_with_judge import EXAMPLES, exported, replace_record

pytestmark = [needs_firefox, pytest.mark.long, pytest.mark.usefixtures("built")]


def check(window: Firefox, file: Path) -> str:
    """What the check of a file says."""
    window.go(file.as_uri())
    window.run("document.getElementById('check').click()")
    return window.text_of("dialog[open]")


def test_the_file_says_what_is_said_of_its_record(tmp_path: Path) -> None:
    file = exported(tmp_path, EXAMPLES / "triggs.cgn")
    with firefox(tmp_path / "profile", "--offline") as window:
        assert "Valid: 88 plies; B won; scores 39 41." in check(window, file)
        assert window.run("navigator.onLine") is False
        window.run("document.querySelector('[data-act=tries]').click()")
        assert window.text_of("#tried-title") == "Tried from ply 0 on"
        replace_record(file, BROKEN)
        assert "Did you mean cross 4 4,4,3+1?" in check(window, file)
