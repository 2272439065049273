"""Rules that hold in every position of Grab Your Breakfast."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from engines.grab_your_breakfast import GAME
from engines.grab_your_breakfast.flow import set_up
from engines.grab_your_breakfast.moves import ITEMS, PLACES, Swap, Take
from engines.grab_your_breakfast.state import GrabYourBreakfast
from engines.play import Illegal
from notation.chance import Chance
from notation.moves import Move
from replays.general.deal import all_cards, chooser, play_on, snapshot
from tests.tries import tries

CONCEIVABLE: tuple[Move, ...] = (
    *(Take(place, card) for place in PLACES for card in ITEMS),
    *(Swap((card,)) for card in ITEMS),
    *(Swap(cards) for cards in product(ITEMS, repeat=2)),
)
seats = st.sampled_from(GAME.seats)
seeds = st.integers(0, 1 << 32)


def some(seats: int, seed: int, plies: int) -> GrabYourBreakfast:
    """A game after so many random legal plies."""
    table = set_up(GAME, seats, {}, Chance(str(seed)))
    play_on(table, chooser(str(seed)), plies)
    return table


def matches(card: str, tile: str) -> bool:
    """Whether a hand card takes a tile: their names match, or the tile is a bonus tile."""
    return tile in ("sugar", "jam", "maple-syrup") or tile.partition("-")[0] == card


def reached(table: GrabYourBreakfast) -> dict[str, str]:
    """The free tiles, found level by level from the ends of the rows inward."""
    free = {}
    for row, level in product("12345", (2, 1)):
        for columns in ("12345", "54321"):
            heights = {column: len(table.board[f"r{row}c{column}"]) for column in columns}
            first = next((column for column in columns if heights[column] >= level), None)
            if first is not None and heights[first] == level:
                free[f"r{row}c{first}"] = table.board[f"r{row}c{first}"].cards[0]
    return free


def legal(table: GrabYourBreakfast) -> set[Move]:
    """Every legal move in every spelling, by the sheet's three sentences on matching."""
    free, hand = reached(table), table.hands[table.to_act or "A"].cards
    takes: set[Move] = {
        Take(place, card) for place, tile in free.items() for card in hand if matches(card, tile)
    }
    count = sum(any(matches(card, tile) for tile in free.values()) for card in hand)
    ones: set[Move] = {Swap((card,)) for card in hand}
    both: set[Move] = {Swap(hand), Swap(hand[::-1])}
    return takes | ({0: ones | both, 1: ones, 2: set()}[count] if free else set())


@tries(60)
@given(seats, seeds, st.integers(0, 70))
def test_exactly_the_legal_moves_can_be_played_and_are_listed(
    seats: int, seed: int, plies: int
) -> None:
    table = some(seats, seed, plies)
    if table.to_act is None:
        return
    before, wanted = snapshot(table), legal(table)
    assert {move for move in CONCEIVABLE if can_play(table, move, before)} == wanted
    listed = table.moves()
    assert {as_listed(move) for move in wanted} == set(listed)
    assert listed == sorted(listed, key=CONCEIVABLE.index)
    assert dict(table.free_tiles()) == reached(table)


def can_play(table: GrabYourBreakfast, move: Move, before: dict[str, object]) -> bool:
    assert table.to_act is not None
    trial = table.copy()
    try:
        trial.play(table.to_act, move)
    except Illegal:
        assert snapshot(trial) == before
        return False
    return True


def as_listed(move: Move) -> Move:
    """The spelling under which a move is listed."""
    if not isinstance(move, Swap):
        return move
    return Swap(tuple(sorted(move.cards, key=ITEMS.index, reverse=True)))


@tries(40)
@given(seats, seeds)
def test_no_card_is_lost_hands_stay_full_and_every_ply_does_one_thing(
    seats: int, seed: int
) -> None:
    table, choose = some(seats, seed, 0), chooser(str(seed))
    everything = all_cards(table)
    while table.to_act is not None:
        seat, left = table.to_act, sum(map(len, table.board.values()))
        move = table.moves()[choose(len(table.moves()))]
        tile = table.board[move.place].top if isinstance(move, Take) else None
        reveals = table.play(seat, move)
        if tile is not None:
            assert reveals.pop(0) == (tile, None)
        taken = left - sum(map(len, table.board.values()))
        assert all_cards(table) == everything
        assert taken == isinstance(move, Take)
        if table.over:
            assert (left, reveals) == (1, [])
            break
        drawn = len(move.cards) if isinstance(move, Swap) else 1
        assert [audience for _, audience in reveals] == [seat] * drawn
        assert {len(hand) for hand in table.hands.values()} == {2}
        assert table.to_act == table.next_seat(seat)
    assert sum(map(len, table.tiles.values())) == 50
