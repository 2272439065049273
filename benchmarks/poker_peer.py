"""pokerkit as a peer: hands of PHH, loaded with `HandHistory` and replayed state by state.

The hands are made here with pokerkit itself: no-limit hold'em at a table of six, a seeded deck,
and players that fold half of the time, sometimes raise and else call. What counts is what counts
in CGN, the choices of the seats: dealing and showing are lines of a hand, but nobody's choice.
"""

from io import BytesIO
from random import Random

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

from benchmarks.measure import Subject

SEATS = 6
ACTIONS = 22
"""Actions in a hand, on average."""
STACK = 10_000
BLINDS = (50, 100)
RAISES, FOLDS = 0.2, 0.5
"""How often a player raises, if it may, and how often it folds."""

_CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_TABLE = NoLimitTexasHoldem(
    (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    ),
    ante_trimming_status=True,
    raw_antes=0,
    raw_blinds_or_straddles=BLINDS,
    min_bet=BLINDS[1],
)


def poker_peer(rounds: int, actions: int) -> Subject:
    """pokerkit, with hands of so many actions a round, all of them different."""
    rng = Random("cgn-benchmark-poker")  # noqa: S311 - hands to read, no secret
    corpora = [
        HandHistory.dumps_all([_hand(rng) for _ in range(actions // ACTIONS)]).encode()
        for _ in range(rounds)
    ]
    return Subject("pokerkit", corpora, _read)


def _read(data: bytes) -> int:
    choices = 0
    for hand in HandHistory.load_all(BytesIO(data)):
        *_, last = hand
        if last.status:
            raise ValueError("a hand does not come to its end")
        choices += sum(action.startswith("p") and " sm" not in action for action in hand.actions)
    return choices


def _hand(rng: Random) -> HandHistory:
    state = _TABLE((STACK,) * SEATS, SEATS)
    deck = rng.sample(_CARDS, len(_CARDS))
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_hole():
            state.deal_hole(deck.pop() + deck.pop())
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(state.board_dealing_count or 0)))
        else:
            _act(state, rng.random(), rng.randrange(5))
    return HandHistory.from_game_state(_TABLE, state)


def _act(state: State, mood: float, size: int) -> None:
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    if mood < RAISES and least is not None and most is not None:
        state.complete_bet_or_raise_to(min(most, least + size * BLINDS[1]))
    elif mood < RAISES + FOLDS and state.can_fold():
        state.fold()
    else:
        state.check_or_call()
