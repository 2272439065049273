"""The catalogue of a game: the names by which people know its cards. Knows no game."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Struct

from notation.json_shape import doc


class CardKind(Struct, frozen=True):
    """What all cards of one code have in common."""

    title: Annotated[str, doc("Its full name.", "cherry jam")]
    name: Annotated[str, doc("Its name, as short as on the card.", "cherry")]
    kind: Annotated[str, doc("The kind of card, particular to the game.", "jam")]
    picture: Annotated[str | None, doc("The name of its symbol; null: it has none.", "jar")] = None
    points: Annotated[int | None, doc("Its own points; null: not fixed.", 2)] = None
    face: Annotated[Any, doc("Other facts on it, particular to the game; null: none.")] = None


Catalogue: TypeAlias = Mapping[str, CardKind]
"""The cards of a deck by their codes, in deck order."""


def no_catalogue(cards: object) -> Catalogue:
    """The catalogue of a game that describes no cards: people know them by their codes."""
    del cards
    return {}
