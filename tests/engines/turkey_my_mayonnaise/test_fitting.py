"""rules.md, 3. Recipes: counting agrees with laying every card in a slot."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engines.turkey_my_mayonnaise.cards import CATEGORIES
from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from tests.engines.turkey_my_mayonnaise.positions import CARDS, position
from tests.tries import tries

RECIPES = position().game.deck.facts["recipes"]
Laid = tuple[str, bool]

laid = st.sampled_from(list(CARDS.ingredients)).flatmap(
    lambda card: st.tuples(st.just(card), st.booleans() if "double" in card else st.just(False))  # noqa: FBT003 - a value
)


def lay(slots: Sequence[str], cards: Sequence[Laid]) -> Iterator[frozenset[int]]:
    """Every set of slots that these cards can fill, each card in one slot or in two alike."""
    if not cards:
        yield frozenset()
        return
    (card, double), *rest = cards
    category = CARDS.ingredients[card].category
    fitting = [
        index
        for index, name in enumerate(slots)
        if card == "tofu" or CATEGORIES.index(name) == category
    ]
    for others in lay(slots, rest):
        for chosen in combinations(fitting, 2 if double else 1):
            if not others.intersection(chosen):
                yield others | set(chosen)


@tries(100)
@given(st.sampled_from(RECIPES), st.lists(laid, max_size=5), laid)
def test_cards_fit_and_cover_the_need_if_some_assignment_does(
    recipe: dict[str, list[str]], cards: list[Laid], last: Laid
) -> None:
    slots = recipe["need"] + recipe["extras"]
    need = set(range(len(recipe["need"])))
    place = position(f"A {recipe['id']}").out[str(recipe["id"])]
    placed: list[Laid] = []
    for card, double in [*cards, last]:
        ways = list(lay(slots, [*placed, (card, double)]))
        assert place.takes(CARDS.ingredients[card], double=double) == bool(ways)
        if ways:
            place.put(card, double=double)
            placed.append((card, double))
            assert place.complete == any(need <= way for way in ways)


@tries(50)
@given(st.sampled_from(RECIPES), st.lists(laid, max_size=5), st.data())
def test_a_removed_card_leaves_no_trace(
    recipe: dict[str, list[str]], cards: list[Laid], data: st.DataObject
) -> None:
    place = position(f"A {recipe['id']}").out[str(recipe["id"])]
    for card, double in cards:
        if place.takes(CARDS.ingredients[card], double=double):
            place.put(card, double=double)
    if not place.cards:
        return
    gone = data.draw(st.sampled_from(place.cards))
    at = place.cards.index(gone)
    left = [pair for index, pair in enumerate(_pairs(place)) if index != at]
    place.take(gone)
    other = position(f"A {recipe['id']}").out[str(recipe["id"])]
    for card, double in left:
        other.put(card, double=double)
    assert _pairs(place) == left
    assert (place.complete, place.missing, place.tofu, place.bare, place.value()) == (
        other.complete, other.missing, other.tofu, other.bare, other.value(),
    )  # fmt: skip


def _pairs(place: RecipeSlot) -> list[Laid]:
    return list(zip(place.cards, place.doubled, strict=True))
