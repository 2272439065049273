"""What an event may change on the page of a game in progress."""

from collections.abc import Sequence

from msgspec import Struct

from pages.drawing import line_parts
from pages.scene import Scene
from pages.stretch import STRETCH, Stretch, stretch
from replays.view.frames import Frame


class LiveState(Struct, frozen=True, kw_only=True):
    """A table at a version.

    Attributes:
        finished: whether the game has ended.
        replay: the id of its replay, to which the page then leads; without one, there is the rest.
        graph, moves: the HTML of the graph and of the list of moves.
        stretch: the plies from the last multiple of `STRETCH` on.
    """

    version: int
    plies: int
    finished: bool
    replay: str | None = None
    graph: str | None = None
    moves: str | None = None
    stretch: Stretch | None = None


def live_state(scene: Scene, frames: Sequence[Frame], version: int, *, finished: bool) -> LiveState:
    """The state of a table without a replay. `frames` are those of all its plies."""
    graph, moves = map(str, line_parts(scene, frames))
    first = scene.plies - scene.plies % STRETCH
    return LiveState(
        version=version,
        plies=scene.plies,
        finished=finished,
        graph=graph,
        moves=moves,
        stretch=stretch(scene, frames[first:], first),
    )
