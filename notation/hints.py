"""Guesses what the writer of an unreadable line meant."""

import re
from collections.abc import Mapping

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


def seat_meant(line: str, players: Mapping[str, str]) -> str | None:
    """The help for a ply that has a player's name or a small letter instead of its seat."""
    match = _NAMED.match(line)
    if match is None or match[2] in players:
        return None
    number, name = match.groups()
    seats = [seat for seat, player in players.items() if player.casefold() == name.casefold()]
    if len(seats) == 1:
        return f"{quote(name)} is {seats[0]}: write `{number}. {seats[0]}: …`"
    if name.upper() in players:
        return f"a seat is a capital letter: write `{number}. {name.upper()}: …`"
    return None


def scores_meant(line: str) -> str | None:
    """The help for scores without winners before them, or without spaces between them."""
    match = _SCORES.fullmatch(line)
    if match is None:
        return None
    scores = [int(score) for score in re.findall("[0-9]+", match[2])]
    best = [seat for seat, score in zip(SEATS, scores, strict=False) if score == max(scores)]
    line = " ".join(["=", match[1] or "+".join(best), *map(str, scores)])
    return f"scores are separated by spaces and come after the winners: `{line}`"


def joined_at(line: str, sign: int) -> str | None:
    """The words around a `,` or `+` as one list or sum; None if they do not form one."""
    before, after = line[:sign].split(), line[sign + 1 :].split()
    if line[sign : sign + 1] not in {",", "+"} or not (before and after):
        return None
    joined = f"{before[-1]}{line[sign]}{after[0].rstrip(',+')}"
    return joined if re.fullmatch(f"(?:{KEY}=)?{ITEM}", joined, re.ASCII) else None
