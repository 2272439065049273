"""Hands out the cards of a zone by their codes, since details name cards by these."""

from replays.zone_views import CardView, ZoneView


class Dealt:
    """The cards of a zone, each handed out once; of identical cards the earliest first."""

    def __init__(self, zone: ZoneView) -> None:
        self._left = sorted(zone.cards, key=lambda card: not card.changed)

    def take(self, code: str | None) -> CardView | None:
        """A card with this code; None if none is left."""
        match = next((card for card in self._left if card.code == code), None)
        if match is not None:
            self._left.remove(match)
        return match
