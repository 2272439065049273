"""What the deal of a game with real cards turns up, as people see it before the first ply."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engines.game import Game
from engines.table import Table
from engines.zone import Visibility, Zone
from notation.chance import Chance
from notation.record import UNKNOWN_CARD, Shuffle


class Opening(Struct, frozen=True):
    """The cards that a deal turns up.

    Attributes:
        before: the shuffles of the deal that come first, as written by somebody who saw no card.
        pile: the pile from which the cards come.
        places: the names of the zones on which they lie, one each, in their order; none, if they
            lie otherwise.
        cards: how many there are; of an uneven deal, how many there may be.
        is_even: whether each deal turns up as many.
        faces: what is printed on each kind of card that may come, by its code.
    """

    before: tuple[Shuffle, ...]
    pile: str
    places: tuple[str, ...]
    cards: int
    is_even: bool
    faces: Mapping[str, str]

    def shuffles(self, cards: Sequence[str]) -> tuple[Shuffle, ...]:
        """The shuffles of the deal up to the one that turned these cards up."""
        return (*self.before, Shuffle(self.pile, (UNKNOWN_CARD,), tuple(cards)))


def opening_of(game: Game, seats: int, options: Mapping[str, str]) -> Opening | None:
    """What the deal of a game turns up; None if it turns up nothing.

    Raises Fault if the game does not allow this number of seats, or these options.
    """
    game.check(seats, options)
    chance = Chance("")
    table = game.set_up(game, seats, options, chance)
    made = chance.shuffles
    at = next((at for at, shuffle in enumerate(made) if shuffle.reveals), None)
    if at is None:
        return None
    shown = made[at].reveals
    pile = {*made[at].order}  # may have fewer kinds than could have come into it
    others = {card for one in made[:at] if pile.isdisjoint(one.order) for card in one.order}
    is_even = made[at].pile not in game.uneven_deals
    return Opening(
        before=tuple([Shuffle(one.pile, (UNKNOWN_CARD,)) for one in made[:at]]),
        pile=made[at].pile,
        places=_places(table, shown) if is_even else (),
        cards=len(shown),
        is_even=is_even,
        faces={code: face for code, face in faces_of(table).items() if code not in others},
    )


def faces_of(table: Table) -> dict[str, str]:
    """The codes of all cards on a table, each with what is printed on the card."""
    catalogue = table.game.catalogue
    return {
        code: catalogue[code].name if code in catalogue else code
        for code in sorted({card for zone in table.zones() for card in zone.cards})
    }


def _places(table: Table, cards: Sequence[str]) -> tuple[str, ...]:
    """The names of the zones on which these cards of a deal lie, one each; otherwise none."""
    tops = {zone.name: zone[-1] for zone in table.zones() if _shows_one(zone)}
    names: list[str] = []
    for card in cards:
        names += [name for name, top in tops.items() if top == card and name not in names][:1]
    return tuple(names) if len(names) == len(cards) > 1 else ()


def _shows_one(zone: Zone) -> bool:
    """Whether everyone sees exactly one card of a zone."""
    only = len(zone) == 1 and zone.visibility is Visibility.EVERYONE
    return only or bool(zone and zone.visibility is Visibility.TOP)
