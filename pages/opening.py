"""The second page of the form of a new game with real cards: which of them lie open."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engines.game import Game
from pages.environment import render
from replays.opening import Opening

MOST_TURNED_UP = 30
"""Cards for which the form asks at an uneven deal: The Jam turned up 24 at most in 3,000 deals."""


class OpeningForm(Struct, frozen=True):
    """The form, with what its first page was filled in with.

    Attributes:
        key: that of the form.
        game, names, options, cards: the fields of the first page.
        shown: the cards that were chosen, empty texts among them; None as long as nobody was asked.
        wrong: why the form was refused; empty: it was not.
    """

    key: str
    game: str
    names: Sequence[str]
    options: Mapping[str, str]
    cards: str
    shown: Sequence[str] | None
    wrong: str = ""


def opening_page(root: str, game: Game, opening: Opening, form: OpeningForm) -> str:
    """The page that asks for the cards of an opening of a game."""
    most = opening.cards if opening.is_even else MOST_TURNED_UP
    return render(
        "opening.html",
        root=root,
        form=form,
        opening=opening,
        places=[game.layout.called(place) for place in opening.places] or [""] * most,
        groups=_groups(game, opening),
        title=game.title,
    )


def _groups(game: Game, opening: Opening) -> dict[str, dict[str, str]]:
    """What each card may be called, by its code, in the groups of a list; some have none."""
    groups: dict[str, dict[str, str]] = {"": dict(game.sides(game.cards))}
    for code in opening.faces:
        kind = game.catalogue.get(code)
        group = groups.setdefault((kind and kind.group) or "", {})
        group[code] = kind.called if kind else code
    return groups
