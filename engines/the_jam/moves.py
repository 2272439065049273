"""The declarations of the moves of The Jam."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from notation.grammar import ATOM, portable
from notation.moves import Choice, Code, Joined, Key, Move, MoveSet

MOST_BLIND = 3
"""The recipes of a blind trade, at most (travel)."""

_CARD = Code()
_CARDS = Joined(_CARD)
_FACE_DOWN = Joined(Code(like=portable(ATOM)))
_PARTNER = Choice(("A", "B", "C", "D"), "SEAT")


@dataclass(frozen=True, slots=True)
class Jam(Move):
    """Make a jam: the recipe, then the card whose lower half fits."""

    verb: ClassVar[str] = "jam"
    title: ClassVar[str] = "Make jam"
    examples: ClassVar[tuple[str, ...]] = ("jam apple-jam:strawberry with=currant-pie:apple",)

    recipe: Annotated[str, _CARD]
    ingredient: Annotated[str, _CARD, Key("with")]


@dataclass(frozen=True, slots=True)
class Pie(Move):
    """Bake a pie with one of your jams; a pie card from the basket costs a card of your hand."""

    verb: ClassVar[str] = "pie"
    title: ClassVar[str] = "Bake pie"
    examples: ClassVar[tuple[str, ...]] = (
        "pie cherry-pie:dogwood with=cherry-jam:peach",
        "pie cherry-pie:dogwood with=cherry-jam:peach discard=apple-jam:walnut",
    )

    recipe: Annotated[str, _CARD]
    jam: Annotated[str, _CARD, Key("with")]
    discard: Annotated[str | None, _CARD, Key("discard")] = None


@dataclass(frozen=True, slots=True)
class Salad(Move):
    """Make a fruit salad of your hand with cards from the basket, one for each fruit."""

    verb: ClassVar[str] = "salad"
    title: ClassVar[str] = "Make salad"
    examples: ClassVar[tuple[str, ...]] = (
        (
            "salad salad-apple-peach-dogwood:walnut"
            " with=currant-pie:apple,apple-pie:peach,cherry-pie:dogwood"
        ),
    )

    recipe: Annotated[str, _CARD]
    ingredients: Annotated[tuple[str, ...], _CARDS, Key("with")]


@dataclass(frozen=True, slots=True)
class Basket(Move):
    """Put a card of your hand into the basket, as an ingredient."""

    verb: ClassVar[str] = "basket"
    title: ClassVar[str] = "Put into the basket"
    spelled_out: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("basket apple-jam:walnut",)

    card: Annotated[str, _CARD]


@dataclass(frozen=True, slots=True)
class Trade(Move):
    """Trade completed recipes with another seat, or give or get them for nothing."""

    verb: ClassVar[str] = "trade"
    agreed: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = (
        "trade B give=apple-jam:walnut,cone-jam:cone get=peach-jam:cherry",
        "trade C give=apple-jam:walnut",
        "trade D get=peach-jam:cherry",
    )

    partner: Annotated[str, _PARTNER]
    give: Annotated[tuple[str, ...] | None, _FACE_DOWN, Key("give")] = None
    get: Annotated[tuple[str, ...] | None, _CARDS, Key("get")] = None


@dataclass(frozen=True, slots=True)
class Return(Move):
    """Answer a blind trade (travel): give back as many recipes as were given."""

    verb: ClassVar[str] = "return"
    title: ClassVar[str] = "Give back"
    examples: ClassVar[tuple[str, ...]] = ("return apple-jam:walnut,cone-jam:cone",)

    cards: Annotated[tuple[str, ...], _FACE_DOWN]


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Bid jams for Karlsman."""

    verb: ClassVar[str] = "bid"
    examples: ClassVar[tuple[str, ...]] = ("bid apple-jam:walnut,cone-jam:cone",)

    jams: Annotated[tuple[str, ...], _CARDS]


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Bid nothing for Karlsman."""

    verb: ClassVar[str] = "pass"
    examples: ClassVar[tuple[str, ...]] = ("pass",)


@dataclass(frozen=True, slots=True)
class Forfeit(Move):
    """Give up a jam for Karlsman, whom nobody wanted, or a pie for the Bear."""

    verb: ClassVar[str] = "forfeit"
    spelled_out: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("forfeit cherry-pie:dogwood",)

    card: Annotated[str, _CARD]


MOVES = MoveSet(Jam, Pie, Salad, Basket, Trade, Return, Bid, Pass, Forfeit)
"""The moves of The Jam."""
