"""Slips in moves: the legal moves that were probably meant, by their words and their reveals."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from engines.decks import Decks
from engines.table import Table
from engines.wording import listed
from notation.nearest import suggest
from notation.record import Path, Ply, Record, Shuffle
from notation.wording import Suggestion, guess, suggestion
from replays.slips.trial import reach, try_ply

_ROOM = 120
"""If all legal moves fit in this number of characters, all are listed."""

_LISTED = 3
"""The most moves that are listed as probably meant."""

_MOST_TRIED = 500
"""With more legal moves than these, none is tried: The Jam may have thousands."""


class MoveHelp(Struct, frozen=True):
    """The help with a move that is wrong.

    Attributes:
        near: the legal moves that were probably meant, the likeliest first.
        nearest: the same, then all others if they are few.
        advice: the help line; a Suggestion if it suggests a word or a move.
        legal: the number of legal moves, if it is known.
    """

    near: tuple[str, ...]
    nearest: tuple[str, ...]
    advice: str | None
    legal: int | None = None


def moves_revealing(table: Table, ply: Ply, shuffles: Sequence[Shuffle] | None) -> list[str]:
    """The other legal moves that reveal the cards written with a ply, the most like it first.

    `shuffles` are the shuffles recorded after the ply; None: they need not be recorded. Empty if
    the record leaves cards out, since the reveals of other moves are not known then.
    """
    seat = table.to_act
    if not ply.reveals or seat is None or table.unseen is not None or not table.lists_all:
        return []
    legal = [move for move in _legal(table) if move != ply.move]
    if len(legal) > _MOST_TRIED:
        return []
    plies = [Ply(seat, move) for move in legal]
    right = [one.move for one in plies if try_ply(table, seat, one, shuffles).agrees(ply.reveals)]
    near, _ = suggest(ply.move, right)
    return list(dict.fromkeys([*near, *right]))


def help_for_refused_move(
    table: Table, ply: Ply, advice: str | None, same_reveals: Sequence[str]
) -> MoveHelp:
    """The help with a refused move; `same_reveals` are moves that reveal the cards written."""
    texts = _legal(table)
    near, advice = suggest(ply.move, texts, advice)
    if len(same_reveals) == 1 and (advice is None or isinstance(advice, Suggestion)):
        advice = _guess_by_reveals(same_reveals[0], ply)
    near = tuple(dict.fromkeys([*same_reveals, *near]))[:_LISTED]
    if not table.lists_all:
        return MoveHelp(near, near, advice)
    every_move = texts if len(" | ".join(texts)) <= _ROOM else ()
    return MoveHelp(near, tuple(dict.fromkeys([*near, *every_move])), advice, len(texts))


def moves_that_go_on(
    record: Record, path: Path, ply: Ply, moves: Sequence[str], decks: Decks
) -> list[str]:
    """The moves with which the record goes on at least as far as with the written one.

    With the others, the reveals are wrong, and not the move.
    """
    near = list(moves[:_LISTED])
    if not near or len(path) > 1:
        return near
    least = reach(record, path[0], replace(ply, reveals=()), decks)
    return [
        move for move in near if reach(record, path[0], replace(ply, move=move), decks) >= least
    ]


def help_for_other_reveals(ply: Ply, advice: str | None, same_reveals: Sequence[str]) -> MoveHelp:
    """The help with a legal move that reveals other cards than are written."""
    if not same_reveals:
        return MoveHelp((), (), advice)
    near, likely = tuple(same_reveals[:_LISTED]), _guess_by_reveals(same_reveals[0], ply)
    return MoveHelp(near, near, suggestion(likely.text, f"{likely}; otherwise {advice}"))


def help_for_place(table: Table, ply: Ply) -> str | None:
    """The help for a move that names the card at a place instead of the place."""
    words = ply.move.partition(" ")[2].split(" ")[0].split(",")
    found = {word: places for word in words if (places := table.places_of(word))}
    if not found:
        return None
    return "; ".join([f"{word} lies at {listed(places)}" for word, places in found.items()])


def _guess_by_reveals(move: str, ply: Ply) -> Suggestion:
    return guess(move, f"it reveals {' '.join(ply.reveals)}")


def _legal(table: Table) -> list[str]:
    return [table.game.moves.write(move) for move in table.moves()]
