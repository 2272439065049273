"""Where each card has been, which a page shows when the card is pressed."""

from collections.abc import Sequence

from msgspec import Struct

from pages.environment import render
from pages.scene import Scene
from replays.view.frames import Frame


class Stop(Struct, frozen=True):
    """A move of a card: the ply, from where and to where."""

    ply: int
    from_: str
    to: str


class Way(Struct, frozen=True):
    """The moves of a card for as long as the view can follow it, and its code once it saw that."""

    number: int
    code: str
    stops: list[Stop]


def ways(scene: Scene, frames: Sequence[Frame]) -> list[Way]:
    """The ways of all cards whose faces the view has seen, in the order of their first moves."""
    places = {zone.key: _place(scene, zone.title, zone.owner) for zone in frames[0].zones}
    codes: dict[int, str] = {}
    stops: dict[int, list[Stop]] = {}
    for frame in frames:
        for moved in frame.moved:
            if moved.card:
                codes[moved.number] = moved.card
            stop = Stop(frame.ply, places[moved.from_.zone], places[moved.to.zone])
            stops.setdefault(moved.number, []).append(stop)
    return [Way(number, codes[number], lines) for number, lines in stops.items() if number in codes]


def ways_page(scene: Scene, frames: Sequence[Frame]) -> str:
    """The page that says where each card has been."""
    return render("ways.html", root=scene.root, scene=scene, ways=ways(scene, frames))


def _place(scene: Scene, title: str, owner: str | None) -> str:
    return f"{title} of {scene.player(owner)}" if owner else title
