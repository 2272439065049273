"""The seats around a table, each with the text of its head."""

import re
from collections.abc import Sequence

from msgspec import Struct

from pages.scene import Scene
from replays.view.frames import Frame

_SHORT = 30


class Seat(Struct, frozen=True):
    """The players of a score: one, or the partners of a team.

    Attributes:
        letter: the letter of the first.
        letters: all of them.
        due: what is asked of them, in few words; None if nothing is.
        score: the score as the view sees it, and `is_open` whether that is all of it.
        unit: what the score is counted in, and how much of it wins.
        wins: whether they have won.
    """

    letter: str
    letters: tuple[str, ...]
    name: str
    due: str | None
    score: int
    is_open: bool
    unit: str
    wins: bool


def seats(scene: Scene, frame: Frame) -> Sequence[Seat]:
    """The seats of a position, in seat order; partners share one."""
    return [_seat(scene, frame, letters) for letters in frame.allies]


def _brief(title: str) -> str:
    """What is due, cut at a comma or colon if it is too long for the head of a seat.

    >>> _brief("may answer: Fly Swatter, Send It Back, or pass")
    'may answer'
    """
    return title if len(title) <= _SHORT else re.split("[,:]", title)[0]


def _seat(scene: Scene, frame: Frame, letters: tuple[str, ...]) -> Seat:
    first = scene.seats.index(letters[0])
    score = frame.scores[first]
    counters = [counter for counter in frame.counters if counter.owner == letters[0]]
    unit = scene.layout.unit.format(most=sum([counter.most or 0 for counter in counters]))
    asked = frame.due and not set(frame.due.seats).isdisjoint(letters)
    return Seat(
        letter=letters[0],
        letters=letters,
        name=scene.players_of(letters),
        due=_brief(frame.due.title) if frame.due and asked else None,
        score=sum([line.points for line in frame.breakdown[first]]) if score is None else score,
        is_open=score is not None,
        unit=unit if frame.target is None else f"of {frame.target} {unit}",
        wins=not set(frame.winners).isdisjoint(letters),
    )
