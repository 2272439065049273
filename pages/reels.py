"""The lines of a record, for pages that contain all of them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engines.registry import OWN_DECKS, Decks
from pages.scene import Scene, scene
from pages.sheet import Legal, legal_of
from replays.legs import variations
from replays.view.frames import Frame, frame
from replays.view.moves import Line, lines, moves, record_of_line
from replays.view.playhead import Playhead
from replays.view.views import name_of


class Reel(Struct, frozen=True):
    """A line: its scene, its frames from the deal on, and the legal moves after its own plies."""

    scene: Scene
    frames: Sequence[Frame]
    legal: Sequence[Legal]

    def own(self) -> Iterator[tuple[Frame, Legal]]:
        """The frames and moves of the plies that belong to this line alone."""
        return zip(self.frames[self.scene.line.fork :], self.legal, strict=True)


def reels(
    replay: Playhead,
    decks: Decks = OWN_DECKS,
    view: str | None = None,
    *,
    root: str | None = None,
    branches: bool = True,
) -> list[Reel]:
    """The game, then every variation if the page has `branches`, all in one view.

    Leaves the replay at its end. Raises Fault if a variation is wrong.
    """
    record, key = replay.record, name_of(view)
    by_line: dict[str, Reel] = {}
    branched = branches and any(variations(record))
    for line in lines(list(moves(record, decks, view))) if branched else [Line()]:
        walked = replay
        if line.key:
            walked = Playhead(record_of_line(record, line.key) or record, decks)
        before = by_line[line.parent].frames[: line.fork] if line.key else []
        walked.seek(line.fork)
        own = list(_own(walked, view))
        shown = [*before, *(frame for frame, _ in own)]
        at = scene(
            replay.game,
            record,
            shown,
            view=key,
            views=(key,),
            root=root,
            address=None,
            line=line,
        )
        by_line[line.key] = Reel(at, shown, [legal for _, legal in own])
    return list(by_line.values())


def _own(replay: Playhead, view: str | None) -> Iterator[tuple[Frame, Legal]]:
    yield frame(replay, view), legal_of(replay.table, view)
    while replay.forward():
        yield frame(replay, view), legal_of(replay.table, view)
