"""Guesses what the writer of an unreadable line meant, also from signs of word processors."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from notation.edits import Edit, between, in_line, writing
from notation.grammar import (
    BLANK,
    COMMENT,
    COMMENT_LINE,
    END,
    END_LINE,
    ITEM,
    KEY,
    NAME,
    NUMBER,
    PLAY_LINE,
    TAG_LINE,
)
from notation.record import SEATS
from notation.wording import quote

SECOND_LINE = re.compile(
    rf"(?<=[ \t}}])(?:{NUMBER}\.(?={BLANK}|[A-J]:)|[A-J~]:|{END}{BLANK}*$)", re.ASCII
)
"""The start of a ply, a shuffle or an end line, in the middle of a line."""

LIST_HELP = "separate arguments with spaces; write lists and sums without spaces: `9,9`, `7+4`"

_NAMED = re.compile(rf"[ \t(]*({NUMBER})\.{BLANK}*([^:{{]*[^:{{ \t]){BLANK}*:")
_WINNERS = r"[A-J](?:\+[A-J])*|\*"
_SCORES = re.compile(
    rf"={BLANK}*(?:({_WINNERS}){BLANK}+)?([0-9]{{1,15}}(?:[ \t,:;/-]+[0-9]{{1,15}}){{0,9}}){BLANK}*"
)


class Hint(NamedTuple):
    """The help for a line, and the edit that does what it says."""

    advice: str
    edit: Edit


def seat_meant(line: str, players: Mapping[str, str]) -> Hint | None:
    """The hint for a ply that has a player's name or a small letter instead of its seat."""
    match = _NAMED.match(line)
    if match is None or match[2] in players:
        return None
    number, name = match.groups()
    seats = [seat for seat, player in players.items() if player.casefold() == name.casefold()]
    if len(seats) == 1:
        seat, why = seats[0], f"{quote(name)} is {seats[0]}"
    elif name.upper() in players:
        seat, why = name.upper(), "a seat is a capital letter"
    else:
        return None
    return Hint(f"{why}: write `{number}. {seat}: …`", in_line(*match.span(2), seat))


def scores_meant(line: str) -> Hint | None:
    """The hint for scores without winners before them, or without spaces between them."""
    match = _SCORES.fullmatch(line)
    if match is None:
        return None
    scores = [int(score) for score in re.findall("[0-9]+", match[2])]
    best = [seat for seat, score in zip(SEATS, scores, strict=False) if score == max(scores)]
    meant = " ".join(["=", match[1] or "+".join(best), *map(str, scores)])
    advice = f"scores are separated by spaces and come after the winners: `{meant}`"
    return Hint(advice, in_line(0, len(line.rstrip()), meant))


def joined_at(line: str, sign: int) -> Edit | None:
    """The edit that joins the words around a `,` or `+` to one list or sum, if they form one."""
    before, after = line[:sign].split(), line[sign + 1 :].split()
    if line[sign : sign + 1] not in {",", "+"} or not (before and after):
        return None
    second = after[0].rstrip(",+")
    joined = f"{before[-1]}{line[sign]}{second}"
    if not re.fullmatch(f"(?:{KEY}=)?{ITEM}", joined, re.ASCII):
        return None
    start, end = line.rindex(before[-1], 0, sign), line.index(second, sign + 1) + len(second)
    return in_line(start, end, joined)


