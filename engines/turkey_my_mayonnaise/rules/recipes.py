"""Plays on own recipes (section 3 of rules.md)."""

from collections.abc import Iterable, Iterator

from engines.play import Illegal, Reason, Reveals, Seen
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.cards import WILD, named
from engines.turkey_my_mayonnaise.flow import end_play, put_away, use
from engines.turkey_my_mayonnaise.moves import Add, Bonus, PlayRecipe, Replace, Scrap
from engines.turkey_my_mayonnaise.rules.checks import (
    CardPlay,
    InTurn,
    described,
    fits,
    has_place,
    held,
    is_played,
    lies_on,
    own_recipe,
)
from engines.turkey_my_mayonnaise.rules.reach import (
    cards_on,
    each_once,
    own_recipes,
    playable_of_kind,
    recipes_for,
)
from engines.turkey_my_mayonnaise.state import END, Turkey
from engines.wording import Sentence


class Starting(CardPlay[PlayRecipe]):
    """Lay a recipe card in the first free place."""

    move = PlayRecipe

    def check(self, table: Turkey, seat: str, move: PlayRecipe) -> None:
        is_played(table, seat, move.recipe, "recipe", "recipe")
        has_place(table, seat)

    def candidates(self, table: Turkey, seat: str) -> Iterator[PlayRecipe]:
        return map(PlayRecipe, playable_of_kind(table, seat, "recipe"))

    def apply(self, table: Turkey, seat: str, move: PlayRecipe) -> Reveals:
        use(table, seat, move.recipe)
        slot = table.free_slots(seat)[0]
        slot.start(move.recipe)
        table.out[move.recipe] = slot
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: PlayRecipe, reveals: Seen) -> Sentence:
        need = named(table.cards.recipes[move.recipe].need)
        return words.starting(move.recipe, need.split())


class Adding(CardPlay[Add]):
    """Lay an ingredient on one of the seat's recipes."""

    move = Add
    exact = True

    def check(self, table: Turkey, seat: str, move: Add) -> None:
        is_played(table, seat, move.card, "ingredient", "card")
        own_recipe(table, seat, move.to, "to")
        fits(table, seat, move.card, move.to, move.double)

    def candidates(self, table: Turkey, seat: str) -> Iterator[Add]:
        own = own_recipes(table, seat)
        for card in playable_of_kind(table, seat, "ingredient") if own else ():
            for recipe, double in recipes_for(table, card, own):
                yield Add(card, recipe, double)

    def apply(self, table: Turkey, seat: str, move: Add) -> Reveals:
        use(table, seat, move.card)
        table.out[move.to].put(move.card, double=move.double is not None)
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: Add, reveals: Seen) -> Sentence:
        points = table.cards.worth[move.card]
        return words.adding(move.card, points, move.to, double=move.double is not None)


class Replacing(CardPlay[Replace]):
    """Replace one of the seat's ingredients that is worth less."""

    move = Replace

    def check(self, table: Turkey, seat: str, move: Replace) -> None:
        is_played(table, seat, move.card, "ingredient", "card")
        own_recipe(table, seat, move.on, "on")
        lies_on(table, seat, move.over, move.on, "over")
        is_better(table, seat, move.card, move.over, move.on)
        fits(table, seat, move.card, move.on, move.double, move.over)

    def candidates(self, table: Turkey, seat: str) -> Iterator[Replace]:
        ingredients, lying = table.cards.ingredients, cards_on(own_recipes(table, seat))
        replaced = each_once(table, lying)
        for card in playable_of_kind(table, seat, "ingredient") if lying else ():
            ingredient = ingredients[card]
            for old in replaced:
                if ingredient.beats(ingredients.get(old)):
                    for recipe in lying[old]:
                        yield Replace(card, old, recipe)
                        if ingredient.double:
                            yield Replace(card, old, recipe, "double")

    def apply(self, table: Turkey, seat: str, move: Replace) -> Reveals:
        use(table, seat, move.card)
        slot = table.out[move.on]
        slot.take(move.over)
        table.discard.put(move.over)
        slot.put(move.card, double=move.double is not None)
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: Replace, reveals: Seen) -> Sentence:
        double = move.double is not None
        return words.replacing(move.card, move.over, move.on, double=double)


class AddingBonus(CardPlay[Bonus]):
    """Lay a bonus on one of the seat's recipes."""

    move = Bonus
    exact = True

    def check(self, table: Turkey, seat: str, move: Bonus) -> None:
        is_played(table, seat, move.card, "bonus", "card")
        own_recipe(table, seat, move.to, "to")

    def candidates(self, table: Turkey, seat: str) -> Iterator[Bonus]:
        for card in playable_of_kind(table, seat, "bonus"):
            for recipe, _ in own_recipes(table, seat):
                yield Bonus(card, recipe)

    def apply(self, table: Turkey, seat: str, move: Bonus) -> Reveals:
        use(table, seat, move.card)
        table.out[move.to].put(move.card)
        return end_play(table)

    def sentence(self, table: Turkey, seat: str, move: Bonus, reveals: Seen) -> Sentence:
        return words.adding_bonus(move.card, table.cards.bonuses[move.card], move.to)


class Scrapping(InTurn[Scrap]):
    """Discard one of the seat's recipes and everything on it, before the play."""

    move = Scrap
    exact = True

    def check(self, table: Turkey, seat: str, move: Scrap) -> None:
        own_recipe(table, seat, move.recipe, "recipe")
        before_play(table, seat)

    def candidates(self, table: Turkey, seat: str) -> Iterable[Scrap]:
        recipes = own_recipes(table, seat) if table.phase is not END else ()
        return [Scrap(recipe) for recipe, _ in recipes]

    def apply(self, table: Turkey, seat: str, move: Scrap) -> Reveals:
        put_away(table, table.out[move.recipe])
        return []

    def sentence(self, table: Turkey, seat: str, move: Scrap, reveals: Seen) -> Sentence:
        return words.scrapping(move.recipe)


def is_better(table: Turkey, seat: str, card: str, over: str, recipe: str) -> None:
    """An ingredient replaces one of its category that is worth less; tofu does neither (3)."""
    ingredients = table.cards.ingredients
    if card not in ingredients or not ingredients[card].beats(ingredients.get(over)):
        raise Illegal(is_better, _no_better, table, seat, card, over, recipe)


def _no_better(table: Turkey, seat: str, card: str, over: str, recipe: str) -> Reason:
    return Reason(
        "better-card",
        f"{card} does not replace {over}",
        at=("over",),
        label=_misfit(table, card, over),
        table=f"has {described(table, recipe)}",
    )


def _misfit(table: Turkey, card: str, over: str) -> str:
    new, old = table.cards.ingredients.get(card), table.cards.ingredients.get(over)
    if new is None or old is None:
        return "not an ingredient"
    if WILD in (new.category, old.category):
        return "tofu neither replaces nor is replaced"
    if new.category != old.category:
        return "of another category"
    return f"worth {old.points}, and {card} is worth {new.points}"


def before_play(table: Turkey, seat: str) -> None:
    """A recipe is scrapped before the play of the turn (3)."""
    if table.phase is END:
        raise Illegal(before_play, _play_over, table, seat)


def _play_over(table: Turkey, seat: str) -> Reason:
    return Reason(
        "scrap-late",
        "a recipe can be scrapped only before the play of the turn",
        label="the play is over",
        table=held(table, seat),
        since="the play of this turn ended here",
    )
