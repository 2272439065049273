"""Guesses what the writer of an unreadable line meant."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from notation.edits import Edit, in_line
from notation.grammar import BLANK, END, ITEM, KEY, NUMBER
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
