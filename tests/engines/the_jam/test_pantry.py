"""rules.md, 7. Like cards, and 8. The discard phase, compared with a naive pantry."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from engines.the_jam.pantry import Pantry, Recipe
from engines.zone import Visibility, Zone
from tests.tries import tries

CODES = ("cone", "cone", "apple", "peach")
"""The recipes that are completed, some of them alike."""


class Made(Struct):
    """A recipe in a naive pantry; `turn` is when it came, None once it is settled."""

    card: str
    age: int
    under: list[str]
    turn: int | None


def pantry() -> Pantry:
    recipes, fresh, under = (
        Zone(name, Visibility.EVERYONE, owner="A") for name in ("recipes", "fresh", "under")
    )
    return Pantry(recipes, fresh, under)


@tries(200)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 40)), max_size=25))
def test_the_oldest_of_like_recipes_goes_and_the_oldest_ingredients_are_discarded_first(
    steps: list[tuple[int, int, int]],
) -> None:
    fast, naive = pantry(), list[Made]()
    for turn, (kind, code, age) in enumerate(steps, start=50):
        card = CODES[code]
        if kind == 0:
            fast.complete(card, [f"{turn}a", f"{turn}b"], turn)
            naive.append(Made(card, turn, [f"{turn}a", f"{turn}b"], turn))
        elif kind == 1 and card in fast:
            oldest = min((made for made in naive if made.card == card), key=lambda made: made.age)
            taken = fast.take(card)
            assert (taken.age, list(taken.under)) == (oldest.age, oldest.under)
            naive.remove(oldest)
        elif kind == 2 and not any(made.age == age for made in naive):
            under = [f"{turn}c"] if age % 2 else []
            fast.add(Recipe(card, age, under), turn)
            naive.append(Made(card, age, under, turn if under else None))
        elif kind == 3:
            old = [made for made in naive if made.turn not in (None, turn - 1)]
            old.sort(key=lambda made: made.age)
            assert fast.settle(turn - 1) == [card for made in old for card in made.under]
            for made in old:
                made.under, made.turn = [], None
        fresh = sorted((m for m in naive if m.turn is not None), key=lambda made: made.age)
        assert list(fast.fresh.cards[::-1]) == [made.card for made in fresh]
        assert list(fast.under.cards[::-1]) == [card for made in fresh for card in made.under]
        assert sorted(fast.ages()) == sorted((m.card, m.age, m.turn is not None) for m in naive)
