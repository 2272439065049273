"""Draws recipes as sandwiches with slots, and what is in play between the players."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from cli.draw.layout import flow
from cli.draw.scene import Scene, drawn, joined
from replays.view.shapes import Area, Sandwich, Slot

_SLOTS = 19


def in_play(scene: Scene, area: Area) -> list[Text]:
    """The cards of each zone that has any."""
    return [
        Text(f"{zone.title}: ").append_text(joined(scene.pieces(zone), "  "))
        for zone in area.zones
        if zone.cards
    ]


def states(scene: Scene, area: Area) -> list[Text]:
    """Each recipe that is out, without its slots."""
    return [_state(scene, out) for out in area.content if out.zone.details]


def _state(scene: Scene, out: Sandwich) -> Text:
    """A recipe: its code, what it would bank, and how many cards it needs."""
    code, made = out.recipe.code or scene.signs.unknown, out.zone.details
    state = f"{made.to_go} to go" if made.to_go else "ready"
    text = f"{code} {scene.number(made.worth)}, {state}"
    return drawn(out.recipe, text, "" if made.to_go else "bold")


def sandwiches(scene: Scene, area: Area) -> Iterator[Text]:
    """Each recipe that is out, with its slots: needed ones, then extras."""
    for out in area.content if scene.shows_cards(area.owner) else ():
        yield from _sandwich(scene, out)


def _sandwich(scene: Scene, out: Sandwich) -> list[Text]:
    if out.zone.details is None:
        pieces = scene.pieces(out.zone)
        return flow(pieces, scene.width, first=Text("  "), gap="  ")
    pieces, extras = [list(_slots(scene, part)) for part in (out.need, out.extras)]
    pieces += [Text("+"), *extras] if extras else []
    pieces += [_beside(scene, slot) for slot in out.beside]
    first = Text("  ").append_text(_state(scene, out))
    first.append(" " * max(_SLOTS - first.cell_len, 2))
    return flow(pieces, scene.width, first=first, gap="  ", indent=_SLOTS)


def _slots(scene: Scene, slots: Iterable[Slot]) -> Iterator[Text]:
    """Each card once, with `twice` if it fills two slots; open slots by their category."""
    for slot in slots:
        if slot.code is None:
            yield Text(f"{scene.signs.opens}{slot.category}{scene.signs.closes}", "dim")
        elif not slot.again:
            name = scene.name(slot.code) if slot.code in scene.catalogue else slot.code
            yield _filled(slot, f"{name} twice" if slot.doubled else name)


def _beside(scene: Scene, slot: Slot) -> Text:
    """A bonus or a penalty on a recipe."""
    points = scene.catalogue[slot.code or ""].points or 0
    text = f"{points:+}".replace("-", scene.signs.minus)
    return _filled(slot, text, "green" if points > 0 else "red")


def _filled(slot: Slot, text: str, style: str = "") -> Text:
    return drawn(slot.card, text, style) if slot.card is not None else Text(text, style)
