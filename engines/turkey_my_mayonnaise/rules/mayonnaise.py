"""The three uses of the card Turkey My Mayonnaise (section 7 of rules.md)."""

from collections.abc import Iterator

from engines.play import Illegal, Reason, Reveals, Seen
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.cards import TMM
from engines.turkey_my_mayonnaise.flow import end_play, use
from engines.turkey_my_mayonnaise.moves import ClaimRecipe, MoveCard, TakeCard
from engines.turkey_my_mayonnaise.rules.checks import (
    CardPlay,
    at_hand,
    described,
    fits,
    has_place,
    lies_on,
    opponents_recipe,
    own_recipe,
)
from engines.turkey_my_mayonnaise.rules.reach import (
    opponents_recipes,
    own_recipes,
    playable_cards,
    transfers,
)
from engines.turkey_my_mayonnaise.state import Turkey
from engines.wording import Sentence


class Taking(CardPlay[TakeCard]):
    """Take an ingredient or bonus of an opponent's recipe for one of the seat's."""

    move = TakeCard
    exact = True

    def check(self, table: Turkey, seat: str, move: TakeCard) -> None:
        at_hand(table, seat, TMM)
        opponents_recipe(table, seat, move.source, "source")
        _may_go(table, seat, move)

    def candidates(self, table: Turkey, seat: str) -> Iterator[TakeCard]:
        if TMM in playable_cards(table, seat):
            theirs, own = opponents_recipes(table, seat), own_recipes(table, seat)
            for names in transfers(table, theirs, own, table.cards.movable):
                yield TakeCard(*names)

    def apply(self, table: Turkey, seat: str, move: TakeCard) -> Reveals:
        return _carry(table, seat, move)

    def sentence(self, table: Turkey, seat: str, move: TakeCard, reveals: Seen) -> Sentence:
        source, double = table.owned(move.source), move.double is not None
        return words.taking(move.card, source, move.to, double=double)


class Claiming(CardPlay[ClaimRecipe]):
    """Take an opponent's recipe without ingredients, with its bonuses and penalties."""

    move = ClaimRecipe

    def check(self, table: Turkey, seat: str, move: ClaimRecipe) -> None:
        at_hand(table, seat, TMM)
        opponents_recipe(table, seat, move.recipe, "recipe")
        has_place(table, seat)
        is_bare(table, seat, move.recipe)

    def candidates(self, table: Turkey, seat: str) -> Iterator[ClaimRecipe]:
        if TMM in playable_cards(table, seat):
            for recipe, slot in opponents_recipes(table, seat):
                if slot.bare:
                    yield ClaimRecipe(recipe)

    def apply(self, table: Turkey, seat: str, move: ClaimRecipe) -> Reveals:
        use(table, seat, TMM)
        slot = table.free_slots(seat)[0]
        table.out[move.recipe].move_to(slot)
        table.out[move.recipe] = slot
        table.discard.put(TMM)
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: ClaimRecipe, reveals: Seen) -> Sentence:
        return words.claiming(table.owned(move.recipe))


class Moving(CardPlay[MoveCard]):
    """Move an ingredient or bonus between two of the seat's recipes."""

    move = MoveCard
    exact = True

    def check(self, table: Turkey, seat: str, move: MoveCard) -> None:
        at_hand(table, seat, TMM)
        own_recipe(table, seat, move.source, "source")
        are_two(table, seat, move.source, move.to)
        _may_go(table, seat, move)

    def candidates(self, table: Turkey, seat: str) -> Iterator[MoveCard]:
        if TMM in playable_cards(table, seat):
            own = own_recipes(table, seat)
            for names in transfers(table, own, own, table.cards.movable):
                yield MoveCard(*names)

    def apply(self, table: Turkey, seat: str, move: MoveCard) -> Reveals:
        return _carry(table, seat, move)

    def sentence(self, table: Turkey, seat: str, move: MoveCard, reveals: Seen) -> Sentence:
        double = move.double is not None
        return words.moving(move.card, move.source, move.to, double=double)


def _may_go(table: Turkey, seat: str, move: TakeCard | MoveCard) -> None:
    lies_on(table, seat, move.card, move.source, "card")
    is_no_penalty(table, seat, move.card, move.source)
    own_recipe(table, seat, move.to, "to")
    fits(table, seat, move.card, move.to, move.double)


def _carry(table: Turkey, seat: str, move: TakeCard | MoveCard) -> Reveals:
    use(table, seat, TMM)
    table.out[move.source].take(move.card)
    table.out[move.to].put(move.card, double=move.double is not None)
    table.discard.put(TMM)
    return end_play(table)


def is_no_penalty(table: Turkey, seat: str, card: str, recipe: str) -> None:
    """Ingredients and bonuses can be taken and moved, penalties cannot (7)."""
    if card not in table.cards.movable:
        raise Illegal(is_no_penalty, _penalty, table, seat, card, recipe)


def _penalty(table: Turkey, seat: str, card: str, recipe: str) -> Reason:
    return Reason(
        "no-penalty",
        f"{card} is neither an ingredient nor a bonus",
        at=("card",),
        label="it stays where it is",
        table=f"sees {described(table, recipe)}",
    )


def are_two(table: Turkey, seat: str, source: str, to: str) -> None:
    """A card moves between two different recipes (7)."""
    if source == to:
        raise Illegal(are_two, _the_same, table, seat, source, to)


def _the_same(table: Turkey, seat: str, source: str, to: str) -> Reason:
    return Reason(
        "two-recipes",
        f"a card moves from one recipe to another, but both are {to}",
        at=("to",),
        label="the same recipe",
        table=f"has {described(table, to)}",
    )


def is_bare(table: Turkey, seat: str, recipe: str) -> None:
    """A recipe that is claimed has no ingredients on it (7)."""
    slot = table.out.get(recipe)
    if slot is None or not slot.bare:
        raise Illegal(is_bare, _laden, table, seat, recipe)


def _laden(table: Turkey, seat: str, recipe: str) -> Reason:
    return Reason(
        "bare-recipe",
        f"there are ingredients on {recipe}",
        at=("recipe",),
        label="it has ingredients",
        table=f"sees {described(table, recipe)}",
    )
