"""The guard for cards that a hand may hold one by one, but not together. Knows no game.

That is possible only if a record leaves cards out: an unseen card may be any one of the cards
named, but not several.
"""

from collections.abc import Sequence

from engines.play import Illegal, Place, Reason
from engines.table import Table
from engines.unseen import UnseenCard


def together(table: Table, seat: str, cards: Sequence[str], at: Place) -> None:
    """The cards named are in the seat's own hand, each of them another card.

    `at` is the part of the move that names the first one too many. Raises Illegal, with the code
    `not-held`.
    """
    if table.zone("hand", seat).first_missing(cards) is not None:
        raise Illegal(together, _too_many, table, seat, cards, at)


def _too_many(table: Table, seat: str, cards: Sequence[str], at: Place) -> Reason:
    hand = table.zone("hand", seat).cards
    known = [card for card in hand if not isinstance(card, UnseenCard)]
    unseen = len(hand) - len(known)
    return Reason(
        "not-held",
        f"the hand cannot hold {' '.join(cards)} at once",
        at=at,
        label="not beside the others",
        table=f"holds {' '.join(known) or 'no known card'} and {unseen} unseen",
    )
