"""The moves of The Jam, declared; what they may be, the table knows."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engines.wording import listed
from notation.moves import Choice, Code, Joined, Key, Move, MoveSet

MOST_BLIND = 3
"""The recipes of a blind trade, at most (travel)."""

_CARD = Code()
_CARDS = Joined(_CARD)
_PARTNER = Choice(("A", "B", "C", "D"), "SEAT")


@dataclass(frozen=True, slots=True)
class Jam(Move):
    """Make a jam: the recipe, then the card whose lower half fits.

    >>> Jam("apple-jam:strawberry", "currant-pie:apple").sentence()
    'makes apple-jam:strawberry with currant-pie:apple'
    """

    verb: ClassVar[str] = "jam"
    examples: ClassVar[tuple[str, ...]] = ("jam apple-jam:strawberry with=currant-pie:apple",)

    recipe: Annotated[str, _CARD]
    ingredient: Annotated[str, _CARD, Key("with")]

    def sentence(self) -> str:
        """What the seat does: the jam, and what it is made with."""
        return f"makes {self.recipe} with {self.ingredient}"


@dataclass(frozen=True, slots=True)
class Pie(Move):
    """Bake a pie with an own jam; a pie card of the basket costs a card of the hand.

    >>> Pie("cherry-pie:dogwood", "cherry-jam:peach", "apple-jam:walnut").sentence()
    'bakes cherry-pie:dogwood with cherry-jam:peach and puts apple-jam:walnut in the basket'
    """

    verb: ClassVar[str] = "pie"
    examples: ClassVar[tuple[str, ...]] = (
        "pie cherry-pie:dogwood with=cherry-jam:peach",
        "pie cherry-pie:dogwood with=cherry-jam:peach discard=apple-jam:walnut",
    )

    recipe: Annotated[str, _CARD]
    jam: Annotated[str, _CARD, Key("with")]
    discard: Annotated[str | None, _CARD, Key("discard")] = None

    def sentence(self) -> str:
        """What the seat does: the pie, the jam in it, and the card that a pie card costs."""
        cost = f" and puts {self.discard} in the basket" if self.discard else ""
        return f"bakes {self.recipe} with {self.jam}{cost}"


@dataclass(frozen=True, slots=True)
class Salad(Move):
    """Make a fruit salad of the hand with cards of the basket, one for each fruit.

    >>> Salad("salad-…:walnut", ("x-pie:apple", "apple-pie:peach", "y-jam:dogwood")).sentence()
    'makes salad-…:walnut with x-pie:apple, apple-pie:peach and y-jam:dogwood'
    """

    verb: ClassVar[str] = "salad"
    examples: ClassVar[tuple[str, ...]] = (
        (
            "salad salad-apple-peach-dogwood:walnut"
            " with=currant-pie:apple,apple-pie:peach,cherry-pie:dogwood"
        ),
    )

    recipe: Annotated[str, _CARD]
    ingredients: Annotated[tuple[str, ...], _CARDS, Key("with")]

    def sentence(self) -> str:
        """What the seat does: the salad, and what it is made with."""
        return f"makes {self.recipe} with {listed(self.ingredients)}"


@dataclass(frozen=True, slots=True)
class Basket(Move):
    """Put a card of the hand in the basket, as an ingredient.

    >>> Basket("apple-jam:walnut").sentence()
    'puts apple-jam:walnut in the basket'
    """

    verb: ClassVar[str] = "basket"
    examples: ClassVar[tuple[str, ...]] = ("basket apple-jam:walnut",)

    card: Annotated[str, _CARD]

    def sentence(self) -> str:
        """What the seat does: the card put in the basket."""
        return f"puts {self.card} in the basket"


@dataclass(frozen=True, slots=True)
class Trade(Move):
    """Trade completed recipes with another seat, or give or get them for nothing.

    >>> Trade("B", ("apple-jam:walnut", "cone-jam:cone"), ("peach-jam:cherry",)).sentence()
    'trades apple-jam:walnut and cone-jam:cone for peach-jam:cherry of B'
    >>> Trade("B", ("apple-jam:walnut",)).sentence()
    'gives apple-jam:walnut to B'
    >>> Trade("B", get=("apple-jam:walnut",)).sentence()
    'gets apple-jam:walnut from B'
    """

    verb: ClassVar[str] = "trade"
    examples: ClassVar[tuple[str, ...]] = (
        "trade B give=apple-jam:walnut,cone-jam:cone get=peach-jam:cherry",
        "trade C give=apple-jam:walnut",
        "trade D get=peach-jam:cherry",
    )

    partner: Annotated[str, _PARTNER]
    give: Annotated[tuple[str, ...] | None, _CARDS, Key("give")] = None
    get: Annotated[tuple[str, ...] | None, _CARDS, Key("get")] = None

    def sentence(self) -> str:
        """What the seat does: what changes hands, and with whom."""
        if self.give and self.get:
            return f"trades {listed(self.give)} for {listed(self.get)} of {self.partner}"
        if self.get:
            return f"gets {listed(self.get)} from {self.partner}"
        return f"gives {listed(self.give or ('nothing',))} to {self.partner}"


@dataclass(frozen=True, slots=True)
class Return(Move):
    """Answer a blind trade (travel): give back as many recipes as were given.

    >>> Return(("apple-jam:walnut", "cone-jam:cone")).sentence()
    'gives apple-jam:walnut and cone-jam:cone back'
    """

    verb: ClassVar[str] = "return"
    examples: ClassVar[tuple[str, ...]] = ("return apple-jam:walnut,cone-jam:cone",)

    cards: Annotated[tuple[str, ...], _CARDS]

    def sentence(self) -> str:
        """What the seat does: what it gives back."""
        return f"gives {listed(self.cards)} back"


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Bid own jams for Karlsman.

    >>> Bid(("apple-jam:walnut", "cone-jam:cone")).sentence()
    'bids apple-jam:walnut and cone-jam:cone for Karlsman'
    """

    verb: ClassVar[str] = "bid"
    examples: ClassVar[tuple[str, ...]] = ("bid apple-jam:walnut,cone-jam:cone",)

    jams: Annotated[tuple[str, ...], _CARDS]

    def sentence(self) -> str:
        """What the seat does: the jams it bids."""
        return f"bids {listed(self.jams)} for Karlsman"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Bid nothing for Karlsman.

    >>> Pass().sentence()
    'bids nothing for Karlsman'
    """

    verb: ClassVar[str] = "pass"
    examples: ClassVar[tuple[str, ...]] = ("pass",)

    def sentence(self) -> str:
        """What the seat does."""
        return "bids nothing for Karlsman"


@dataclass(frozen=True, slots=True)
class Forfeit(Move):
    """Give up a jam for Karlsman, whom nobody wanted, or a pie for The Bear.

    >>> Forfeit("cherry-pie:dogwood").sentence()
    'gives cherry-pie:dogwood up'
    """

    verb: ClassVar[str] = "forfeit"
    examples: ClassVar[tuple[str, ...]] = ("forfeit cherry-pie:dogwood",)

    card: Annotated[str, _CARD]

    def sentence(self) -> str:
        """What the seat does: the recipe it gives up."""
        return f"gives {self.card} up"


MOVES = MoveSet(Jam, Pie, Salad, Basket, Trade, Return, Bid, Pass, Forfeit)
"""The moves of The Jam."""
