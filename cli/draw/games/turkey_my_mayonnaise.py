"""Draws Turkey My Mayonnaise: hands, and sandwiches with their slots."""

from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text

from cli.draw.layout import flow
from cli.draw.scene import Scene, drawn, joined
from replays.view.zone_views import CardView, ZoneView, taken

_SLOTS = 19
_FLAGS = {"misses-turn": "misses a turn", "draws-4": "draws four"}
_OPEN = (("played", "in play"), ("turned-up", "turned up"))


def table(scene: Scene) -> list[Text]:
    """The piles and the cards that lie open between the players, then each seat."""
    lines = _middle(scene)
    for seat in scene.seats:
        lines += [*scene.blank(), *_seat(scene, seat)]
    return lines


def _name(scene: Scene, code: str) -> str:
    """A card with its points; a recipe by its code and the first letters of its slots."""
    card = scene.catalogue[code]
    if card.kind == "recipe":
        need, extras = (
            "".join(name[0] for name in part).upper() for part in (card.face.need, card.face.extras)
        )
        return f"{code} {need}+{extras}" if extras else f"{code} {need}"
    if card.points is None:
        return code
    return card.title if card.title[-1].isdigit() else f"{card.title} {card.points}"


def _middle(scene: Scene) -> list[Text]:
    pieces = [
        scene.pile(key, scene.zone(key), lambda code: _name(scene, code))
        for key in ("deck", "discard")
    ]
    for key, title in _OPEN:
        zone = scene.zone(key)
        if zone.cards:
            cards = joined(scene.pieces(zone, lambda code: _name(scene, code)), "  ")
            pieces.append(Text(f"{title}: ").append_text(cards))
    return flow(pieces, scene.width, gap=f" {scene.signs.dot} ")


def _seat(scene: Scene, seat: str) -> list[Text]:
    head = scene.head(seat)
    for counter in scene.frame.counters:
        if counter.owner == seat and counter.value:
            head.append(f"  {scene.signs.dot} {_FLAGS.get(counter.name, counter.name)}", "dim")
    out = [
        zone
        for zone in scene.frame.zones
        if zone.owner == seat and zone.name.startswith("recipe") and zone.cards
    ]
    if not scene.shows_cards(seat):
        return flow([head, *(_state(scene, zone) for zone in out)], scene.width, gap="  ")
    lines = [head, *_hand(scene, seat)]
    for zone in out:
        lines += _sandwich(scene, zone)
    return lines


def _hand(scene: Scene, seat: str) -> list[Text]:
    hand = scene.zone(f"hand.{seat}")
    if not hand.cards:
        return []
    if not scene.shows_hand(seat):
        return [Text("  hand ").append_text(scene.sum(hand))]
    pieces = scene.pieces(hand, lambda code: _name(scene, code))
    return flow(pieces, scene.width, first=Text(f"  hand {len(hand.cards)}  "), gap="  ")


def _state(scene: Scene, zone: ZoneView) -> Text:
    """A recipe that is out: its code, what it would bank, and how many cards it needs."""
    recipe = next((card for card in reversed(zone.cards) if _is_recipe(scene, card.code)), None)
    code = recipe.code if recipe and recipe.code else scene.signs.unknown
    details = zone.details
    to_go = f"{details.to_go} to go" if details.to_go else "ready"
    text = f"{code} {scene.number(details.worth)}, {to_go}"
    style = "bold" if not details.to_go else ""
    return drawn(recipe, text, style) if recipe is not None else Text(text, style)


def _is_recipe(scene: Scene, code: str | None) -> bool:
    card = scene.catalogue.get(code or "")
    return card is not None and card.kind == "recipe"


def _sandwich(scene: Scene, zone: ZoneView) -> list[Text]:
    """A recipe that is out, with its slots: needed ones, those that may be filled, and extras."""
    if zone.details is None:
        return flow(
            scene.pieces(zone, lambda code: _name(scene, code)),
            scene.width,
            first=Text("  "),
            gap="  ",
        )
    left = list(zone.cards)
    named: set[str] = set()
    pieces = list(_slots(scene, zone.details.need, left, named))
    extras = list(_slots(scene, zone.details.extras, left, named))
    if extras:
        pieces += [Text("+"), *extras]
    pieces += [_beside(scene, code, left) for code in zone.details.beside]
    first = Text("  ").append_text(_state(scene, zone))
    first.append(" " * max(_SLOTS - first.cell_len, 2))
    return flow(pieces, scene.width, first=first, gap="  ", indent=_SLOTS)


def _slots(
    scene: Scene, slots: tuple[Any, ...], left: list[CardView], named: set[str]
) -> Iterator[Text]:
    """Each card once, with `twice` if it fills two slots; open slots by their category.

    A card that fills two is added to those already `named`.
    """
    for slot in slots:
        if slot.card is None:
            yield Text(f"{scene.signs.opens}{slot.category}{scene.signs.closes}", "dim")
        elif slot.card not in named:
            name = _name(scene, slot.card) if slot.card in scene.catalogue else slot.card
            yield _taken(left, slot.card, f"{name} twice" if slot.doubled else name)
            if slot.doubled:
                named.add(slot.card)


def _beside(scene: Scene, code: str, left: list[CardView]) -> Text:
    """A bonus or a penalty on a recipe."""
    points = scene.catalogue[code].points or 0
    text = f"{points:+}".replace("-", scene.signs.minus)
    return _taken(left, code, text, "green" if points > 0 else "red")


def _taken(left: list[CardView], code: str, text: str, style: str = "") -> Text:
    """A card as this text, which is taken from those that are left."""
    card = taken(left, code)
    return drawn(card, text, style) if card is not None else Text(text, style)


def in_words(zone: ZoneView, title: Callable[[str], str]) -> list[str]:
    """A recipe that is out: what it is worth, and each of its slots."""
    details = zone.details
    recipe = next((card.code for card in reversed(zone.cards) if card.code), "") or ""
    state = f"{details.to_go} to go" if details.to_go else "ready"
    lines = [f", recipe {title(recipe)}: worth {details.worth}, {state}"]
    for part, slots in (("needs", details.need), ("may also have", details.extras)):
        filled = [f"{slot.category}, {title(slot.card) if slot.card else 'open'}" for slot in slots]
        if filled:
            lines.append(f" {part}: {'; '.join(filled)}")
    if details.beside:
        lines.append(f", beside it: {', '.join(map(title, details.beside))}")
    return lines
