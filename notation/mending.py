"""Makes the edits of a line of text that a diagnostic suggests."""

import re
from collections.abc import Iterable, Iterator
from itertools import dropwhile, takewhile

from notation.diagnostics import Place
from notation.edits import Edit, TextSpot, between, renumbered, writing
from notation.grammar import PLAY_LINE, TAG_LINE
from notation.wording import Suggestion

_OF_THE_NAME = ("cgn.near-tag", "cgn.tag-name", "cgn.option", "cgn.missing-tag")
"""The codes of header lines whose name is wrong, not the value."""

_OPENING, _NUMBER, _MOVE = 1, 2, 4
_ANY_MOVE = "x"
"""A move that every reader accepts; its meaning does not matter."""

_RENUMBER = "Renumber from here"
_ARROW = re.compile(r"[ \t]+->[ \t]+$")


def at_place(place: Place, text: str, title: str = "", *, certain: bool = False) -> Edit:
    """The edit that writes a text in a place of a line."""
    line, start = place.line or 1, place.column or 1
    spots = TextSpot(line, start), TextSpot(line, place.end or start)
    return Edit(*spots, text, title or writing(text), certain=certain)


def below(place: Place, text: str, title: str, *, certain: bool = False) -> Edit:
    """The edit that writes lines below the line of a place."""
    spot = TextSpot(place.line or 1, len(place.text) + 1)
    return Edit(spot, spot, f"\n{text}", title, certain=certain)


def line_out(place: Place, title: str, *, certain: bool = False) -> Edit:
    """The edit that takes the whole line of a place out."""
    line = place.line or 1
    return Edit(TextSpot(line, 1), TextSpot(line + 1, 1), "", title, certain=certain)


def suggested(place: Place, code: str, advice: Suggestion) -> Edit:
    """The edit that writes the suggested text over the place at fault in a line.

    In a line of the header, it replaces the whole name or the whole value.
    """
    line, start, end = place.text, place.column or 1, place.end or 1
    if tag := TAG_LINE.fullmatch(line):
        by_name = code in _OF_THE_NAME
        start, end = (
            (tag.start(1) + 1, tag.end(1) + 1) if by_name else (tag.start(2) + 2, tag.end(2))
        )
    elif not advice.text and (arrow := _ARROW.search(line, 0, start - 1)):
        start = arrow.start() + 1
    else:
        key, equals, _ = line[start - 1 : end - 1].partition("=")
        if key and equals and "=" not in advice.text:
            end = start + len(key)
    title = (
        writing(advice.text) if advice.text else f"Take `{line[start - 1 : end - 1].strip()}` out"
    )
    spots = TextSpot(place.line or 1, start), TextSpot(place.line or 1, end)
    return Edit(*spots, advice.text, title, certain=advice.certain)


def moves(line: Place, texts: Iterable[str], likely: str | None, *, alone: bool) -> Iterator[Edit]:
    """The edits that write other moves into a line of play, in the place of its own.

    The `likely` one, if any, is marked as meant, and as certain if it is `alone`: no other is near.
    """
    ply = PLAY_LINE.fullmatch(line.text)
    if ply is None or ply[_MOVE] is None:
        return
    at = line.line or 1
    spots = TextSpot(at, ply.start(_MOVE) + 1), TextSpot(at, ply.end(_MOVE) + 1)
    for text in texts:
        meant = text == likely
        yield Edit(*spots, text, writing(text), meant, certain=meant and alone)


def numbering(text: str, first_line: int) -> Edit | None:
    """The edit that corrects the first run of wrong ply numbers in a record.

    It ends before the next ply whose number is right. The text begins on `first_line` of the file.
    None if all numbers are right, as far as single lines show.
    """
    old, new = text.split("\n"), renumbered(text).split("\n")
    counted = ((at, old[at] == new[at]) for at in range(len(old)) if _number_in(new[at]))
    wrong = [
        at
        for at, _ in takewhile(lambda line: not line[1], dropwhile(lambda line: line[1], counted))
    ]
    if not wrong:
        return None
    new[wrong[-1] + 1 :] = old[wrong[-1] + 1 :]
    number = _number_in(new[wrong[0]])
    title = writing(f"{number}.") if len(wrong) == 1 else _RENUMBER
    edit = between(text, "\n".join(new), title, certain=True)
    return edit.down(first_line - 1)


def renumbered_from(text: str, line: int) -> Edit | None:
    """The edit that renumbers the plies of a record from this line on, counted from 1.

    None if all numbers are right.
    """
    old, new = text.split("\n"), renumbered(text).split("\n")
    after = "\n".join([*old[: line - 1], *new[line - 1 :]])
    return None if after == text else between(text, after, _RENUMBER)


def _number_in(line: str) -> str | None:
    """The number of the ply in a line of play; None for a shuffle."""
    ply = PLAY_LINE.fullmatch(line)
    return ply and ply[_NUMBER]


def ply_put_in(text: str, first_line: int, line: int, seat: str, title: str) -> Edit | None:
    """The edit that inserts the beginning of a ply above a line of play, and renumbers the rest.

    The text is that of a record, which begins on `first_line` of the file. None if the line opens a
    variation: the ply might belong in front of that.
    """
    lines = text.split("\n")
    at = line - first_line
    ply = PLAY_LINE.fullmatch(lines[at])
    if ply is None or ply[_NUMBER] is None or "(" in ply[_OPENING]:
        return None
    opening = f"{ply[_OPENING]}{ply[_NUMBER]}. {seat}: "
    whole = renumbered("\n".join([*lines[:at], f"{opening}{_ANY_MOVE}", *lines[at:]])).split("\n")
    whole[at] = opening
    return between(text, "\n".join(whole), title, meant=False).down(first_line - 1)


def line_taken_out(text: str, at: int, line: int) -> Edit | None:
    """The edit that takes out a line of play that repeats the line above word for word.

    `at` is the offset of the line in a record's text, which begins on `line` of the file. None if
    the two lines differ.
    """
    start = text.rfind("\n", 0, max(at - 1, 0)) + 1
    stop = text.find("\n", at)
    stop = len(text) if stop < 0 else stop
    if at == 0 or text[start : at - 1] != text[at:stop]:
        return None
    number = text.count("\n", 0, at)
    spots = TextSpot(number, at - start), TextSpot(number + 1, stop - at + 1)
    return Edit(*spots, "", "Take this line out: it is there twice", certain=True).down(line - 1)
