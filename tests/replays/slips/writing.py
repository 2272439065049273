"""The example games with slips, and what is said of them."""

from notation.diagnostics import Diagnostic, Place
from replays.validate import validate
from tests.cli.running import ROOT
from tests.replays.helpers import reading


def example(name: str) -> str:
    """The text of an example game."""
    return (ROOT / "examples" / f"{name}.cgn").read_text(encoding="utf-8")


def changed(text: str, old: str, new: str) -> str:
    """The text with its first `old` replaced, which must be there."""
    assert old in text, old
    return text.replace(old, new, 1)


def problem(text: str) -> Diagnostic:
    """The mistake in the one record of a text."""
    found = validate(reading(text)).problem
    assert found is not None
    return found


def warning(text: str) -> Diagnostic:
    """The first warning about the one record of a text."""
    return validate(reading(text)).warnings[0]


def marked(place: Place) -> str:
    """The text of a line that a place underlines."""
    return place.text[(place.column or 1) - 1 : (place.end or 1) - 1]
