"""The moves of Turkey My Mayonnaise, in the order of its table of moves."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from notation.moves import Choice, Code, Joined, Key, Move, MoveSet

REFRESHED = 3
"""The cards discarded in a refresh."""

AFTER_REFRESH = 4
"""The cards drawn in the turn after a refresh."""

_CARD = Code("CARD")
_RECIPE = Code("RECIPE")

Card = Annotated[str, _CARD]
Recipe = Annotated[str, _RECIPE]
On = Annotated[str, _RECIPE, Key("on")]
From = Annotated[str, _RECIPE, Key("from")]
To = Annotated[str, _RECIPE, Key("to")]
As = Annotated[str | None, Choice(("double",), "double"), Key("as")]


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw a card, or four after a refresh."""

    verb: ClassVar[str] = "draw"
    examples: ClassVar[tuple[str, ...]] = ("draw",)


@dataclass(frozen=True, slots=True)
class Refresh(Move):
    """Discard three cards instead of drawing; this ends the turn."""

    verb: ClassVar[str] = "refresh"
    spelled_out: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("refresh ham,tmm,R07",)
    cards: Annotated[tuple[str, ...], Joined(_CARD)]


@dataclass(frozen=True, slots=True)
class Bank(Move):
    """Bank a completed recipe."""

    verb: ClassVar[str] = "bank"
    examples: ClassVar[tuple[str, ...]] = ("bank R07",)
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Scrap(Move):
    """Discard one of your recipes with everything on it."""

    verb: ClassVar[str] = "scrap"
    spelled_out: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("scrap R07",)
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class PlayRecipe(Move):
    """Play a recipe card."""

    verb: ClassVar[str] = "recipe"
    title: ClassVar[str] = "Play the recipe"
    examples: ClassVar[tuple[str, ...]] = ("recipe R07",)
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Add(Move):
    """Play an ingredient on one of your recipes."""

    verb: ClassVar[str] = "add"
    examples: ClassVar[tuple[str, ...]] = ("add ham to=R07", "add double-meat-3 to=R07 as=double")
    card: Card
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class Replace(Move):
    """Replace one of your ingredients by one of its category that is worth more."""

    verb: ClassVar[str] = "replace"
    examples: ClassVar[tuple[str, ...]] = (
        "replace bacon over=ham on=R07",
        "replace double-meat-5 over=ham on=R07 as=double",
    )
    card: Card
    over: Annotated[str, _CARD, Key("over")]
    on: On
    double: As = None


@dataclass(frozen=True, slots=True)
class Bonus(Move):
    """Play a bonus on one of your recipes."""

    verb: ClassVar[str] = "bonus"
    examples: ClassVar[tuple[str, ...]] = ("bonus bonus-5 to=R07",)
    card: Card
    to: To


@dataclass(frozen=True, slots=True)
class Penalize(Move):
    """Play a penalty on an opponent's recipe."""

    verb: ClassVar[str] = "penalize"
    examples: ClassVar[tuple[str, ...]] = ("penalize penalty-5 on=R03",)
    card: Card
    on: On


@dataclass(frozen=True, slots=True)
class Steal(Move):
    """Steal an ingredient from an opponent's recipe for one of yours."""

    verb: ClassVar[str] = "steal"
    examples: ClassVar[tuple[str, ...]] = (
        "steal brie from=R03 to=R07",
        "steal double-meat-3 from=R03 to=R07 as=double",
    )
    card: Card
    source: From
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class Spoil(Move):
    """Spoil an ingredient of an opponent's recipe, which is discarded."""

    verb: ClassVar[str] = "spoil"
    examples: ClassVar[tuple[str, ...]] = (
        "spoil spoil-cheese brie from=R03",
        "spoil fridge brie from=R03",
    )
    spoiler: Card
    card: Card
    source: From


