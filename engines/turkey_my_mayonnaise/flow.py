"""What happens by itself in Turkey My Mayonnaise. Numbers in brackets: sections of rules.md."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engines.game import Game
from engines.play import Question, Reveals
from engines.turkey_my_mayonnaise import words
from engines.turkey_my_mayonnaise.cards import INSPECTOR, SEND_BACK, SWATTER
from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from engines.turkey_my_mayonnaise.state import (
    ANSWER,
    CHOICE,
    DRAW,
    END,
    NO_ATTACK,
    VERDICT,
    Attack,
    Turkey,
)
from engines.unseen import UnseenCard
from engines.wording import Sentence, refilled
from notation.chance import Chance


def set_up(game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> Turkey:
    """Shuffle and deal (1)."""
    table = Turkey(game, seats, options, chance)
    table.deck.lay(chance.shuffle("deck", list(table.cards.deck)))
    for hand in table.hands.values():
        hand.put_all(table.deck.draw_top(table.cards.hand[table.partners]))
    return table


def draw_cards(table: Turkey, count: int) -> list[str]:
    """Draw `count` cards, or all that are left; an empty deck is refilled (2)."""
    deck, cards = table.deck, []
    for _ in range(count):
        if not deck:
            _refill(table)
            if not deck:
                break
        cards.append(deck.draw())
    return cards


def _refill(table: Turkey) -> None:
    """Shuffle the discard pile into the empty deck (2)."""
    discards = table.discard.gather()
    if discards and table.story is not None:
        table.story.append(refilled(table.deck.key, table.deck.title, len(discards)))
    table.deck.lay(table.chance.shuffle("deck", discards))


def use(table: Turkey, seat: str, card: str) -> None:
    """Take the card that is played from the hand or from a dive (2, 8)."""
    if table.phase is CHOICE:
        table.dives.take(card)
    else:
        table.hands[seat].take(card)


def put_away(table: Turkey, slot: RecipeSlot) -> None:
    """Discard a recipe that is out, then its cards in the order in which they came (3)."""
    cards = slot.clear()
    del table.out[cards[0]]
    table.discard.put_all(cards)


def end_play(table: Turkey) -> Reveals:
    """End a play: its dives close, and the turn ends if there is nothing to bank (2, 8)."""
    if table.dives.sizes:
        rest = table.dives.close(table.discard)
        if rest and table.story is not None:
            faces = rest if table.unseen is None else map(table.unseen.face, rest)
            seen = [None if isinstance(card, UnseenCard) else card for card in faces]
            table.story.append(words.dive_over(seen))
    if not table.may_bank(table.turn):
        return end_turn(table)
    table.phase, table.to_act = END, table.turn
    return []


def end_turn(table: Turkey) -> Reveals:
    """Begin the turn of the next seat that does not miss it (2, 4)."""
    seat = table.next_seat(table.turn)
    while seat in table.misses:
        table.misses.remove(seat)
        if table.story is not None:
            table.story.append(words.misses(seat))
        for slot in table.out.values():
            if slot.stopped == seat:
                slot.stopped = None
        seat = table.next_seat(seat)
    table.turn, table.to_act, table.phase = seat, seat, DRAW
    return []


def aim(table: Turkey, attack: Attack) -> Reveals:
    """Begin an attack with the card in `played`, and ask for answers (6)."""
    table.attack = attack
    return table.ask(WHO_BLOCKS)


def cancel(table: Turkey) -> Reveals:
    """End the attack without effect (6)."""
    table.discard.put(table.played.draw())
    table.attack = NO_ATTACK
    return end_play(table)


def _strike(table: Turkey) -> Reveals:
    """Carry out the attack (5)."""
    attack, card = table.attack, table.played.draw()
    if table.story is not None and table.to_act != attack.by:
        table.story.append(_struck(table, attack, card))
    table.attack = NO_ATTACK
    slot = table.out[attack.at]
    if attack.prey is None:
        slot.put(card)
    else:
        table.discard.put(card)
        slot.take(attack.prey)
        if attack.onto is None:
            table.discard.put(attack.prey)
        else:
            table.out[attack.onto].put(attack.prey, double=attack.double)
    return end_play(table)


def _struck(table: Turkey, attack: Attack, card: str) -> Sentence:
    """The sentence for an attack that somebody was asked about and did not block."""
    at = table.owned(attack.at)
    if attack.prey is None:
        return words.penalized(table.cards.penalties[card], at)
    if attack.onto is None:
        return words.spoiled(attack.prey, at)
    return words.stolen(attack.prey, at, table.owned(attack.onto), double=attack.double)


def stop_bank(table: Turkey) -> Reveals:
    """Stop the bank: the caller misses a turn, and the recipe waits until then (4)."""
    table.out[table.banking].stopped = table.turn
    table.misses.add(table.turn)
    if table.story is not None:
        table.story.append(words.will_miss(table.turn))
    return _resume(table)


def _collect(table: Turkey) -> Reveals:
    """Bank the recipe, which may end the game (4)."""
    slot = table.out[table.banking]
    points = slot.value()
    if table.story is not None and table.to_act != table.turn:
        table.story.append(words.banked(table.owned(table.banking), points))
    table.banked[slot.team] += points
    put_away(table, slot)
    if table.banked[slot.team] < table.target:
        return _resume(table)
    table.banking, table.phase, table.to_act = "", table.resume, None
    return []


def _resume(table: Turkey) -> Reveals:
    """Go on after a bank. After the play the turn ends, unless there is more to bank (2)."""
    table.banking, table.phase, table.to_act = "", table.resume, table.turn
    return end_play(table) if table.phase is END else []


def _attacked(table: Turkey) -> Sequence[str]:
    """The seats of the team attacked, in turn order from the attacker (6)."""
    attack = table.attack
    team = table.out[attack.at].team
    order = _opponents(table.seats, len(table.teams), attack.by)
    return [seat for seat in order if table.team_of[seat] == team]


def _may_block(table: Turkey, seat: str) -> bool:
    hand = table.hands[seat]
    return SWATTER in hand or SEND_BACK in hand


def _of_banker(table: Turkey) -> Sequence[str]:
    """The opponents of the seat that calls a bank, in turn order from it (4)."""
    return _opponents(table.seats, len(table.teams), table.turn)


def _may_inspect(table: Turkey, seat: str) -> bool:
    return INSPECTOR in table.hands[seat]


def _by_hands(_: Turkey) -> bool:
    """Hands decide who is asked, and only their own seats see them."""
    return True


@lru_cache(128)
def _opponents(seats: tuple[str, ...], teams: int, seat: str) -> tuple[str, ...]:
    """The opponents of a seat in turn order, from the one that follows."""
    at = seats.index(seat)
    following = range(at + 1, at + len(seats))
    return tuple([seats[i % len(seats)] for i in following if (i - at) % teams])


WHO_BLOCKS = Question(ANSWER, _attacked, _may_block, _strike, _by_hands)
"""Who blocks the attack under way; if nobody does, it succeeds (6)."""

WHO_INSPECTS = Question(VERDICT, _of_banker, _may_inspect, _collect, _by_hands)
"""Who stops the bank that was called; if nobody does, it is made (4)."""
