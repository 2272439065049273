"""Places: regions that grow, each as it is where it needs most room during the game.

Such a region lies in one cell with hidden copies of itself, so that the cell is as large as it ever
gets, and nothing moves while one steps. The plies are found by counting cards.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

from pages.scene import Scene
from replays.view.frames import Frame
from replays.view.picture import Picture
from replays.view.shapes import Area
from replays.view.zone_views import ZoneView

_GROWING = frozenset(
    {
        *("basket", "bids", "cards", "in_play", "lines", "sandwiches", "scoring", "sets"),
        *("sheet", "shelves", "strips", "tasks"),
    }
)
"""The shapes whose size changes during a game."""

_LATE = frozenset({"lines", "sheet", "tasks"})
"""Those that show what counters and scores say: most in the end."""

_ZONE_BY_ZONE = frozenset({"in_play", "sandwiches"})
"""Those in which each zone has room of its own; in others, the number of all cards counts."""

_TITLED = frozenset({"in_play", "sandwiches", "strips"})
"""Those that write out the titles of cards."""

_TAG = re.compile(r"<[a-z][^>]*>")
_LIVE = re.compile(
    r' (?:id|data-number|data-seat|data-move|tabindex|role|aria-label|title)="[^"]*"| data-moved'
    r'|(?<=[" ])new(?=[" ])'
)
"""What in a tag belongs to a region alone, and not to a copy of it."""


def largest(scene: Scene, frames: Sequence[Frame], first: Picture) -> dict[int, set[str]]:
    """The plies at which areas that grow hold most, each with the keys of these areas.

    `frames` are all plies from the deal on, and `first` is the picture of the deal.
    """
    index = {zone.key: at for at, zone in enumerate(frames[0].zones)}
    found: dict[int, set[str]] = {}
    for area in first.areas():
        if not _grows(scene, area):
            continue
        plies = {len(frames) - 1} if area.shape in _LATE else set()
        zones = [[frame.zones[index[zone.key]] for frame in frames] for zone in area.zones]
        cards = [_sizes(one, _cards) for one in zones]
        measured = [[sum(sizes) for sizes in zip(*cards, strict=True)]] if cards else []
        measured += cards if area.shape in _ZONE_BY_ZONE else []
        measured += [_sizes(one, scene.letters) for one in zones if area.shape in _TITLED]
        plies |= {sizes.index(most) for sizes in measured if (most := max(sizes))}
        for ply in plies:
            found.setdefault(ply, set()).add(area.key)
    return found


def _grows(scene: Scene, area: Area) -> bool:
    hides = any(zone.name in scene.layout.hide_empty for zone in area.zones)
    return hides or area.shape in _GROWING


def _sizes(zones: Iterable[ZoneView], size: Callable[[ZoneView], int]) -> list[int]:
    """The size of a zone at each position; an unchanged zone, which is the same object, has one."""
    sizes: list[int] = []
    last = None
    for zone in zones:
        sizes.append(sizes[-1] if zone is last else size(zone))
        last = zone
    return sizes


def _cards(zone: ZoneView) -> int:
    """How many cards, or slots for cards, a zone draws."""
    slots = [getattr(zone.details, name, ()) for name in ("need", "extras", "beside")]
    return max(len(zone.cards), sum(map(len, slots)) + 2 * any(slots))


def still(drawn: Markup) -> Markup:
    """A copy of a region that only keeps its place: without ids, numbers, marks and labels.

    >>> still(Markup('<ul id="hand"><li data-number="3" data-moved class="card new">new</li></ul>'))
    Markup('<ul><li class="card ">new</li></ul>')
    """
    return Markup(_TAG.sub(lambda tag: _LIVE.sub("", tag[0]), drawn))  # noqa: S704 - our own HTML
