"""Cards and counters as pieces of text, to be laid out without a gap.

Every piece has a blank column on each side. Brackets around what the last ply changed take
these columns, so that nothing moves.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.text import Text

from cli.draw.glyphs import Signs
from replays.view.zone_views import CardView, CounterView, ZoneView

CHANGED = "bold yellow"
FLAG = 1
"""The most of a counter that only says yes or no."""
_MOST_LISTED = 12


def held(zone: ZoneView, signs: Signs) -> list[Text]:
    """All the cards of a zone; those that look alike and do not show their code are counted."""
    pieces = []
    for (looks, alone), group in groupby(zone.cards, lambda card: _looks(card, signs)):
        cards = list(group)
        if alone or (cards[0].code is None and len(cards) <= _MOST_LISTED):
            pieces += [piece(looks, changed=card.changed) for card in cards]
        else:
            count = f" {signs.times}{len(cards)}" if len(cards) > 1 else ""
            pieces.append(piece(looks + count, changed=any(card.changed for card in cards)))
    return pieces or [piece(signs.none, style="dim")]


def _looks(card: CardView, signs: Signs) -> tuple[str, bool]:
    """The drawing of a card, and whether it is never counted together with identical ones."""
    if card.code is None or card.label is None:
        return signs.hidden, False
    return signs.negatives(card.label), card.label == card.code


def tops(zone: ZoneView, width: int, signs: Signs) -> list[Text]:
    """The upper cards of a zone, as many as fit into the width, and at least one.

    The sign of a hidden card comes before those that lie face down; these follow if the view
    knows them.
    """
    pieces = list(_laid(zone, width, signs)) if zone.ordered else held(zone, signs)
    more = piece(signs.more, style="dim")
    if sum(piece.cell_len for piece in pieces) <= width:
        return pieces
    while len(pieces) > 1 and sum(piece.cell_len for piece in (*pieces, more)) > width:
        pieces.pop()
    return [*pieces, more]


def _laid(zone: ZoneView, most: int, signs: Signs) -> Iterator[Text]:
    if not zone.cards:
        yield piece(signs.none, style="dim")
    above: CardView | None = None
    for card in zone.cards[:most]:
        if not card.public and (above is None or above.public):
            yield piece(signs.hidden, style="dim", changed=card.changed and card.code is None)
        if card.label is not None:
            yield piece(
                signs.negatives(card.label),
                style="" if card.public else "dim",
                changed=card.changed,
            )
        above = card


def piece(looks: str, *, changed: bool = False, style: str = "") -> Text:
    """A piece of text with a column on each side, which has brackets if it changed."""
    return Text(f"[{looks}]", CHANGED) if changed else Text(f" {looks} ", style)


def kinds(
    counters: Iterable[CounterView],
) -> Iterator[tuple[str, list[tuple[str, CounterView]]]]:
    """Counters by kind: its name, and each counter with the rest of its own name.

    Neighbours with the same name up to the last dash are one kind, such as `row`. The rest is
    empty for a counter that is alone.
    """
    for stem, group in groupby(counters, lambda counter: counter.name.rpartition("-")[0]):
        alike = list(group)
        if stem and len(alike) > 1:
            yield stem, [(one.name.removeprefix(f"{stem}-"), one) for one in alike]
        else:
            yield from ((one.name, [("", one)]) for one in alike)


def rows(counters: Iterable[CounterView], signs: Signs) -> list[tuple[str, list[Text]]]:
    """Counters in rows, one for each kind: its name, and a piece for each counter."""
    return [
        (name, [_count(one, f"{rest} " if rest else "", signs) for rest, one in kind])
        for name, kind in kinds(counters)
    ]


def _count(counter: CounterView, name: str, signs: Signs) -> Text:
    return piece(name + _amount(counter, signs), changed=counter.value != counter.before)


def _amount(counter: CounterView, signs: Signs) -> str:
    """A counter as boxes if it has a maximum of at most 12, otherwise as a number."""
    if counter.most is None:
        return str(counter.value)
    if counter.most > _MOST_LISTED:
        return f"{counter.value}/{counter.most}"
    return signs.full * counter.value + signs.free * (counter.most - counter.value)


def is_worth_a_line(counter: CounterView) -> bool:
    """Whether a counter is worth a line: a flag is not, as long as it is 0."""
    return counter.most != FLAG or counter.value > 0
