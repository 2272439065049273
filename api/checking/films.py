"""Frames and moves of a replay, as a checker makes them for an answer."""

from collections.abc import Callable

from api.checking.asker import asker
from api.checking.jobs import Gone, TooMuch, Wanted, all_frames, all_moves, one_frame
from api.checking.weights import (
    WORDED,
    size_of,
    weight_of,
    weight_of_frames,
    weight_of_variations,
)
from api.problems import Problem, over_limit

_SHORTEST = 10
"""The bytes of a ply, at least: no line of a record has more plies than these allow."""


def film_of(head: bytes, wanted: Wanted, plies: int, advice: str = "") -> bytes:
    """The answer with the frames that are wanted of a game of so many plies, packed.

    Raises Problem if there is no such line or ply (404), and with this advice if they are too many,
    or too large for one answer (413).
    """
    what = f"frames in one answer{advice}"
    return _made(what, _weight(wanted, plies), all_frames, head, wanted)


def frame_of(wanted: Wanted, plies: int) -> bytes:
    """The one frame that is wanted of a game of so many plies, packed. Raises Problem (404)."""
    return _made("", _weight(wanted, plies), one_frame, wanted)


def moves_of(head: bytes, wanted: Wanted, plies: int) -> bytes:
    """The answer with the moves of a game of so many plies, packed. Raises Problem as `film_of`."""
    cost = weight_of(wanted.replay.body) + WORDED * plies
    cost += weight_of_variations(wanted.replay.body)
    return _made("moves in one answer", cost, all_moves, head, wanted)


def _made(what: str, cost: int, job: Callable[..., bytes], *wanted: object) -> bytes:
    try:
        made: bytes = asker().ask(cost, job, *wanted)
    except Gone:
        raise Problem(404, "this replay has no such line, or the line is shorter") from None
    except TooMuch as too_much:
        name, most = too_much.args
        counted = what if name == "max_frames" else f"bytes of {what}"
        raise over_limit(counted, name, most) from None
    return made


def _weight(wanted: Wanted, plies: int) -> int:
    """The weight of frames; a variation without a last ply is taken to be as long as the game."""
    last = max(wanted.first, plies) if wanted.last is None else wanted.last
    last = min(last, max(plies, size_of(wanted.replay.body) // _SHORTEST))
    number = max(last - wanted.first, 0) + 1
    return weight_of(wanted.replay.body) + weight_of_frames(last, number, legal=wanted.legal)
