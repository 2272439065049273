"""What happens by itself in Triggs. The numbers in brackets are the sections of rules.md."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, repeat

from engines import wording
from engines.game import Game
from engines.play import Reveals
from engines.triggs import words
from engines.triggs.state import ACTION, EXTRA, FACE_UP, Triggs
from engines.unseen import UnseenCard, kinds, may_be
from engines.zone import Zone
from notation.chance import Chance
from notation.record import UNKNOWN_CARD, Entry, Shuffle

_LOOKED_AT = 4
"""Draws ahead that are compared with the cards of a pile."""

REFILLED = ("middle", "left", "right")
"""The piles in the order in which they are refilled if several wait (8)."""


def set_up(game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> Triggs:
    """Shuffle, deal the hands and make the three piles (1)."""
    table = Triggs(game, seats, options, chance)
    start = seats * table.cards.hand_start
    outer = (len(table.cards.deck) - start) // 4
    deck = chance.shuffle(
        "deck", table.cards.deck, lambda order: (order[start], order[start + outer])
    )
    for number, hand in enumerate(table.hands.values()):
        dealt = number * table.cards.hand_start
        hand.put_all(deck[dealt : dealt + table.cards.hand_start])
    table.piles["left"].lay(deck[start : start + outer])
    table.piles["right"].lay(deck[start + outer : start + 2 * outer])
    table.piles["middle"].lay(deck[start + 2 * outer :])
    return table


def draw_card(table: Triggs, seat: str, name: str) -> tuple[str, str | None]:
    """A seat takes the top card of a pile, which is refilled if that was the last (2, 8)."""
    pile = table.piles[name]
    card = pile.draw()
    table.hands[seat].put(card)
    if not pile:
        _refill(table, pile)
    return card, seat if name == "middle" else None


def lay_down(table: Triggs, cards: Sequence[str]) -> None:
    """Lay cards on the discard pile, and refill the piles that wait for one (8)."""
    may_wait = not table.discard
    table.discard.put_all(cards)
    if may_wait:
        for name in REFILLED:
            if not table.piles[name]:
                _refill(table, table.piles[name])


def row_crossed(table: Triggs, seat: str, row: str) -> Reveals:
    """Go on after a cross: a completed row gives an extra one, the last box ends the game."""
    free = table.free[seat]
    if free[row]:
        return end_action(table, seat)
    if not any(free.values()):
        table.phase, table.to_act = ACTION, None
        return []
    table.phase = EXTRA
    if row in table.cards.obsolete:
        table.obsolete = obsolete_values(table)
    return []


def end_action(table: Triggs, seat: str) -> Reveals:
    """End a discard, or a cross with its extras: an empty hand draws (7)."""
    reveals: Reveals = []
    if not table.hands[seat]:
        for _ in range(table.cards.empty_hand_draw):
            if table.piles["middle"]:
                reveals.append(draw_card(table, seat, "middle"))
        if table.unseen is not None:  # a refill with one card is no shuffle, so no line shows it
            table.unseen.reveals_tell_size(table.hands[seat])
        if table.story is not None:
            table.story.append(words.emptied_hand(seat, len(reveals)))
    end_turn(table, seat)
    return reveals


def end_turn(table: Triggs, seat: str) -> None:
    """Obsolete cards leave the game, and the next seat begins (9)."""
    if table.obsolete:
        _remove_obsolete(table)
    table.phase, table.to_act = ACTION, table.next_seat(seat)


def obsolete_values(table: Triggs) -> tuple[str, ...]:
    """The values of the deck's `obsolete` before the first whose row some seat has to fill (9)."""
    obsolete: list[str] = []
    for value in table.cards.obsolete:
        if any(free[value] for free in table.free.values()):
            break
        obsolete.append(value)
    return tuple(obsolete)


def _remove_obsolete(table: Triggs) -> None:
    """Take obsolete cards off the tops of the face-up piles (9)."""
    for name in FACE_UP:
        pile = table.piles[name]
        while pile.top in table.obsolete or _was_obsolete(table, pile):
            card = pile.draw()
            table.box.put(card)
            if table.story is not None:
                values = kinds(card)
                table.story.append(words.obsolete(values[0] if len(values) == 1 else None, name))
            if not pile:
                _refill(table, pile)


def _was_obsolete(table: Triggs, pile: Zone) -> bool:
    """Whether an unseen top card is obsolete: the draws until the pile is refilled say so (9)."""
    unseen, top = table.unseen, pile.top
    if unseen is None or not isinstance(top, UnseenCard):
        return False
    drawn, refilled = _draws_ahead(unseen.ahead(len(table.chance.shuffles)), pile.name)
    cards = unseen.peek(pile)
    stays, leaves = _clashes(drawn, cards), _clashes(drawn, cards[1:])
    may = refilled and len(cards) > len(drawn)
    must = leaves < stays or (refilled and not drawn)
    return unseen.is_one_of(
        pile, top, table.obsolete, may=may and leaves == stays, must=must and leaves <= stays
    )


def _draws_ahead(entries: Iterable[Entry], pile: str) -> tuple[list[str], bool]:
    """The cards drawn from a pile until it is refilled, and whether it ever is."""
    drawn: list[str] = []
    for entry in entries:
        if isinstance(entry, Shuffle):
            if entry.pile == pile:
                return drawn, True
        elif entry.move.startswith("draw "):
            piles = entry.move.split()[1:]
            words = zip(piles, entry.reveals or repeat(UNKNOWN_CARD), strict=False)
            drawn += [card for name, card in words if name == pile]
    return drawn, False


def _clashes(drawn: Sequence[str], cards: Sequence[str]) -> int:
    """How many of the next draws contradict the cards that lie there."""
    pairs = islice(zip(drawn, cards, strict=False), _LOOKED_AT)
    return sum([not (word.endswith(UNKNOWN_CARD) or may_be(card, word)) for word, card in pairs])


def _refill(table: Triggs, pile: Zone) -> None:
    """Shuffle the discard pile into an empty pile; without discards the pile waits (8)."""
    cards = table.discard.gather()
    if cards and table.story is not None:
        table.story.append(wording.refilled(pile.key, pile.title, len(cards)))
    shows = _top if pile.name in FACE_UP else None
    pile.lay(table.chance.shuffle(pile.name, cards, shows))


def _top(order: Sequence[str]) -> Sequence[str]:
    return order[:1]
