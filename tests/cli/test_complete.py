"""`cgn complete`: fills in unseen cards."""

from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, cgn


@pytest.fixture
def unseen(tmp_path: Path) -> Path:
    """The public view of the example."""
    path = tmp_path / "unseen.cgn"
    assert cgn("redact", EXAMPLE, "--view", "public", "-o", path).exit_code == 0
    return path


def test_a_completion_is_a_valid_record(unseen: Path, tmp_path: Path) -> None:
    path = tmp_path / "whole.cgn"
    assert cgn("complete", unseen, "-o", path).exit_code == 0
    assert "_" not in path.read_text(encoding="utf-8")
    result = cgn("validate", path)
    assert result.stdout == f"{path}: valid (triggs, 88 plies; B won; scores 39 41)\n"


def test_several_completions_differ(unseen: Path, tmp_path: Path) -> None:
    path = tmp_path / "three.cgn.jsonl"
    assert cgn("complete", unseen, "--count", "3", "-o", path).exit_code == 0
    assert len(set(path.read_text(encoding="utf-8").splitlines())) == 3


def test_the_line_of_a_variation_is_completed_alone(unseen: Path) -> None:
    text = unseen.read_text(encoding="utf-8")
    unseen.write_text(text.replace("\n3. A:", "\n( 2. B: draw left left )\n3. A:"))
    result = cgn("complete", unseen, "--variation", "/plies/2/variations/0")
    assert result.exit_code == 0
    assert result.stdout.endswith("\n2. B: draw left left\n")


def test_an_unknown_variation_is_refused(unseen: Path) -> None:
    result = cgn("complete", unseen, "--variation", "/plies/0/variations/0")
    assert result.exit_code == 2
    assert "the record has no such variation" in result.stderr


def test_a_record_that_no_cards_make_right_is_reported(unseen: Path, tmp_path: Path) -> None:
    text = unseen.read_text(encoding="utf-8").replace("cross 3 3,3", "cross 3 3,4", 1)
    unseen.write_text(text, encoding="utf-8")
    path = tmp_path / "whole.cgn"
    result = cgn("complete", unseen, "-o", path)
    assert result.exit_code == 1
    assert "triggs.sum" in result.stderr
    assert not path.exists()
