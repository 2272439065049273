"""Zones that lie side by side, drawn as the rows of a board."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from rich.text import Text

from cli.draw.cards import piece
from cli.draw.glyphs import Signs
from replays.frames import Frame
from replays.zone_views import CardView, ZoneView


def rows_of_zones(frame: Frame, signs: Signs) -> list[Text]:
    """The shared zones of each row, each zone as a column with its top card at the top.

    A blank line follows, if there are any.
    """
    placed = [zone for zone in frame.zones if zone.owner is None and zone.row is not None]
    if not placed:
        return []
    rows = [(str(name), list(zones)) for name, zones in groupby(placed, lambda zone: zone.row)]
    share = max(
        card.cell_len for _, zones in rows for line in _cards(zones, signs) for card in line
    )
    label = max(len(name) for name, _ in rows)
    lines = [line for name, zones in rows for line in _row(name, zones, label, share, signs)]
    return [*lines, Text()]


def _row(
    name: str, zones: Sequence[ZoneView], label: int, share: int, signs: Signs
) -> Iterator[Text]:
    for depth, cards in enumerate(_cards(zones, signs)):
        line = Text(f"{'' if depth else name:<{label}} ", "cyan")
        for card in cards:
            line.append_text(card)
            line.append(" " * (share - card.cell_len))
        line.rstrip()
        yield line


def _cards(zones: Sequence[ZoneView], signs: Signs) -> list[list[Text]]:
    """The cards at each depth, zone by zone; an empty zone has a sign at the top."""
    layers = zip_longest(*((zone.cards or (None,)) for zone in zones), fillvalue=_NOTHING)
    return [[_card(card, depth, signs) for card in cards] for depth, cards in enumerate(layers)]


_NOTHING = CardView("", "", changed=False, public=True)


def _card(card: CardView | None, depth: int, signs: Signs) -> Text:
    if card is None:
        return piece(signs.none, style="dim")
    label = signs.hidden if card.label is None else card.label
    return piece(label, style="dim" if depth else "", changed=card.changed)
