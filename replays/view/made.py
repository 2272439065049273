"""The moves that taps make where not all moves are listed: each way to write them is tried."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product

from engines.play import Illegal
from engines.table import Table
from engines.unseen import Unsupported, supported
from notation.arguments import Joined
from notation.fault import Fault
from notation.moves import Argument, Spec
from replays.view.taps import OpenKind
from replays.view.things import word_of

MAX_TAPS = 16
"""Taps, at most, for which moves are tried: those of a game name fewer things."""

_TRIED = 2_000
"""Ways to write a kind of move that are tried: 24 ms at most in 626 positions of hidden hands."""


def may_be_played(table: Table, text: str) -> bool:
    """Whether this is a move of the phase that keeps the rules, as far as the cards are known."""
    try:
        move = table.game.moves.parse(text)
    except Fault:
        return False
    play = table.plays.get(type(move))
    if play is None or table.phase not in play.phases:
        return False
    with suppress(Unsupported):
        try:
            with supported(table.game, table.unseen):
                play.check(table, table.to_act or "", move)
        except Illegal:
            return False
    return True


def made_by(table: Table, opens: Sequence[OpenKind], taps: Sequence[str]) -> list[str]:
    """The moves of open kinds that name exactly the tapped things and may be played.

    With a tap on anything that these kinds do not name there are none, and nothing is tried.
    """
    found: dict[str, None] = {}
    if len(taps) > MAX_TAPS:
        return []
    specs = {spec.verb: spec for spec in table.game.moves.specs}
    for kind in opens:
        for text in islice(_spelled(specs[kind.verb], kind, taps), _TRIED):
            if text and may_be_played(table, text):
                found[text] = None
    return list(found)


def _spelled(spec: Spec, kind: OpenKind, taps: Sequence[str]) -> Iterator[str]:
    """The ways to write a move with what was tapped, each argument's in the order tapped.

    Empty for one that lacks an argument: those count as tried.
    """
    ways = [[at for at, column in enumerate(kind.columns) if tap in column] for tap in taps]
    for places in product(*ways):
        parts: list[list[str]] = [[] for _ in spec.arguments]
        for tap, at in zip(taps, places, strict=True):
            parts[at].append(word_of(tap))
        pairs = [*zip(spec.arguments, parts, strict=True)]
        if not all(_fits(argument, part) for argument, part in pairs):
            yield ""
            continue
        for values in product(*[[*_joined(argument, part)] for argument, part in pairs]):
            yield " ".join([spec.verb, *filter(None, values)])


def _fits(argument: Argument, part: Sequence[str]) -> bool:
    """Whether an argument can be written with so many words."""
    return (bool(part) or argument.optional) and (
        len(part) <= 1 or isinstance(argument.shape, Joined)
    )


def _joined(argument: Argument, part: Sequence[str]) -> Iterator[str]:
    """The spellings of an argument with these words in this order; "" without any."""
    if not part:
        yield ""
        return
    key = f"{argument.key}=" if argument.key else ""
    shape, signs = argument.shape, list[str]()
    while isinstance(shape, Joined):
        signs.append(shape.separator)
        shape = shape.item
    for between in product(signs, repeat=len(part) - 1):
        yield key + part[0] + "".join(map("".join, zip(between, part[1:], strict=True)))
