"""The mistake of a pasted log, and the log with the suggested move."""

import pytest

from api.pages.mistake import mistake
from notation.diagnostics import Diagnostic, Place
from notation.wording import guess


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("2. B: draw lefft -> 3 ! {x}", "2. B: draw left -> 3 ! {x}"),
        ("( 2. B: draw lefft )", "( 2. B: draw left )"),
    ],
)
def test_a_suggestion_replaces_the_move_and_nothing_else(line: str, mended: str) -> None:
    log = f"1. A: draw left {{one line,\u2028 in spite of this}}\n{line}\n"
    diagnostic = Diagnostic(
        code="cgn.argument",
        severity="error",
        message="`lefft` is not a pile",
        place=Place(line=2, column=1),
        nearest=("draw left",),
        help=guess("draw left"),
    )
    shown = mistake(diagnostic, log)
    assert [one.number for one in shown.lines] == [1, 2]
    assert shown.mended == log.replace(line, mended)
