"""`cgn explain`: the meaning of codes."""

import pytest

from engines.rulebook import every_code
from tests.cli.running import cgn


def test_every_code_is_listed_with_its_summary() -> None:
    overview = cgn("explain", env={"COLUMNS": "250"}).stdout
    for code, text in every_code().items():
        assert any(
            line.split(maxsplit=1) == [code, text.summary] for line in overview.splitlines()
        ), code


@pytest.mark.parametrize("code", every_code())
def test_every_code_is_explained(code: str) -> None:
    result = cgn("explain", code)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{code}: ")
    assert max(map(len, result.stdout.splitlines())) <= 88


def test_a_code_of_a_game_shows_its_section() -> None:
    text = cgn("explain", "triggs.sum").stdout
    assert "The rules of triggs, section 4: Crossing off" in text
    assert "- `triggs.sum`: one card, or the sum of two cards, makes the value named." in text


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("cgn.revels", "did you mean `cgn.reveals`"),
        ("TRIGGS.SUM", "did you mean `triggs.sum`?"),
        ("Sum", "did you mean `triggs.sum`?"),
        ("sum", "did you mean `triggs.sum`?"),
        ("zzz", "run `cgn explain` for a list"),
    ],
)
def test_an_unknown_code_names_the_nearest(code: str, advice: str) -> None:
    result = cgn("explain", code)
    assert result.exit_code == 2
    assert advice in result.stderr
