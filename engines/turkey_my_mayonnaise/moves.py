"""The moves of Turkey My Mayonnaise, in the order of its table of moves."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engines.wording import listed
from notation.moves import Choice, Code, Joined, Key, Move, MoveSet

REFRESHED = 3
"""The cards discarded in a refresh."""

_CARD = Code("CARD")
_RECIPE = Code("RECIPE")

Card = Annotated[str, _CARD]
Recipe = Annotated[str, _RECIPE]
On = Annotated[str, _RECIPE, Key("on")]
From = Annotated[str, _RECIPE, Key("from")]
To = Annotated[str, _RECIPE, Key("to")]
As = Annotated[str | None, Choice(("double",), "double"), Key("as")]


@dataclass(frozen=True, slots=True)
class _Told(Move):
    """A move whose sentence is `told` with its fields filled in; `doubled` ends it."""

    told: ClassVar[str]

    def sentence(self) -> str:
        """What the seat does: the cards and recipes that the move names."""
        doubled = ", doubled" if getattr(self, "double", None) else ""
        return self.told.format(move=self) + doubled


@dataclass(frozen=True, slots=True)
class Draw(_Told):
    """Draw a card, or four after a refresh."""

    verb: ClassVar[str] = "draw"
    examples: ClassVar[tuple[str, ...]] = ("draw",)
    told: ClassVar[str] = "draws"


@dataclass(frozen=True, slots=True)
class Refresh(Move):
    """Discard three cards instead of drawing, which ends the turn.

    >>> Refresh(("ham", "tmm", "R07")).sentence()
    'refreshes the hand: discards ham, tmm and R07'
    """

    verb: ClassVar[str] = "refresh"
    examples: ClassVar[tuple[str, ...]] = ("refresh ham,tmm,R07",)
    cards: Annotated[tuple[str, ...], Joined(_CARD)]

    def sentence(self) -> str:
        """What the seat does: the cards that go."""
        return f"refreshes the hand: discards {listed(self.cards)}"


@dataclass(frozen=True, slots=True)
class Bank(_Told):
    """Bank a completed recipe."""

    verb: ClassVar[str] = "bank"
    examples: ClassVar[tuple[str, ...]] = ("bank R07",)
    told: ClassVar[str] = "banks {move.recipe}"
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Scrap(_Told):
    """Discard an own recipe with all that lies on it."""

    verb: ClassVar[str] = "scrap"
    examples: ClassVar[tuple[str, ...]] = ("scrap R07",)
    told: ClassVar[str] = "scraps {move.recipe}"
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class PlayRecipe(_Told):
    """Play a recipe card."""

    verb: ClassVar[str] = "recipe"
    examples: ClassVar[tuple[str, ...]] = ("recipe R07",)
    told: ClassVar[str] = "starts the recipe {move.recipe}"
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class Add(_Told):
    """Play an ingredient on an own recipe.

    >>> Add("double-meat-3", "R07", "double").sentence()
    'adds double-meat-3 to R07, doubled'
    """

    verb: ClassVar[str] = "add"
    examples: ClassVar[tuple[str, ...]] = ("add ham to=R07", "add double-meat-3 to=R07 as=double")
    told: ClassVar[str] = "adds {move.card} to {move.to}"
    card: Card
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class Replace(_Told):
    """Play an ingredient in the place of an own one of its category, worth less."""

    verb: ClassVar[str] = "replace"
    examples: ClassVar[tuple[str, ...]] = (
        "replace bacon over=ham on=R07",
        "replace double-meat-5 over=ham on=R07 as=double",
    )
    told: ClassVar[str] = "replaces {move.over} on {move.on} with {move.card}"
    card: Card
    over: Annotated[str, _CARD, Key("over")]
    on: On
    double: As = None


@dataclass(frozen=True, slots=True)
class Bonus(_Told):
    """Play a bonus on an own recipe."""

    verb: ClassVar[str] = "bonus"
    examples: ClassVar[tuple[str, ...]] = ("bonus bonus-5 to=R07",)
    told: ClassVar[str] = "plays {move.card} on {move.to}"
    card: Card
    to: To


@dataclass(frozen=True, slots=True)
class Penalize(_Told):
    """Play a penalty on an opponent's recipe."""

    verb: ClassVar[str] = "penalize"
    examples: ClassVar[tuple[str, ...]] = ("penalize penalty-5 on=R03",)
    told: ClassVar[str] = "plays {move.card} against {move.on}"
    card: Card
    on: On


@dataclass(frozen=True, slots=True)
class Steal(_Told):
    """Steal an ingredient from an opponent's recipe for an own one."""

    verb: ClassVar[str] = "steal"
    examples: ClassVar[tuple[str, ...]] = (
        "steal brie from=R03 to=R07",
        "steal double-meat-3 from=R03 to=R07 as=double",
    )
    told: ClassVar[str] = "steals {move.card} from {move.source} for {move.to}"
    card: Card
    source: From
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class Spoil(_Told):
    """Spoil an ingredient of an opponent's recipe: it is discarded."""

    verb: ClassVar[str] = "spoil"
    examples: ClassVar[tuple[str, ...]] = (
        "spoil spoil-cheese brie from=R03",
        "spoil fridge brie from=R03",
    )
    told: ClassVar[str] = "plays {move.spoiler}: {move.card} on {move.source} spoils"
    spoiler: Card
    card: Card
    source: From


