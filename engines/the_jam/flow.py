"""What happens by itself in The Jam. The numbers in brackets are the sections of rules.md."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from engines.play import Question, Reveals
from engines.the_jam import words
from engines.the_jam.cards import BEAR, GUESTS, KARLSMAN
from engines.the_jam.state import BID, CAUSES, COSTS, JAM, PIE, PLAY, JamPhase, TheJam
from engines.the_jam.unseen import (
    can_bid,
    decide_oldest,
    forfeited,
    has_several,
    host_of_bear,
    likely_jam,
)
from engines.unseen import UnseenCard, kinds
from engines.zone import Visibility
from notation.record import Entry, Ply, Shuffle


def end_play(table: TheJam, cost: str | None = None) -> Reveals:
    """End the turn after the play of a card, which reveals the cards drawn before it (2)."""
    reveals = table.reveal()
    end_turn(table, cost)
    return reveals


def end_turn(table: TheJam, cost: str | None = None) -> None:
    """Hold the discard phase, pay for a pie card of the basket, and go on (8)."""
    discarded = table.pantries[table.whose_turn].settle(table.turns)
    for card in discarded:
        table.basket.put(card)
    if discarded and table.story is not None:
        of = table.cards.of
        table.story.append(words.discarding(table.whose_turn, [of[card] for card in discarded]))
    if cost is not None:
        table.basket.put(cost)
    table.turns += 1
    table.traded = False
    _next_turn(table)


def _next_turn(table: TheJam) -> None:
    """Start the turn of the next seat that has a card, or can draw one (2, 13)."""
    seat = table.next_seat(table.whose_turn)
    if not table.deck and not table.hands[seat]:
        with_cards = [other for other in table.clockwise(seat) if table.hands[other]]
        if not with_cards:
            _end(table)
            return
        if table.story is not None:
            skipped = takewhile(lambda other: other != with_cards[0], table.clockwise(seat))
            table.story += map(words.missing_turn, skipped)
        seat = with_cards[0]
    table.whose_turn = seat
    draw(table)


def draw(table: TheJam) -> None:
    """Draw for the seat whose turn it is; Karlsman and the Bear are raffled at once (2)."""
    seat, deck = table.whose_turn, table.deck
    while deck:
        card = deck.draw()
        if table.unseen is not None:
            card = _drawn(table, card)
        if card not in GUESTS:
            table.hands[seat].put(card)
            table.drawn.append((card, seat))
            break
        table.drawn.append((card, None))
        if _raffle(table, card):
            return
    if table.hands[seat]:
        table.phase, table.to_act = PLAY, seat
        return
    if table.story is not None:
        table.story.append(words.missing_turn(seat))
    _next_turn(table)


def _drawn(table: TheJam, card: str) -> str:
    """A card just drawn: its code, if the next ply names it or shows that it is a guest (2)."""
    unseen = table.unseen
    if unseen is None or not isinstance(card, UnseenCard):
        return card
    following = unseen.next
    at = len(table.drawn)
    if following is not None and at < len(following.reveals):
        card = unseen.identify(card, following.reveals[at])
        return _seen_in_part(table, card) if isinstance(card, UnseenCard) else card
    guests = [guest for guest in GUESTS if card.may_be(guest)]
    if not guests or not table.variant.tasks:
        return card
    guest = _guest(table, following, next(unseen.ahead(len(table.chance.shuffles)), None))
    unseen.open_up()
    if guest in guests:
        return unseen.identify(card, guest)
    unseen.must_be(card, table.cards.of)
    return card


def _seen_in_part(table: TheJam, card: UnseenCard) -> str:
    """A drawn card that was seen in part: a recipe, unless it can only be a guest."""
    unseen, recipes = table.unseen, table.cards.of
    if unseen is None:
        return card
    if any(map(card.may_be, recipes)):
        unseen.must_be(card, recipes)
        return card
    return unseen.identify(card, next(guest for guest in GUESTS if card.may_be(guest)))


def _guest(table: TheJam, following: Ply | None, entry: Entry | None) -> str:
    """The guest whose raffle follows in the record; empty if none does (9, 10)."""
    if following is None:
        return ""
    verb, _, card = following.move.partition(" ")
    if verb == "forfeit" and card in table.cards.of:
        return KARLSMAN if table.cards.of[card].kind == "jam" else BEAR
    if verb in {"bid", "pass"}:
        return KARLSMAN
    if isinstance(entry, Shuffle):
        return BEAR
    return KARLSMAN if following.seat != table.whose_turn else ""


def _raffle(table: TheJam, guest: str) -> bool:
    """Raffle a guest just drawn (9, 10); false if nobody gets him, and the seat draws again."""
    drawer, story = table.whose_turn, table.story
    if guest == KARLSMAN:
        table.zone("middle").put(guest)
        if story is not None:
            story.append(words.karlsman_drawn(drawer))
        ask_for_bids(table)
        return True
    host = host_of_bear(table)
    if host is not None:
        table.zone("guests", host).put(guest)
        if story is not None:
            story.append(words.bear_drawn(drawer, host))
        table.ask(PIE_DUE)
        return True
    if story is not None:
        story.append(words.bear_unwanted(drawer, last=not table.deck))
    if table.deck:
        shuffle_in(table, [guest])
    else:
        table.zone("box").put(guest)
    return False


def ask_for_bids(table: TheJam, after: str | None = None) -> None:
    """Ask the next seat that can bid more; those before it pass by themselves (9).

    If recipes lie face down, the story does not mention them.
    """
    if table.story is not None and not table.variant.blind:
        seats = table.clockwise(table.whose_turn)
        left = seats[seats.index(after) + 1 :] if after else seats
        passing = [*takewhile(lambda seat: not _can_bid(table, seat), left)]
        if passing:
            table.story.append(words.cannot_bid(passing, more=bool(table.bid)))
    table.ask(BIDS, after)


def _can_bid(table: TheJam, seat: str) -> bool:
    """Whether a seat's jams together beat the last bid for Karlsman (9)."""
    points = table.cards.points
    return points(table.completed(seat, "jam")) > points(table.bid) or can_bid(table, seat)


