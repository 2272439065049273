"""Quick fixes: the suggestions of a diagnostic, as edits of its line."""

from collections.abc import Iterator
from dataclasses import dataclass

from notation.diagnostics import Diagnostic
from notation.grammar import PLAY_LINE, TAG_LINE
from notation.header import REQUIRED, meant
from notation.wording import end_line_in, guessed

_MISSING_END = "cgn.cut-off"
_MISSING_TAG = "cgn.missing-tag"
_OF_THE_NAME = ("cgn.near-tag", "cgn.tag-name", "cgn.option")
"""The codes of header lines whose name is wrong, not the value."""
_MOVE = 4


@dataclass(frozen=True)
class Fix:
    """A text for the columns from `start` to before `end` of the diagnostic's line, from 1.

    `meant` is true for the text that was probably meant.
    """

    title: str
    start: int
    end: int
    text: str
    meant: bool = True


def fixes(diagnostic: Diagnostic) -> Iterator[Fix]:
    """The fixes of a diagnostic of text, the likeliest first."""
    line, guess = diagnostic.place.text, guessed(diagnostic.help)
    if guess is not None and guess not in diagnostic.nearest:
        yield from _guessed(diagnostic, guess)
    yield from _moves(diagnostic, guess)
    if diagnostic.code == _MISSING_TAG:
        yield from _renamed(line)
    if text := end_line_in(diagnostic.help):
        if diagnostic.code == _MISSING_END:
            at = len(line) + 1
            yield Fix(f"Add the end line `{text}`", at, at, f"\n{text}")
        elif line.startswith("="):
            yield Fix(f"Write `{text}`", 1, len(line.rstrip()) + 1, text)


def _moves(diagnostic: Diagnostic, guess: str | None) -> Iterator[Fix]:
    """The nearest legal moves in the place of the one in the line."""
    ply = PLAY_LINE.fullmatch(diagnostic.place.text)
    if ply is not None and ply[_MOVE] is not None:
        for text in diagnostic.nearest:
            start, end = ply.start(_MOVE) + 1, ply.end(_MOVE) + 1
            yield Fix(f"Write `{text}`", start, end, text, meant=text == guess)


def _guessed(diagnostic: Diagnostic, text: str) -> Iterator[Fix]:
    """The suggested word in the place of the one that is marked."""
    line, start = diagnostic.place.text, diagnostic.place.column or 1
    end = diagnostic.place.end or start + 1
    if tag := TAG_LINE.fullmatch(line):
        if diagnostic.code in _OF_THE_NAME:
            start, end = tag.start(1) + 1, tag.end(1) + 1
        else:
            start, end = tag.start(2) + 2, tag.end(2)
    else:
        key, equals, _ = line[start - 1 : end - 1].partition("=")
        if equals and "=" not in text:
            end = start + len(key)
    yield Fix(f"Write `{text}`", start, end, text)


def _renamed(line: str) -> Iterator[Fix]:
    """The name of a required tag in the place of one that is close to it."""
    tag = TAG_LINE.fullmatch(line)
    if tag is not None and (name := meant(tag[1], REQUIRED)):
        yield Fix(f"Rename it to `{name}`", tag.start(1) + 1, tag.end(1) + 1, name)