@dataclass(frozen=True, slots=True)
class TakeCard(_Told):
    """Take an ingredient or bonus from an opponent's recipe, with Turkey My Mayonnaise."""

    verb: ClassVar[str] = "tmm take"
    examples: ClassVar[tuple[str, ...]] = (
        "tmm take brie from=R03 to=R07",
        "tmm take double-meat-3 from=R03 to=R07 as=double",
    )
    told: ClassVar[str] = "plays tmm: takes {move.card} from {move.source} for {move.to}"
    card: Card
    source: From
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class ClaimRecipe(_Told):
    """Take an opponent's recipe that has no ingredients, with Turkey My Mayonnaise."""

    verb: ClassVar[str] = "tmm claim"
    examples: ClassVar[tuple[str, ...]] = ("tmm claim R03",)
    told: ClassVar[str] = "plays tmm: takes the recipe {move.recipe}"
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class MoveCard(_Told):
    """Move an ingredient or bonus between own recipes, with Turkey My Mayonnaise."""

    verb: ClassVar[str] = "tmm move"
    examples: ClassVar[tuple[str, ...]] = (
        "tmm move brie from=R07 to=R09",
        "tmm move double-meat-3 from=R07 to=R09 as=double",
    )
    told: ClassVar[str] = "plays tmm: moves {move.card} from {move.source} to {move.to}"
    card: Card
    source: From
    to: To
    double: As = None


@dataclass(frozen=True, slots=True)
class DumpsterDive(_Told):
    """Turn up the top five discards, one of which is played next."""

    verb: ClassVar[str] = "dumpster"
    examples: ClassVar[tuple[str, ...]] = ("dumpster",)
    told: ClassVar[str] = "dives into the dumpster"


@dataclass(frozen=True, slots=True)
class ShoppingSpree(_Told):
    """Turn up the top three cards of the deck, one of which is played next."""

    verb: ClassVar[str] = "spree"
    examples: ClassVar[tuple[str, ...]] = ("spree",)
    told: ClassVar[str] = "goes on a shopping spree"


@dataclass(frozen=True, slots=True)
class Keep(_Told):
    """Keep a reaction card that was turned up, and discard a card of the hand."""

    verb: ClassVar[str] = "keep"
    examples: ClassVar[tuple[str, ...]] = ("keep swatter discard=ham",)
    told: ClassVar[str] = "keeps {move.card} and discards {move.discard}"
    card: Card
    discard: Annotated[str, _CARD, Key("discard")]


@dataclass(frozen=True, slots=True)
class Discard(_Told):
    """Discard a card instead of playing one."""

    verb: ClassVar[str] = "discard"
    examples: ClassVar[tuple[str, ...]] = ("discard ham",)
    told: ClassVar[str] = "discards {move.card}"
    card: Card


@dataclass(frozen=True, slots=True)
class End(_Told):
    """End the turn with a recipe left out that could be banked."""

    verb: ClassVar[str] = "end"
    examples: ClassVar[tuple[str, ...]] = ("end",)
    told: ClassVar[str] = "ends the turn without banking"


@dataclass(frozen=True, slots=True)
class Swat(_Told):
    """Cancel an attack with Fly Swatter."""

    verb: ClassVar[str] = "swat"
    examples: ClassVar[tuple[str, ...]] = ("swat",)
    told: ClassVar[str] = "swats the attack"


@dataclass(frozen=True, slots=True)
class SendBack(Move):
    """Turn an attack against the attacker with Send It Back, naming the new target.

    >>> SendBack("brie", source="R07", to="R03").sentence()
    'sends the attack back: steals brie from R07 for R03'
    >>> SendBack().sentence()
    'sends the attack back, and it fizzles'
    """

    verb: ClassVar[str] = "sendback"
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

    def sentence(self) -> str:
        """What the seat does: what the attack aims at now."""
        doubled = ", doubled" if self.double else ""
        if self.to is not None:
            aim = f"steals {self.card} from {self.source} for {self.to}{doubled}"
        elif self.source is not None:
            aim = f"{self.card} on {self.source} spoils"
        elif self.on is not None:
            aim = f"{self.on} is penalized"
        else:
            return "sends the attack back, and it fizzles"
        return f"sends the attack back: {aim}"


@dataclass(frozen=True, slots=True)
class Inspect(_Told):
    """Stop a bank with Health Inspector."""

    verb: ClassVar[str] = "inspect"
    examples: ClassVar[tuple[str, ...]] = ("inspect",)
    told: ClassVar[str] = "calls the health inspector"


@dataclass(frozen=True, slots=True)
class Pass(_Told):
    """Decline an answer, or play nothing with an empty hand."""

    verb: ClassVar[str] = "pass"
    examples: ClassVar[tuple[str, ...]] = ("pass",)
    told: ClassVar[str] = "passes"


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
