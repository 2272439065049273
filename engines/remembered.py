"""What a table remembers of what it has worked out, so as not to work it out again."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import TypeVar

T = TypeVar("T")

_ANSWERS = 16


def remembered(function: Callable[..., T], cards: object) -> Callable[..., T]:
    """The pure function, given the cards of a deck, that knows its last answers.

    What it is asked is hashable, and nobody can change an answer. A table holds it, and shares it
    with its copies: so the answers go when they go, and are never those for another deck.
    """
    return lru_cache(_ANSWERS)(partial(function, cards))