@dataclass(frozen=True, slots=True)
class TakeCard(Move):
    """Take an ingredient or bonus from an opponent's recipe, with Turkey My Mayonnaise."""

    verb: ClassVar[str] = "tmm take"
    title: ClassVar[str] = "Take it"
    examples: ClassVar[tuple[str, ...]] = (
        "tmm take brie from=R03 to=R07",
        "tmm take double-meat-3 from=R03 to=R07 as=double",
    )
    card: Card
    source: From
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class ClaimRecipe(Move):
    """Take an opponent's recipe that has no ingredients, with Turkey My Mayonnaise."""

    verb: ClassVar[str] = "tmm claim"
    title: ClassVar[str] = "Take the recipe"
    examples: ClassVar[tuple[str, ...]] = ("tmm claim R03",)
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class MoveCard(Move):
    """Move an ingredient or bonus between two of your recipes, with Turkey My Mayonnaise."""

    verb: ClassVar[str] = "tmm move"
    title: ClassVar[str] = "Move it"
    examples: ClassVar[tuple[str, ...]] = (
        "tmm move brie from=R07 to=R09",
        "tmm move double-meat-3 from=R07 to=R09 as=double",
    )
    card: Card
    source: From
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class DumpsterDive(Move):
    """Turn up the top five discards, one of which is played next."""

    verb: ClassVar[str] = "dumpster"
    title: ClassVar[str] = "Dumpster dive"
    examples: ClassVar[tuple[str, ...]] = ("dumpster",)


@dataclass(frozen=True, slots=True)
class ShoppingSpree(Move):
    """Turn up the top three cards of the deck, one of which is played next."""

    verb: ClassVar[str] = "spree"
    title: ClassVar[str] = "Shopping spree"
    examples: ClassVar[tuple[str, ...]] = ("spree",)


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep a reaction card that was turned up, and discard a card from your hand."""

    verb: ClassVar[str] = "keep"
    examples: ClassVar[tuple[str, ...]] = ("keep swatter discard=ham",)
    card: Card
    discard: Annotated[str, _CARD, Key("discard")]


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard a card instead of playing one."""

    verb: ClassVar[str] = "discard"
    spelled_out: ClassVar[bool] = True
    examples: ClassVar[tuple[str, ...]] = ("discard ham",)
    card: Card


@dataclass(frozen=True, slots=True)
class End(Move):
    """End the turn, although a recipe could be banked."""

    verb: ClassVar[str] = "end"
    title: ClassVar[str] = "End the turn"
    examples: ClassVar[tuple[str, ...]] = ("end",)


@dataclass(frozen=True, slots=True)
class Swat(Move):
    """Cancel an attack with Fly Swatter."""

    verb: ClassVar[str] = "swat"
    examples: ClassVar[tuple[str, ...]] = ("swat",)


@dataclass(frozen=True, slots=True)
class SendBack(Move):
    """Turn an attack against the attacker with Send It Back, naming the new target."""

    verb: ClassVar[str] = "sendback"
    title: ClassVar[str] = "Send it back"
    examples: ClassVar[tuple[str, ...]] = (
        "sendback on=R07",
        "sendback brie from=R07 to=R03",
        "sendback brie from=R07",
        "sendback",
    )
    card: Annotated[str | None, _CARD] = None
    on: Annotated[str | None, _RECIPE, Key("on")] = None
    source: Annotated[str | None, _RECIPE, Key("from")] = None
    to: Annotated[str | None, _RECIPE, Key("to")] = None
    double: As = None

    @property
    def plain(self) -> bool:
        """Whether no target is named."""
        return self.card is self.on is self.source is self.to is self.double is None


@dataclass(frozen=True, slots=True)
class Inspect(Move):
    """Stop a bank with Health Inspector."""

    verb: ClassVar[str] = "inspect"
    examples: ClassVar[tuple[str, ...]] = ("inspect",)


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Decline an answer, or play nothing with an empty hand."""

    verb: ClassVar[str] = "pass"
    examples: ClassVar[tuple[str, ...]] = ("pass",)


MOVES = MoveSet(
    Draw,
    Refresh,
    Bank,
    Scrap,
    PlayRecipe,
    Add,
    Replace,
    Bonus,
    Penalize,
    Steal,
    Spoil,
    TakeCard,
    ClaimRecipe,
    MoveCard,
    DumpsterDive,
    ShoppingSpree,
    Keep,
    Discard,
    End,
    Swat,
    SendBack,
    Inspect,
    Pass,
)
"""The moves of Turkey My Mayonnaise."""
