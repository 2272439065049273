"""What the drawing of a table is made from: a frame, the room, and how much to show."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from cli.draw.cards import CHANGED
from cli.draw.glyphs import Signs
from engines.catalogue import Catalogue
from notation.render.visible import visible
from replays.view.frames import Frame
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


class Look(NamedTuple):
    """The look of a card, whether it changed, and its number."""

    text: str
    changed: bool
    number: int


@dataclass(frozen=True, slots=True)
class Scene:
    """A frame, and how it is to be drawn.

    `names` are the players' names, safe to print, and short enough. The cards of the `unfolded`
    seat are listed even if those of idle seats are not.
    """

    frame: Frame
    names: Mapping[str, str]
    catalogue: Catalogue
    signs: Signs
    width: int
    form: Form
    unfolded: str | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats, in turn order."""
        return tuple(self.names)

    @property
    def roomy(self) -> bool:
        """Whether words have room to spare."""
        return self.form.full and self.width >= ROOMY

    def zone(self, key: str) -> ZoneView:
        """The zone of this key, which the game has."""
        return next(zone for zone in self.frame.zones if zone.key == key)

    def find(self, key: str) -> ZoneView | None:
        """The zone of this key; None if the game is played without it."""
        return next((zone for zone in self.frame.zones if zone.key == key), None)

    def idle(self, seat: str) -> bool:
        """Whether a seat is neither to act nor attacked, nor unfolded."""
        due = self.frame.due
        return (due is None or seat not in due.seats) and seat != self.unfolded

    def shows_hand(self, seat: str) -> bool:
        """Whether the cards of a seat's hand are listed."""
        return self.form.hands or not self.idle(seat)

    def shows_cards(self, seat: str) -> bool:
        """Whether the cards of a seat on the table are listed."""
        return self.form.cards or not self.idle(seat)

    def blank(self) -> list[Text]:
        """A blank line, if there is room for one."""
        return [Text()] if self.form.blanks else []

    @property
    def secret(self) -> str:
        """The sign for an unseen card; if everything is open, nobody knows that card."""
        return self.signs.unknown if self.frame.view is None else self.signs.hidden

    def named(self, card: CardView, name: Callable[[str], str]) -> str:
        """A card by the name that `name` has for its code; by its label, if seen in part."""
        if card.code is None:
            return self.secret
        if card.code in self.catalogue:
            return name(card.code)
        return self.signs.negatives(visible(card.label or card.code))

    def pieces(self, zone: ZoneView, name: Callable[[str], str]) -> list[Text]:
        """The cards of a zone, identical ones counted."""
        return self.counted(look(card, self.named(card, name)) for card in zone.cards)

    def counted(self, looks: Iterable[Look]) -> list[Text]:
        """The looks of cards, in pieces; identical ones are counted."""
        texts = []
        for (text, changed), group in groupby(looks, lambda one: one[:2]):
            numbers = [one.number for one in group]
            count = f" {self.signs.times}{len(numbers)}" if len(numbers) > 1 else ""
            texts.append(touchable(mark(text + count, changed), card=numbers[0]))
        return texts

    def sum(self, zone: ZoneView, what: str = "") -> Text:
        """How many cards a zone has, in brackets if any of them changed."""
        count = f"{len(zone.cards)} {what}".rstrip()
        return mark(count, any(card.changed for card in zone.cards))

    def number(self, value: int) -> str:
        """A number with the right sign before it."""
        return self.signs.negatives(str(value))

    def score(self, seat: str) -> str:
        """A seat's score; if parts of it are hidden, the rest and a sign."""
        index = self.seats.index(seat)
        score = self.frame.scores[index]
        if score is not None:
            return self.number(score)
        known = self.frame.open_scores[index]
        return self.secret if known is None else f"{self.number(known)}+{self.secret}"

    def worth(self, seat: str) -> dict[str | None, int]:
        """What each card of a seat is worth now, by its code."""
        lines = self.frame.breakdown[self.seats.index(seat)]
        return {line.card: line.points for line in lines}

    def head(self, seat: str, *, score: bool = True) -> Text:
        """The head of a seat: a sign if it is to act or won, letter, name, score."""
        frame, signs = self.frame, self.signs
        sign, style = " ", "bold"
        if frame.due is not None and seat in frame.due.seats:
            sign, style = signs.turn, "bold cyan"
        if seat in frame.winners:
            sign, style = signs.won, "bold green"
        words = [sign, seat, self.names[seat]]
        if score:
            words.append(self.score(seat))
        if score and frame.target is not None:
            words.append(f"of {frame.target}")
        return touchable(Text(" ".join(words), style), seat=seat)

    def pile(self, name: str, zone: ZoneView, title: Callable[[str], str]) -> Text:
        """A pile by its number of cards and its top, if that lies open."""
        line = Text(f"{name} {len(zone.cards)}")
        if zone.cards and zone.cards[0].public:
            line.append(", on top ")
            line.append_text(drawn(zone.cards[0], self.named(zone.cards[0], title)))
        return line


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
