"""The catalogue of The Jam. Knows no table."""

from collections.abc import Iterator

from msgspec import Struct

from engines.catalogue import CardKind, Catalogue
from engines.the_jam import words
from engines.the_jam.cards import GUESTS, Card, Cards
from engines.the_jam.deck_schema import Collecting, Yummy

_SYMBOLS = {"jam": "jar", "pie": "pie", "salad": "bowl"}


class RecipeFace(Struct, frozen=True, tag="recipe", tag_field="of"):
    """A recipe card: the fruits of the recipe above, and the fruit below."""

    fruits: tuple[str, ...]
    ingredient: str


class TaskFace(Struct, frozen=True, tag="task", tag_field="of"):
    """A task: the fruits it shows, how many of them score its points, and its tea party."""

    shows: tuple[str, ...]
    need: int
    tea_jams: tuple[str, ...]
    tea_pies: tuple[str, ...]


def describe(cards: Cards) -> Catalogue:
    """The cards of a deck: recipes, guests, and tasks."""
    recipes = {code: _recipe(card) for code, card in cards.of.items()}
    guests = {guest: _guest(cards, guest) for guest in GUESTS}
    return {**recipes, **guests, **dict(_tasks(cards))}


def _recipe(card: Card) -> CardKind:
    face = RecipeFace(card.fruits, card.below)
    return CardKind(
        title=words.title(card),
        name=words.short_fruits(card.fruits),
        kind=card.kind,
        picture=_SYMBOLS[card.kind],
        points=card.points,
        face=face,
        group=card.kind if card.kind == "salad" else card.title,
        note=f"{card.below} below",
    )


def _guest(cards: Cards, guest: str) -> CardKind:
    line = cards.lines[guest]
    return CardKind(line.source, line.source, "guest", guest, line.points)


def _tasks(cards: Cards) -> Iterator[tuple[str, CardKind]]:
    """Every task by its code; the kinds are the names of the piles."""
    kinds: dict[str, Collecting | Yummy] = {
        "winter": cards.winter, "granny": cards.granny, "yummy": cards.yummy
    }  # fmt: skip
    for kind, tasks in kinds.items():
        need = tasks.need if isinstance(tasks, Collecting) else 1
        for task in tasks.tasks:
            face = TaskFace(task.shows, need, task.tea_jams, task.tea_pies)
            title, name = words.task_title(kind, need, task.shows), words.TASKS[kind]
            yield task.id, CardKind(title, name, kind, None, tasks.points, face, group=name)
