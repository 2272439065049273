"""How The Jam begins. The numbers in brackets are the sections of rules.md."""

from collections.abc import Mapping, Sequence

from engines.game import Game
from engines.the_jam.cards import GUESTS, Cards
from engines.the_jam.flow import draw
from engines.the_jam.state import TheJam
from engines.unseen import UnseenCard, may_be
from notation.chance import Chance
from notation.fault import Fault

_TWO_SEATS = 2
_DEAL_ADVICE = "write `~: deck _ -> cards`: those turned up for the basket, then guests dealt"


def deal(game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> TheJam:
    """Deal tasks, hands and basket; the first seat draws (1, 2)."""
    table = TheJam(game, seats, options, chance)
    if table.variant.tasks:
        _deal_tasks(table)
    _deal_cards(table)
    draw(table)
    return table


def _deal_tasks(table: TheJam) -> None:
    """Shuffle the piles of tasks, and deal one of each to each seat, or two with two seats (1)."""
    piles = [table.zone(name) for name in table.cards.piles]
    for pile in piles:
        pile.lay(table.chance.shuffle(pile.name, table.cards.piles[pile.name].copy()))
    each = 2 if len(table.seats) == _TWO_SEATS else 1
    for seat in table.seats:
        table.zone("tasks", seat).lay([task for pile in piles for task in pile.draw_top(each)])


class _Deal:
    """The cards of the deck's first order, dealt one by one from the top (1).

    Attributes:
        hands: the cards of all hands together, seat after seat.
        guests: Karlsman and the Bear, if they turned up; they are set aside.
        turned_up: the cards turned up next, until the basket has enough.
        basket: the turned-up cards that go into the basket, no two with the same fruit.
        others: the other turned-up cards, which are set aside.
        deck: the cards left.
    """

    __slots__ = ("basket", "deck", "guests", "hands", "others", "turned_up")

    def __init__(self, cards: Cards, seats: int, order: Sequence[str]) -> None:
        deck = iter(order)
        self.hands: list[str] = []
        self.guests: list[str] = []
        while len(self.hands) < seats * cards.hand:
            card = next(deck)
            (self.guests if card in GUESTS else self.hands).append(card)
        self.turned_up: list[str] = []
        self.basket: list[str] = []
        self.others: list[str] = []
        fruits: set[str] = set()
        while len(fruits) < cards.basket:
            card = next(deck)
            self.turned_up.append(card)
            if card in GUESTS or cards.of[card].below in fruits:
                self.others.append(card)
            else:
                self.basket.append(card)
                fruits.add(cards.of[card].below)
        self.deck = list(deck)


def _deal_cards(table: TheJam) -> None:
    """Shuffle the deck, deal the hands and lay the basket; what was set aside is shuffled in (1).

    Everyone sees the cards that are turned up, and then the guests that came with the deal.
    """
    cards, seats = table.cards, len(table.seats)

    def shows(order: Sequence[str]) -> Sequence[str]:
        deal = _Deal(cards, seats, _identified(table, order))
        return deal.turned_up + deal.guests

    codes = cards.deck if table.variant.tasks else cards.kids_deck
    deal = _Deal(cards, seats, _identified(table, table.chance.shuffle("deck", list(codes), shows)))
    for number, hand in enumerate(table.hands.values()):
        hand.put_all(deal.hands[number * cards.hand : (number + 1) * cards.hand])
    for card in deal.basket:
        table.basket.put(card)
    aside = deal.guests + deal.others
    rest = deal.deck + aside
    table.deck.lay(table.chance.shuffle("deck", rest) if aside else rest)


def _identified(table: TheJam, order: Sequence[str]) -> Sequence[str]:
    """The deck's first order, with the unseen cards that its reveals name (1).

    Raises Fault if they do not name the cards that the deal turned up: without these, the deal
    cannot be followed.
    """
    unseen = table.unseen
    if unseen is None or not any(isinstance(card, UnseenCard) for card in order):
        return order
    cards, reveals = table.cards, unseen.line_reveals
    fruits: set[str] = set()
    turned_up = 0
    while len(fruits) < cards.basket:
        if turned_up == len(reveals) or reveals[turned_up] not in {*cards.of, *GUESTS}:
            message = (
                f"with unseen cards, the cards that the deal turns up must be written, until "
                f"{cards.basket} different fruits are below them; these have {len(fruits)}"
            )
            raise Fault("cgn.reveals", message, _DEAL_ADVICE)
        if reveals[turned_up] not in GUESTS:
            fruits.add(cards.of[reveals[turned_up]].below)
        turned_up += 1
    guests = reveals[turned_up:]
    dealt = len(table.seats) * cards.hand + len(guests)
    for card, shown in zip(order[dealt:], reveals[:turned_up], strict=False):
        unseen.identify(card, shown)
    for guest in guests:
        if guest not in order[:dealt]:
            unseen.identify(next(card for card in order[:dealt] if may_be(card, guest)), guest)
    for card in order[:dealt]:
        unseen.must_be(card, cards.of)
    return [unseen.face(card) for card in order]
