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
    group: Annotated[
        str | None,
        doc("The cards among which one looks for it in a list; null: none.", "cherry jam"),
    ] = None
    note: Annotated[
        str | None,
        doc(
            "What else tells it from the others of its group; null: its title does.", "peach below"
        ),
    ] = None

    @property
    def called(self) -> str:
        """Its title with what else tells it from others.

        >>> CardKind("cherry jam", "cherry", "jam", note="peach below").called
        'cherry jam, peach below'
        """
        return f"{self.title}, {self.note}" if self.note else self.title


Catalogue: TypeAlias = Mapping[str, CardKind]
"""The cards of a deck by their codes, in deck order."""


def no_catalogue(cards: object) -> Catalogue:
    """The catalogue of a game that describes no cards: people know them by their codes."""
    del cards
    return {}
