"""Zones and the movements of cards."""

from collections.abc import Callable

import pytest

from engines.zone import Visibility, Zone

MOVEMENTS: dict[str, tuple[Callable[[Zone], object], str]] = {
    "draw": (Zone.draw, "b c b"),
    "draw_top": (lambda zone: zone.draw_top(2), "c b"),
    "draw_bottom": (lambda zone: zone.draw_bottom(3), "a"),
    "pull": (lambda zone: zone.pull(1, 2), "a b"),
    "slip": (lambda zone: zone.slip(1, ["d", "e"]), "a b c e d b"),
    "take": (lambda zone: zone.take("b"), "a b c"),
    "take_all": (lambda zone: zone.take_all(["b", "a"]), "b c"),
    "put": (lambda zone: zone.put("d"), "d a b c b"),
    "put_all": (lambda zone: zone.put_all(["d", "e"]), "e d a b c b"),
    "lay": (lambda zone: zone.lay(["d", "e"]), "d e a b c b"),
    "gather": (Zone.gather, ""),
}


def pile() -> Zone:
    """A zone with a few cards."""
    zone = Zone("pile", Visibility.NOBODY)
    zone.lay(["a", "b", "c", "b"])
    return zone


@pytest.mark.parametrize("name", MOVEMENTS)
def test_a_movement_leaves_the_other_cards_in_their_order(name: str) -> None:
    move, left = MOVEMENTS[name]
    zone = pile()
    assert zone.cards == ("a", "b", "c", "b")
    move(zone)
    assert zone.cards == tuple(left.split())


def test_a_copy_is_independent() -> None:
    zone = pile()
    other = zone.copy()
    other.draw()
    assert (zone.cards, other.cards) == (("a", "b", "c", "b"), ("b", "c", "b"))


def test_a_missing_card_cannot_be_taken() -> None:
    zone = pile()
    with pytest.raises(ValueError, match="not in list"):
        zone.take_all(["a", "d"])
    assert zone.cards == ("a", "b", "c", "b")