_SIGNS = {
    "\u2192": ("an arrow sign", "->"),
    "\u27f6": ("an arrow sign", "->"),
    "\u21d2": ("an arrow sign", "->"),
    "\u2010": ("a hyphen sign", "-"),
    "\u2011": ("a no-break hyphen", "-"),
    "\u2012": ("a figure dash", "-"),
    "\u2013": ("an en dash", "-"),
    "\u2014": ("an em dash", "-"),
    "\u2212": ("a minus sign", "-"),
    "\u201c": ("a typographic quote", '"'),
    "\u201d": ("a typographic quote", '"'),
    "\u201e": ("a typographic quote", '"'),
    "\u201f": ("a typographic quote", '"'),
    "\u00ab": ("a typographic quote", '"'),
    "\u00bb": ("a typographic quote", '"'),
    "\u00a0": ("a no-break space", " "),
    "\u2007": ("a figure space", " "),
    "\u2009": ("a thin space", " "),
    "\u202f": ("a narrow no-break space", " "),
    "\u3000": ("a wide space", " "),
    "\u200b": ("a zero-width space", ""),
    "\u2060": ("a word joiner", ""),
    "\ufeff": ("a byte order mark", ""),
    "\u201a": ("a low quote", ","),
    "\uff0c": ("a wide comma", ","),
    "\uff1a": ("a wide colon", ":"),
    "\uff0e": ("a wide full stop", "."),
    "\uff08": ("a wide parenthesis", "("),
    "\uff09": ("a wide parenthesis", ")"),
    "\uff1d": ("a wide equals sign", "="),
    "\uff0b": ("a wide plus sign", "+"),
    "\uff5e": ("a wide tilde", "~"),
    "\u223c": ("a tilde operator", "~"),
    "\u203c": ("a double exclamation mark", "!!"),
    "\u2047": ("a double question mark", "??"),
    "\u2048": ("a question exclamation mark", "?!"),
    "\u2049": ("an exclamation question mark", "!?"),
    **{
        chr(code): (f"a Cyrillic letter that looks like {latin}", latin)
        for code, latin in zip(
            (0x410, 0x412, 0x421, 0x415, 0x41D, 0x406, 0x408), "ABCEHIJ", strict=True
        )
    },
}
"""Each sign with its name in a message, and with the plain sign of a record."""

SIGN = re.compile(f"[{''.join(_SIGNS)}]")
_SPACES = "".join(sign for sign, (_, plain) in _SIGNS.items() if plain == " ")
_QUOTES = "".join(sign for sign, (_, plain) in _SIGNS.items() if plain == '"')
_OUTSIDE = re.compile(rf"({COMMENT}|\{{.*)|[{''.join(_SIGNS)}]", re.ASCII)
"""A comment, or a sign outside. An unfinished comment takes the rest: none is tried twice."""
_TAG = re.compile(rf"\[({NAME})[ \t{_SPACES}]+[\"{_QUOTES}](.*)[\"{_QUOTES}]\][ \t{_SPACES}]*")
_LINES = (TAG_LINE, PLAY_LINE, END_LINE, COMMENT_LINE)


def plain(line: str) -> str:
    r"""The line with plain signs, except in comments and in the value of a tag.

    >>> plain("1. A: draw left \u2192 3 {so \u2192}"), plain("[Event \u201cClub\u201d]")
    ('1. A: draw left -> 3 {so \u2192}', '[Event "Club"]')
    """
    if tag := _TAG.fullmatch(line):
        return f'[{tag[1]} "{tag[2]}"]'
    return _OUTSIDE.sub(lambda found: found[1] or _SIGNS[found[0]][1], line)


def explain_sign(line: str, start: int) -> tuple[str, str] | None:
    r"""Message and help for the first such sign in the word that begins here; None without one.

    >>> explain_sign("2. B: draw left \u2192 3", 16)
    ('`\u2192` is an arrow sign, U+2192', 'write `->`')
    """
    word = re.split("[ \t]", line[start:], maxsplit=1)[0]
    if (found := SIGN.search(word)) is None:
        return None
    name, text = _SIGNS[found[0]]
    if text == "-" and word.startswith(">", found.end()):
        text = "->"
    code = f"U+{ord(found[0]):04X}"
    shown = f"`{found[0]}` is {name}, {code}" if text.strip() else f"{code} is {name}"
    return shown, f"write `{text}`" if text.strip() else "write a space" if text else "take it out"


def plain_edit(line: str) -> Edit | None:
    """The edit that makes the signs of a line plain; None if the line would still be unreadable."""
    if SIGN.search(line) is None:
        return None
    new = plain(line)
    if new == line or not any(kind.fullmatch(new) for kind in _LINES):
        return None
    edit = between(line, new, "", certain=True)
    old = line[edit.start.column - 1 : edit.end.column - 1]
    names = list(dict.fromkeys(_SIGNS[sign][0] for sign in SIGN.findall(old)))
    if len(names) == 1 and len(old) == 1 and edit.text.strip():
        title = f"{writing(edit.text)} for {names[0]}"
    else:
        title = f"Write plain characters for {' and '.join(names)}"
    return Edit(edit.start, edit.end, edit.text, title, certain=True)
