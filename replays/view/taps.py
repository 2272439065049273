"""From taps to a move: which moves name what was tapped, and what may be tapped next.

A tap chooses a thing (replays/view/things.py). The order of taps matters only where nothing else
decides. `pages/static/taps.js` does the same in browsers; tests/replays/taps.json holds both.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Annotated

from msgspec import Struct

from notation.json_shape import doc


class NamedMove(Struct, frozen=True):
    """A move, and the things that it names."""

    move: Annotated[str, doc("The move as it is written.", "draw left right")]
    verb: Annotated[str, doc("Its verb.", "draw")]
    parts: Annotated[
        tuple[tuple[str, ...], ...],
        doc(
            "The keys of the things that each of its arguments names.", [["at:left"], ["at:right"]]
        ),
    ]

    @property
    def things(self) -> tuple[str, ...]:
        """The keys of all things that it names."""
        return tuple(chain.from_iterable(self.parts))


class OpenKind(Struct, frozen=True):
    """A kind of move of which not all are listed."""

    verb: Annotated[str, doc("Its verb.", "trade")]
    columns: Annotated[
        tuple[tuple[str, ...], ...],
        doc("For each argument, the keys of the things that it may name."),
    ]
    many: Annotated[tuple[bool, ...], doc("For each argument, whether it may name several.")]
    owners: Annotated[
        tuple[int | None, ...],
        doc(
            "For each argument, the number of the one that names the seat before which its cards"
            " lie; null: they lie anywhere."
        ),
    ]
    optional: Annotated[tuple[bool, ...], doc("For each argument, whether it may be left out.")]


class Left(Struct, frozen=True):
    """What is left after some taps: the things that may follow, the moves that may be played.

    `verbs` are those of the moves that agree with the taps.
    """

    lit: tuple[str, ...]
    ready: tuple[NamedMove, ...]
    verbs: tuple[str, ...]


def left(
    moves: Sequence[NamedMove],
    taps: Sequence[str],
    verb: str | None = None,
    opens: Sequence[OpenKind] = (),
) -> Left:
    """What is left of these moves after taps, if only moves of `verb` are wanted, if one is.

    Kinds that are open need a tap or their verb, or no list of moves at all.

    >>> moves = [NamedMove("draw left", "draw", (("at:left",),)), NamedMove("pass", "pass", ())]
    >>> left(moves, ["at:left"]).ready[0].move, left(moves, []).lit
    ('draw left', ('at:left',))
    """
    fits, lit = list[NamedMove](), dict[str, None]()
    for one in moves:
        more = _rest(one.things, taps) if verb in (None, one.verb) else None
        if more is not None:
            fits.append(one)
            lit |= dict.fromkeys(more)
    verbs = dict.fromkeys(one.verb for one in fits)
    ready = in_order([one for one in fits if len(one.things) == len(taps)], taps)
    if not ready and len(fits) == 1:
        ready = fits  # nothing is left to choose
    for kind in opens:
        if verb == kind.verb or (verb is None and (taps or not moves)):
            parts = assigned(kind, taps)
            if parts is not None:
                lit |= dict.fromkeys(_following(kind, parts))
                verbs[kind.verb] = None
    return Left(tuple(lit), tuple(ready), tuple(verbs))


def _rest(things: Sequence[str], taps: Sequence[str]) -> list[str] | None:
    """The things that taps leave of a move; None if it does not name them all."""
    more = [*things]
    for tap in taps:
        if tap not in more:
            return None
        more.remove(tap)
    return more


def in_order(ready: list[NamedMove], taps: Sequence[str]) -> list[NamedMove]:
    """Of several moves of a verb, the one that names its things as they were tapped, if one does.

    >>> moves = [NamedMove("swap a b", "swap", (("a", "b"),)),
    ...     NamedMove("swap b a", "swap", (("b", "a"),))]
    >>> [one.move for one in in_order(moves, ["b", "a"])]
    ['swap b a']
    """
    exact = {one.verb: one for one in ready if one.things == tuple(taps)}
    return [one for one in ready if exact.get(one.verb, one) is one]


def assigned(kind: OpenKind, taps: Sequence[str]) -> list[list[str]] | None:
    """The taps by argument, each with the first that may name it; None if one has no place."""
    parts: list[list[str]] = [[] for _ in kind.columns]
    for tap in taps:
        for at, column in enumerate(kind.columns):
            if tap in column and _takes(kind, parts, at, tap):
                parts[at].append(tap)
                break
        else:
            return None
    return parts


def _following(kind: OpenKind, parts: Sequence[Sequence[str]]) -> Iterator[str]:
    """The things that may be tapped next for an open kind of move."""
    for at, column in enumerate(kind.columns):
        for thing in column:
            if _takes(kind, parts, at, thing):
                yield thing


def _takes(kind: OpenKind, parts: Sequence[Sequence[str]], at: int, thing: str) -> bool:
    """Whether an argument may name this thing, too.

    A card lies before the seat that was tapped, if one was. Only cards of a code are named twice.
    """
    if parts[at] and (not kind.many[at] or (thing in parts[at] and "/" not in thing)):
        return False
    owner, before = kind.owners[at], thing.partition("/")[0].rpartition(".")[2]
    return owner is None or all(seat == f"seat:{before}" for seat in parts[owner])