def _award_karlsman(table: TheJam) -> None:
    """Karlsman goes to the last bidder for its jams, or stays for one of the drawer's (9)."""
    seat, jams = table.bidder or table.whose_turn, table.bid
    table.zone("guests", seat).put(table.zone("middle").draw())
    if not jams:
        if table.story is not None:
            table.story.append(words.karlsman_stays(seat))
        table.ask(JAM_DUE)
        return
    if table.story is not None:
        table.story.append(words.karlsman_sold(seat, [table.cards.of[card] for card in jams]))
    table.bidder, table.bid = None, ()
    for card in jams:
        clear(table, seat, card)
    shuffle_in(table, jams)
    end_raffle(table, seat)


BIDS = Question(
    BID,
    seats=lambda table: table.clockwise(table.whose_turn),
    has_choice=_can_bid,
    unanswered=_award_karlsman,
    depends_on_hidden_cards=lambda table: table.variant.blind,
)
"""Each seat is asked once for a bid, clockwise from the drawer (9)."""


def _cost(phase: JamPhase, seats: Callable[[TheJam], Sequence[str]]) -> Question[TheJam]:
    """The question which recipe a guest costs, if the seat that pays has several to choose from."""
    kind = COSTS[phase]

    def has_choice(table: TheJam, seat: str) -> bool:
        return len(set(table.completed(seat, kind))) > 1 or has_several(table, seat, phase)

    def unanswered(table: TheJam) -> None:
        (seat,) = seats(table)
        named = kind == "jam" or not table.variant.blind
        for card in table.completed(seat, kind)[:1] or forfeited(table, seat, kind):
            if table.story is not None:
                shown = table.cards.of.get(card) if named else None
                table.story.append(words.lost(seat, shown, CAUSES[phase]))
            give_up(table, seat, card, named=named)
        end_raffle(table, seat)

    return Question(phase, seats, has_choice, unanswered)


JAM_DUE = _cost(JAM, lambda table: [table.whose_turn])
"""The jam that Karlsman, whom nobody wanted, costs the drawer (9)."""

PIE_DUE = _cost(
    PIE,
    lambda table: [seat for seat in table.seats if BEAR in table.zone("guests", seat)],
)
"""The pie that the Bear costs the seat to which he goes (10)."""


def give_up(table: TheJam, seat: str, card: str, *, named: bool) -> None:
    """A jam goes to the basket, a pie into the deck (9, 10).

    The sentence names a pie only if the move did, or if it lay open.
    """
    clear(table, seat, card)
    if any(table.cards.of[code].kind == "jam" for code in kinds(card)):
        _put_in_basket(table, [likely_jam(table, card)])
        return
    if table.story is not None:
        table.story.append(words.shuffled_in(table.cards.of.get(card) if named else None))
    shuffle_in(table, [card])


def end_raffle(table: TheJam, host: str) -> None:
    """End the drawer's turn if it has the guest; otherwise it draws again (9, 10)."""
    if host == table.whose_turn:
        if table.story is not None:
            table.story.append(words.turn_ended(host))
        end_turn(table)
    else:
        draw(table)


def clear(table: TheJam, seat: str, card: str) -> None:
    """Take a recipe away from a seat; its ingredients go to the basket."""
    decide_oldest(table, seat, card)
    under = table.pantries[seat].take(card).under
    if under:
        _put_in_basket(table, under)


def _put_in_basket(table: TheJam, cards: Sequence[str]) -> None:
    """Lay cards in the basket one after another."""
    for card in cards:
        table.basket.put(card)
    if table.story is not None:
        table.story.append(words.into_basket([table.cards.of[card] for card in cards]))


def shuffle_in(table: TheJam, cards: Sequence[str]) -> None:
    """Put cards under the deck in this order, and shuffle it (8)."""
    deck = [*table.deck.cards, *cards]
    table.deck.gather()
    table.deck.lay(table.chance.shuffle("deck", deck))


def _end(table: TheJam) -> None:
    """Turn up what was hidden: the tasks, and in travel the piles (13)."""
    table.phase, table.to_act = PLAY, None
    if table.variant.tasks and table.story is not None:
        table.story.append(words.turned_up(piles=table.variant.blind))
    for zone in table.zones():
        if zone.name in {"tasks", "recipes"}:
            zone.visibility = Visibility.EVERYONE
