"""Why scores changed with a ply, where the move itself does not say it."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from engines.table import by_source
from pages.scene import Scene
from replays.view.frames import Frame


class Change(Struct, frozen=True):
    """A change of the score of a seat or team, and the points gained and lost by each source."""

    name: str
    points: int
    reasons: tuple[tuple[str, int], ...]


def changes(scene: Scene, frame: Frame) -> Iterator[Change]:
    """The changes of a ply with several reasons, and all those of seats that did not play it."""
    for group in frame.allies:
        points = scene.change(group[0], frame.ply)
        at = scene.seats.index(group[0])
        by = Counter(by_source(frame.breakdown[at]))
        by.subtract(by_source(scene.breakdowns[max(frame.ply - 1, 0)][at]))
        reasons = [(source, number) for source, number in by.items() if number]
        if points and (len(reasons) > 1 or frame.seat not in group):
            reasons.sort(key=lambda reason: -reason[1])
            yield Change(scene.players_of(group), points, tuple(reasons))
