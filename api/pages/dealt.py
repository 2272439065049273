"""Hands out the cards of a zone by their codes, since details name cards by these."""

from replays.zone_views import CardView, ZoneView


class Dealt:
    """The cards of a zone, each of which is handed out once; of like ones those that came first."""

    def __init__(self, zone: ZoneView) -> None:
        self._left = sorted(zone.cards, key=lambda card: not card.changed)

    def take(self, code: str | None) -> CardView | None:
        """A card with this code; None if there is none left."""
        found = next((card for card in self._left if card.code == code), None)
        if found is not None:
            self._left.remove(found)
        return found
