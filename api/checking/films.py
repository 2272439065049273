"""Frames and moves of a replay, as a checker makes them for an answer."""

from collections.abc import Callable
from typing import Any

from api.checking.asker import asker, size_of, weight_of
from api.checking.jobs import Gone, TooMany, Wanted, all_frames, all_moves, one_frame
from api.checking.weights import WORDED, weight_of_frames
from api.problems import Problem, over_limit

_SHORTEST = 10
"""The bytes of a ply, at least: no line of a record has more plies than these allow."""


def film_of(head: bytes, wanted: Wanted, plies: int, advice: str = "") -> bytes:
    """The answer with the frames that are wanted of a game of so many plies, packed.

    Raises Problem if there is no such line or ply (404), and with this advice if they are too many,
    or too large for one answer (413).
    """
    try:
        film: bytes | None = _made(_weight(wanted, plies), all_frames, head, wanted)
    except TooMany:
        what = f"frames in one answer{advice}"
        raise over_limit(what, "max_frames", wanted.most_frames) from None
    if film is None:
        raise over_limit(f"bytes of frames in one answer{advice}", "max_film", wanted.most)
    return film


def frame_of(wanted: Wanted, plies: int) -> bytes:
    """The one frame that is wanted of a game of so many plies, packed. Raises Problem (404)."""
    frame: bytes = _made(_weight(wanted, plies), one_frame, wanted)
    return frame


def moves_of(head: bytes, wanted: Wanted, plies: int) -> bytes:
    """The answer with the moves of a game of so many plies, packed. Raises Problem as `film_of`."""
    moves: bytes | None = _made(
        weight_of(wanted.replay.body) + WORDED * plies, all_moves, head, wanted
    )
    if moves is None:
        raise over_limit("bytes of moves in one answer", "max_film", wanted.most)
    return moves


def _made(cost: int, job: Callable[..., bytes | None], *wanted: object) -> Any:  # noqa: ANN401 - what the job returns
    try:
        return asker().ask(cost, job, *wanted)
    except Gone:
        raise Problem(404, "this replay has no such line, or the line is shorter") from None


def _weight(wanted: Wanted, plies: int) -> int:
    """The weight of frames; a variation without a last ply is taken to be as long as the game."""
    last = max(wanted.first, plies) if wanted.last is None else wanted.last
    last = min(last, max(plies, size_of(wanted.replay.body) // _SHORTEST))
    number = max(last - wanted.first, 0) + 1
    return weight_of_frames(last, number, legal=wanted.legal)
