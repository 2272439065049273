"""The links that step through a replay."""

from msgspec import Struct

from pages.scene import Scene
from replays.view.frames import Frame


class StepLink(Struct, frozen=True):
    """A link that steps: its id, its name, and the ply that it leads to; None at an end."""

    key: str
    title: str
    ply: int | None


def step_links(scene: Scene, frame: Frame) -> tuple[StepLink, ...]:
    """The links of a position: to the ends, and to the neighbouring rounds and plies."""
    ply, last = frame.ply, scene.plies
    back = max([start for start in scene.rounds if start < ply], default=0)
    forward = min([start for start in scene.rounds if start > ply], default=last)
    before, after = ply > 0, ply < last
    return (
        StepLink("first", "First position", 0 if before else None),
        StepLink("round-back", "Back to the start of the round", back if before else None),
        StepLink("back", "Back", ply - 1 if before else None),
        StepLink("forward", "Forward", ply + 1 if after else None),
        StepLink("round-forward", "Forward to the next round", forward if after else None),
        StepLink("last", "Last position", last if after and not scene.hides else None),
    )
