"""What the drawing of a table is made from: a frame, the room, and how much to show."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from cli.draw.cards import CHANGED
from cli.draw.glyphs import Signs
from cli.draw.names import (
    both_halves,
    recipe_name,
    short_names,
    spelled,
    strip_name,
    vocabulary,
)
from engines.catalogue import Catalogue
from engines.layout import Layout
from notation.render.visible import visible
from replays.view.frames import Frame
from replays.view.picture import Picture, Seat, seat_of
from replays.view.shapes import kinds_of
from replays.view.zone_views import CardView, ZoneView

ROOMY = 92
"""The columns from which the full form has room to spare."""


@dataclass(frozen=True, slots=True)
class Form:
    """How much is drawn.

    Attributes:
        full: words are not shortened, and every kind of card has its own line.
        blanks: blank lines separate the seats.
        halves: the lower halves of finished cards are named.
        hands: the hands of idle seats are listed, not counted.
        cards: the cards of idle seats on the table are listed, not summed up.
    """

    full: bool = True
    blanks: bool = True
    halves: bool = True
    hands: bool = True
    cards: bool = True


WHOLE = (
    Form(),
    Form(blanks=False),
    Form(blanks=False, halves=False),
)
"""The full forms, from the tallest on."""
SHORT = (
    Form(full=False, halves=False),
    Form(full=False, halves=False, blanks=False),
    Form(full=False, halves=False, blanks=False, hands=False),
    Form(full=False, halves=False, blanks=False, hands=False, cards=False),
)
"""The short forms, in the order in which details are dropped."""


_NAMED = ("recipe", "strip")
"""The faces with a name that is made of what is on the card."""


class Look(NamedTuple):
    """The look of a card, whether it changed, and its number."""

    text: str
    changed: bool
    number: int


@dataclass(frozen=True)
class Scene:
    """A frame, and how it is to be drawn.

    `names` are the players' names, safe to print, and short enough; `roomy` is whether words have
    room to spare. The cards of the `unfolded` seat are listed even if those of idle seats are not.
    """

    frame: Frame
    picture: Picture
    layout: Layout
    names: Mapping[str, str]
    catalogue: Catalogue
    signs: Signs
    width: int
    form: Form = Form()
    roomy: bool = True
    unfolded: str | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats, in turn order."""
        return tuple(self.names)

    @property
    def kinds(self) -> list[str]:
        """The kinds of cards, in deck order."""
        return kinds_of(self.catalogue)

    @cached_property
    def vocabulary(self) -> list[str]:
        """The words that short forms abbreviate."""
        return vocabulary(self.layout, self.catalogue)

    @cached_property
    def short(self) -> dict[str, str]:
        """A short name for each of these words; empty in full forms."""
        return {} if self.form.full else short_names(self.vocabulary)

    def name(self, code: str) -> str:
        """A card of the catalogue, as the layout has it."""
        card = self.catalogue[code]
        if self.layout.face == "recipe":
            own = self.layout.terminal
            kinds = (*own.kinds, *own.in_full) if self.form.full else own.kinds
            return spelled(both_halves(card, kinds), self.short)
        return strip_name(code, card)

    def recipe(self, code: str) -> str:
        """A recipe without its lower half."""
        return spelled(recipe_name(self.catalogue[code], self.layout.terminal.kinds), self.short)

    def card(self, card: CardView) -> Text:
        """A card by its name."""
        return drawn(card, self.named(card))

    def idle(self, seat: str | None) -> bool:
        """Whether a seat is neither to act nor attacked, nor unfolded."""
        due = self.frame.due
        return (due is None or seat not in due.seats) and seat != self.unfolded

    def shows_hand(self, seat: str | None) -> bool:
        """Whether the cards of a seat's hand are listed."""
        return self.form.hands or not self.idle(seat)

    def shows_cards(self, seat: str | None) -> bool:
        """Whether the cards of a seat on the table are listed."""
        return self.form.cards or not self.idle(seat)

    def blank(self) -> list[Text]:
        """A blank line, if there is room for one."""
        return [Text()] if self.form.blanks else []

    @property
    def secret(self) -> str:
        """The sign for an unseen card; if everything is open, nobody knows that card."""
        return self.signs.unknown if self.frame.view is None else self.signs.hidden

    def named(self, card: CardView, name: Callable[[str], str] | None = None) -> str:
        """A card by the name that `name` has for its code, or as the layout has it.

        By its label, if the layout has no name for it, or if it is seen in part.
        """
        if card.code is None:
            return self.secret
        if self.layout.face in _NAMED:
            name = name or self.name
        if name is not None and card.code in self.catalogue:
            return name(card.code)
        return self.signs.negatives(visible(card.label or card.code))

    def pieces(self, zone: ZoneView, name: Callable[[str], str] | None = None) -> list[Text]:
        """The cards of a zone by their names, as `named` has them, identical ones counted."""
        return self.counted(look(card, self.named(card, name)) for card in zone.cards)

    def counted(self, looks: Iterable[Look]) -> list[Text]:
        """The looks of cards, in pieces; identical ones are counted."""
        texts = []
        for (text, changed), group in groupby(looks, lambda one: one[:2]):
            numbers = [one.number for one in group]
            count = f" {self.signs.times}{len(numbers)}" if len(numbers) > 1 else ""
            texts.append(touchable(mark(text + count, changed), card=numbers[0]))
        return texts

    def line(self, seat: str | None, source: str) -> int:
        """The points of a line of a seat's score; 0 without that line."""
        lines = self.frame.breakdown[self.seats.index(seat or "")]
        return next((line.points for line in lines if line.source == source), 0)

    def sum(self, zone: ZoneView, what: str = "") -> Text:
        """How many cards a zone has, in brackets if any of them changed."""
        count = f"{len(zone.cards)} {what}".rstrip()
        return mark(count, any(card.changed for card in zone.cards))

    def number(self, value: int) -> str:
        """A number with the right sign before it."""
        return self.signs.negatives(str(value))

    def seat(self, letter: str) -> Seat:
        """What the head of a seat says."""
        return seat_of(self.layout, self.frame, (letter,))

    def score(self, seat: Seat) -> str:
        """A seat's score and the most it can be; if parts of it are hidden, the rest and a sign."""
        known = self.secret if seat.score is None else self.number(seat.score)
        if not seat.is_open and seat.score is not None:
            known += f"+{self.secret}"
        return known if seat.most is None else f"{known} of {seat.most}"

    def head(self, seat: Seat, *, score: bool = True) -> Text:
        """The head of a seat: a sign if it is to act or won, letter, name, score."""
        sign, style = " ", "bold"
        if seat.due is not None:
            sign, style = self.signs.turn, "bold cyan"
        if seat.wins:
            sign, style = self.signs.won, "bold green"
        words = [sign, seat.letter, self.names[seat.letter], *([self.score(seat)] if score else ())]
        return touchable(Text(" ".join(words), style), seat=seat.letter)


def mark(text: str, changed: bool, style: str = "") -> Text:  # noqa: FBT001 - reads well in calls
    """A text, in brackets if it came or changed with the ply."""
    return Text(f"[{text}]", CHANGED) if changed else Text(text, style)


def touchable(text: Text, **what: object) -> Text:
    """The text, with the meaning of a click on it: a `card`, a `seat`, or a `line` to enter."""
    text.stylize(Style.from_meta(what))
    return text


def drawn(card: CardView, text: str, style: str = "") -> Text:
    """A card as this text, in brackets if it came or changed with the ply."""
    return touchable(mark(text, card.changed, style), card=card.number)


def look(card: CardView, text: str) -> Look:
    """What a card looks like."""
    return Look(text, card.changed, card.number)


def joined(pieces: Iterable[Text], gap: str) -> Text:
    """The pieces on one line."""
    return Text(gap).join(pieces)
