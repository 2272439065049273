"""Simulated games end, and use every move and every rule."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from engines.play import Phase
from engines.the_jam import GAME, set_up
from engines.the_jam import moves as m
from engines.the_jam.players import sensible
from engines.the_jam.state import JamPhase, TheJam
from notation.chance import Chance
from notation.moves import Move
from replays.general.deal import chooser
from replays.simulate import simulate
from tests.engines.the_jam.positions import CARDS, CONE, deal, options

VARIANTS = (None, "kids", "travel")
GAMES = {None: 12, "kids": 1, "travel": 10}
"""The number of games for each variant and number of seats."""

BRANCHES = {
    *(f"jam: the recipe from the {place}" for place in ("hand", "basket")),
    *("jam: cone jam", "jam: a cone as ingredient"),
    *("pie: from the hand", "pie: from the basket", "pie: with cone jam"),
    *("pie: with a fresh jam", "pie: with a jam of this turn"),
    *("salad", "basket"),
    *("trade: both ways", "trade: a present", "trade: for nothing", "trade: several recipes"),
    *("trade: with ingredients on it", "trade: of cone jam"),
    *(f"blind trade: {count}" for count in (1, 2, 3)),
    *("karlsman: bid", "karlsman: passed", "karlsman: a higher bid", "karlsman: several jams"),
    *("karlsman: to the drawer for its bid", "karlsman: to another seat"),
    *("karlsman: stays, and costs nothing", "karlsman: stays, and a jam is chosen"),
    *("bear: to the drawer", "bear: to another seat", "bear: back into the deck"),
    *("bear: a pie is chosen", "bear: the only pie"),
    *("draw: none, the deck is empty", "setup: a second shuffle"),
    *("stack: a card under another", "stack: a salad under another card"),
    *("points: winter", "points: granny", "points: tea party", "points: yummy"),
}


def tables() -> Iterator[tuple[TheJam, str]]:
    """New games with their seeds; in the last one A draws Karlsman at once."""
    for seats, (variant, count) in product(GAME.seats, GAMES.items()):
        for number in range(count):
            seed = f"{seats} {variant} {number}"
            yield set_up(GAME, seats, options(variant), Chance(seed)), seed
    yield deal(4), "jam"


def test_every_kind_of_move_and_every_rule_occurs() -> None:
    counts: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    for table, seed in tables():
        choose = chooser(seed)
        counts.update(of_setup(table))
        while table.to_act is not None:
            before, move = table.copy(), sensible(table, choose)
            reveals = [card for card, _ in table.play(table.to_act, move)]
            verbs[move.verb] += 1
            counts.update(of_move(before, move))
            counts.update(of_raffles(before, table, reveals))
            counts.update(of_stacks(table))
        counts.update(of_points(table))
    assert set(verbs) == {spec.verb for spec in GAME.moves.specs}
    assert {branch for branch in BRANCHES if not counts[branch]} == set()
    assert set(counts) <= BRANCHES


def of_setup(table: TheJam) -> Iterator[str]:
    """The rules used by the deal and the first draw."""
    if [shuffle.pile for shuffle in table.chance.shuffles][-2:] == ["deck", "deck"]:
        yield "setup: a second shuffle"
    if table.variant.tasks and "karlsman" in table.zone("guests", "A"):
        yield "karlsman: stays, and costs nothing"


def of_move(table: TheJam, move: Move) -> Iterator[str]:
    """The rules that a move uses, from the position before it."""
    if table.phase is JamPhase.PLAY and not table.deck:
        yield "draw: none, the deck is empty"
    if isinstance(move, m.Jam):
        yield from of_jam(table, move)
    elif isinstance(move, m.Pie):
        yield from of_pie(table, move)
    elif isinstance(move, m.Trade):
        yield from of_trade(table, move)
    elif isinstance(move, m.Bid):
        yield "karlsman: a higher bid" if table.bid else "karlsman: bid"
        if len(move.jams) > 1:
            yield "karlsman: several jams"
    elif isinstance(move, m.Forfeit):
        jam = table.phase is JamPhase.JAM
        yield "karlsman: stays, and a jam is chosen" if jam else "bear: a pie is chosen"
    elif not isinstance(move, m.Return):
        yield {"pass": "karlsman: passed"}.get(move.verb, move.verb)


def of_jam(table: TheJam, move: m.Jam) -> Iterator[str]:
    in_hand = move.recipe in table.hands[table.whose_turn]
    yield f"jam: the recipe from the {'hand' if in_hand else 'basket'}"
    if move.recipe == CONE:
        yield "jam: cone jam"
    if move.ingredient == CONE:
        yield "jam: a cone as ingredient"


def of_pie(table: TheJam, move: m.Pie) -> Iterator[str]:
    pantry = table.pantries[table.whose_turn]
    yield f"pie: from the {'basket' if move.discard else 'hand'}"
    if move.jam == CONE:
        yield "pie: with cone jam"
    if move.jam in pantry.fresh and move.jam not in pantry.recipes:
        yield "pie: with a fresh jam"
        if pantry.arrivals(table.turns):
            yield "pie: with a jam of this turn"


def of_stacks(table: TheJam) -> Iterator[str]:
    """The rules of stacks in the basket, in travel."""
    if table.variant.blind:
        below = set(table.basket.zone.cards) - set(table.basket.usable())
        if below:
            yield "stack: a card under another"
        if any(CARDS.of[card].kind == "salad" for card in below):
            yield "stack: a salad under another card"


def of_trade(table: TheJam, move: m.Trade) -> Iterator[str]:
    give, get = move.give or (), move.get or ()
    if table.variant.blind:
        yield f"blind trade: {len(give)}"
        return
    yield (
        "trade: both ways"
        if give and get
        else ("trade: a present" if give else "trade: for nothing")
    )
    if len(give) > 1:
        yield "trade: several recipes"
    if CONE in (*give, *get):
        yield "trade: of cone jam"
    own, theirs = table.pantries[table.whose_turn].fresh, table.pantries[move.partner].fresh
    if any(card in own for card in give) or any(card in theirs for card in get):
        yield "trade: with ingredients on it"


def of_raffles(before: TheJam, table: TheJam, reveals: list[str]) -> Iterator[str]:
    """The rules that Karlsman and The Bear use, from the positions around a ply."""
    if "bear" in reveals and "bear" in before.deck:
        yield "bear: back into the deck"
    bid_taken = before.phase is JamPhase.BID and table.phase is not JamPhase.JAM
    for seat in table.seats if table.variant.tasks else ():
        for guest in set(table.zone("guests", seat)) - set(before.zone("guests", seat)):
            if before.phase is JamPhase.PLAY:
                drawer = before.next_seat(before.whose_turn)
                whose = "the drawer" if seat == drawer else "another seat"
                yield from of_guest_drawn(guest, whose, table.phase)
            elif guest == "karlsman" and bid_taken:
                own = seat == before.whose_turn
                yield f"karlsman: to {'the drawer for its bid' if own else 'another seat'}"


def of_guest_drawn(guest: str, whose: str, due: Phase) -> Iterator[str]:
    """Where a drawn guest went without anybody being asked."""
    if guest == "karlsman":
        yield "karlsman: stays, and costs nothing"
    else:
        yield f"bear: to {whose}"
        if due is not JamPhase.PIE:
            yield "bear: the only pie"


def of_points(table: TheJam) -> Iterator[str]:
    """The tasks that gave points in a finished game."""
    names = {
        "winter stock": "winter",
        "pies for granny": "granny",
        "tea party": "tea party",
        "yummy-yummy": "yummy",
    }
    for seat in table.seats:
        for line in table.score(seat):
            if line.source in names and line.points:
                yield f"points: {names[line.source]}"


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_have_a_plausible_length(seats: int, variant: str | None) -> None:
    for seed in range(3):
        record = simulate(GAME, seats, str(seed), options(variant), sensible)
        assert record.result is not None
        assert record.result.winners
        assert 90 <= len(record.plies) <= 170
