"""Signs and words that stand for others in a line: what is said of them, and the edit."""

from io import BytesIO

import pytest

from notation.diagnostics import Diagnostic
from notation.edits import edited
from notation.split_records import chunks
from notation.text_reader import read_chunk

HEAD = '[CGN "1"]\n[Game "x"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n'


def problem(text: str) -> Diagnostic:
    """The mistake in a text, with its edits."""
    (chunk,) = chunks(BytesIO(text.encode()))
    found = read_chunk(chunk, "game.cgn", 1, mends=True).problem
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "message", "advice", "right"),
    [
        ("1. A: x → 3", "`→` is an arrow sign, U+2192", "write `->`", "1. A: x -> 3"),
        ("1. A: x –> 3", "`–` is an en dash, U+2013", "write `->`", "1. A: x -> 3"),  # noqa: RUF001
        (
            "1. A: x => 3",
            "the arrow before reveals is `->`, not `=>`",
            "write `->`",
            "1. A: x -> 3",
        ),
        ("1. A:\u00a0x 3", "U+00A0 is a no-break space", "write a space", "1. A: x 3"),
        ("1. A: x 3，4", "`，` is a wide comma, U+FF0C", "write `,`", "1. A: x 3,4"),  # noqa: RUF001
        ("1. A： x 3", "`：` is a wide colon, U+FF1A", "write `:`", "1. A: x 3"),  # noqa: RUF001
        (
            "1. А: x 3",  # noqa: RUF001
            "`А` is a Cyrillic letter that looks like A, U+0410",  # noqa: RUF001
            "write `A`",
            "1. A: x 3",
        ),
        ("~: deck _ → 3", "`→` is an arrow sign, U+2192", "write `->`", "~: deck _ -> 3"),
        (
            "[Event “Club”]",
            "`“` is a typographic quote, U+201C",
            'write `"`',
            '[Event "Club"]',
        ),
        (
            "1. A: Cross 3 3,3",
            "a verb is written in lower case",
            "write `cross`",
            "1. A: cross 3 3,3",
        ),
        ("~: deck ?", "a card that nobody saw is `_`, not `?`", "write `_`", "~: deck _"),
        (
            "1. A: x -> 3 ? 4",
            "a card that nobody saw is `_`, not `?`",
            "write `_`",
            "1. A: x -> 3 _ 4",
        ),
    ],
)
def test_a_sign_that_stands_for_another_is_named(
    line: str, message: str, advice: str, right: str
) -> None:
    text = f"{HEAD}{line}\n"
    found = problem(text)
    assert (found.message, found.help) == (message, advice)
    assert edited(text, found.edits[0]) == f"{HEAD}{right}\n"


def test_a_sign_in_a_comment_is_none_of_the_line() -> None:
    assert "arrow" not in problem(f"{HEAD}1. A: x 3 4,, {{→}}\n").message
