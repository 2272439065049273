"""Karlsman and the Bear (rules.md, 9 and 10)."""

from collections.abc import Iterable, Iterator, Sequence

from engines.play import Illegal, Place, Reason, Reveals, Seen
from engines.the_jam import words
from engines.the_jam.cards import Cards, Kind
from engines.the_jam.flow import ask_for_bids, end_raffle, give_up
from engines.the_jam.moves import Bid, Forfeit, Pass
from engines.the_jam.rules.checks import (
    MOST_LISTED,
    Answer,
    CardChoice,
    are_recipe_cards,
    choices,
    has,
    has_completed,
    have_completed,
    is_recipe_card,
)
from engines.the_jam.state import BID, CAUSES, COSTS, TheJam
from engines.the_jam.unseen import note_bid
from engines.wording import Sentence, in_points


class Bidding(Answer[Bid]):
    """Bid jams for Karlsman (9)."""

    move = Bid
    phases = frozenset((BID,))
    samples = True

    def check(self, table: TheJam, seat: str, move: Bid) -> None:
        jams = move.jams
        are_recipe_cards(table, seat, jams, "jams")
        for at, card in enumerate(jams):
            is_of_kind(table, seat, card, "jam", ("jams", at), "bid-jams")
        have_completed(table, seat, seat, jams, "jams")
        beats_the_last(table, seat, jams)

    def candidates(self, table: TheJam, seat: str) -> Iterable[Bid]:
        jams = table.completed(seat, "jam")
        few = 2 ** len(jams) - 1 <= MOST_LISTED
        bids = choices(jams, range(1, 1 + len(jams))) if few else _sums(table.cards, jams)
        return map(Bid, bids)

    def apply(self, table: TheJam, seat: str, move: Bid) -> Reveals:
        reveals = table.reveal()
        note_bid(table, seat, move.jams)
        table.bidder, table.bid = seat, move.jams
        ask_for_bids(table, after=seat)
        return reveals

    def sentence(self, table: TheJam, seat: str, move: Bid, reveals: Seen) -> Sentence:
        cards = table.cards
        return words.bidding(cards.points(move.jams), [cards.of[jam] for jam in move.jams])


class Passing(Answer[Pass]):
    """Bid nothing for Karlsman (9)."""

    move = Pass
    phases = frozenset((BID,))
    exact = True

    def check(self, table: TheJam, seat: str, move: Pass) -> None:
        """A seat that is asked may always pass."""

    def candidates(self, table: TheJam, seat: str) -> Iterable[Pass]:
        return (Pass(),)

    def apply(self, table: TheJam, seat: str, move: Pass) -> Reveals:
        reveals = table.reveal()
        ask_for_bids(table, after=seat)
        return reveals

    def sentence(self, table: TheJam, seat: str, move: Pass, reveals: Seen) -> Sentence:
        return words.passing()


class Forfeiting(Answer[Forfeit]):
    """Give a jam up for Karlsman, or a pie for the Bear (9, 10)."""

    move = Forfeit
    phases = frozenset(COSTS)
    exact = True

    def check(self, table: TheJam, seat: str, move: Forfeit) -> None:
        is_recipe_card(table, seat, move.card, ("card",))
        is_of_kind(table, seat, move.card, COSTS[table.phase], ("card",), "forfeit-kind")
        has_completed(table, seat, seat, move.card, 1, ("card",))

    def candidates(self, table: TheJam, seat: str) -> Iterator[Forfeit]:
        return map(Forfeit, dict.fromkeys(table.completed(seat, COSTS[table.phase])))

    def apply(self, table: TheJam, seat: str, move: Forfeit) -> Reveals:
        reveals = table.reveal()
        give_up(table, seat, move.card, named=True)
        end_raffle(table, seat)
        return reveals

    def sentence(self, table: TheJam, seat: str, move: Forfeit, reveals: Seen) -> Sentence:
        return words.forfeiting(table.cards.of[move.card], CAUSES[table.phase])


def _sums(cards: Cards, jams: Sequence[str]) -> list[CardChoice]:
    """The fewest jams for each sum that can be made of these, first in deck order (16)."""
    fewest: dict[int, CardChoice] = {0: ()}

    def key(chosen: CardChoice) -> tuple[int, list[int]]:
        return len(chosen), [cards.rank[jam] for jam in chosen]

    for jam in jams:
        for points, chosen in list(fewest.items()):
            more, total = (*chosen, jam), points + cards.of[jam].points
            if total not in fewest or key(more) < key(fewest[total]):
                fewest[total] = more
    del fewest[0]
    return sorted(fewest.values(), key=key)


def is_of_kind(table: TheJam, seat: str, card: str, kind: Kind, at: Place, rule: str) -> None:
    """A bid is of jams (9); Karlsman costs a jam, and the Bear a pie (10)."""
    if table.cards.of[card].kind != kind:
        raise Illegal(is_of_kind, _other_kind, table, seat, card, kind, at, rule)


def _other_kind(table: TheJam, seat: str, card: str, kind: Kind, at: Place, rule: str) -> Reason:
    return Reason(
        rule,
        f"{card} is not a {kind}",
        at=at,
        label=f"a {table.cards.of[card].kind}",
        table=has(table, seat),
    )


def beats_the_last(table: TheJam, seat: str, jams: Sequence[str]) -> None:
    """A bid has more points than the last one (9)."""
    if table.cards.points(jams) <= table.cards.points(table.bid):
        raise Illegal(beats_the_last, _too_low, table, seat, jams)


def _too_low(table: TheJam, seat: str, jams: Sequence[str]) -> Reason:
    points, last = in_points(table.cards.points(jams)), in_points(table.cards.points(table.bid))
    return Reason(
        "bid-more",
        f"the bid is worth {points}, and the last one was worth {last}",
        at=("jams",),
        label=points,
        table=has(table, seat),
    )
