"""Draws Point Salad: the market under its piles, and the salads."""

from rich.text import Text

from cli.draw.layout import columns, flow
from cli.draw.names import short_names, spelled
from cli.draw.scene import Scene, drawn, mark
from engines.catalogue import Catalogue
from replays.view.zone_views import CardView, ZoneView

_COLUMNS = ("1", "2", "3")
_GAP = 4
_HEAD = 15


def table(scene: Scene) -> list[Text]:
    """The piles and the market below them, then each seat."""
    salad = _Salad(scene, vocabulary(scene.catalogue))
    lines = [*salad.market()]
    for seat in scene.seats:
        lines += [*scene.blank(), *salad.seat(seat)]
    return lines


def vocabulary(catalogue: Catalogue) -> list[str]:
    """The veggies of a deck."""
    return sorted({card.kind for card in catalogue.values()})


class _Salad:
    """Draws one frame."""

    def __init__(self, scene: Scene, veggies: list[str]) -> None:
        self._scene = scene
        self._veggies = veggies
        self._short = {} if scene.form.full else short_names(veggies)

    def _rule(self, code: str) -> str:
        """The point side of a card."""
        text = spelled(self._scene.catalogue[code].name, self._short)
        return text.replace("-", self._scene.signs.minus)

    def _veggie(self, code: str) -> str:
        return self._scene.catalogue[code].kind

    def _looks(self, zone: ZoneView, card: CardView) -> str:
        side = self._rule if zone.name.startswith(("pile", "points")) else self._veggie
        return self._scene.named(card, side)

    def market(self) -> list[Text]:
        """Three columns: a pile with its top, and the two veggies below it."""
        piles = [self._column(number) for number in _COLUMNS]
        share = self._scene.width // len(piles)
        widths = [max(cell.cell_len for cell in column) + 1 for column in piles]
        if max(widths) > share:
            room = self._scene.width - sum(widths)
            shares = [width + min(max(room // 2, 1), _GAP) for width in widths]
        else:
            shares = [share] * len(piles)
        lines = []
        for row in zip(*piles, strict=True):
            line = columns([Text.assemble(" ", cell) for cell in row], shares)
            lines += (
                [line]
                if line.cell_len <= self._scene.width
                else flow(row, self._scene.width, gap="  ")
            )
        return lines

    def _column(self, number: str) -> list[Text]:
        scene = self._scene
        pile = scene.zone(f"pile-{number}")
        return [
            Text(f"pile {number} ({len(pile.cards)})"),
            self._top(pile, "bold"),
            *[
                Text.assemble(f"{place} ", self._top(scene.zone(place), ""))
                for place in (f"{number}a", f"{number}b")
            ],
        ]

    def _top(self, zone: ZoneView, style: str) -> Text:
        if not zone.cards:
            return Text(self._scene.signs.none, "dim")
        card = zone.cards[0]
        return drawn(card, self._looks(zone, card), style)

    def seat(self, seat: str) -> list[Text]:
        """A seat: its score, its veggies, and its point cards with what each gives."""
        scene = self._scene
        head = scene.head(seat)
        head.append(" " * max(_HEAD - head.cell_len, 1))
        lines = flow(self._tally(seat), scene.width, first=head, gap="  ")
        cards = scene.zone(f"points.{seat}")
        if not cards.cards:
            return lines
        if not scene.shows_cards(seat):
            return [*lines[:-1], Text.assemble(lines[-1], "  ", scene.sum(cards, "point cards"))]
        rules = [self._scored(cards, card, scene.worth(seat)) for card in cards.cards]
        return [*lines, *flow(rules, scene.width, first=Text("   "), gap="  ")]

    def _tally(self, seat: str) -> list[Text]:
        """How many a seat has of each veggie."""
        scene, zone = self._scene, self._scene.zone(f"veggies.{seat}")
        named = [(scene.named(card, self._veggie), card.changed) for card in zone.cards]
        kinds = [*self._veggies, *{name: None for name, _ in named if name not in self._veggies}]
        pieces = []
        for kind in kinds:
            count = sum(name == kind for name, _ in named)
            new = any(changed for name, changed in named if name == kind)
            looks = f"{self._short.get(kind, kind)} {count or scene.signs.none}"
            pieces.append(mark(looks, new, "" if count else "dim"))
        return pieces

    def _scored(self, zone: ZoneView, card: CardView, points: dict[str | None, int]) -> Text:
        looks = self._looks(zone, card)
        if points.get(card.code):
            looks += f" = {self._scene.number(points[card.code])}"
        return drawn(card, looks)
