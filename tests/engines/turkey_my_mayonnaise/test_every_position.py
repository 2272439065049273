"""What holds in every position of every game of Turkey My Mayonnaise."""

from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.play import Illegal
from engines.players import Choose
from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.attacks import Attack
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.players import cook
from engines.turkey_my_mayonnaise.sandwich import Sandwich
from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise
from notation.chance import Chance
from replays.digests import position_digest
from tests.engines.tables import chooser, snapshot
from tests.engines.turkey_my_mayonnaise.positions import CARDS, listed

Start = tuple[int, dict[str, str]]

ALONE: list[Start] = [(seats, {}) for seats in GAME.seats]
TEAMS: list[Start] = [(seats, {"teams": "yes"}) for seats in (6, 8, 10)]
starts = st.sampled_from(ALONE + TEAMS)
seeds = st.integers(0, 1 << 32)
plies = st.integers(0, 60) | st.integers(0, 250)


def some(start: Start, seed: int, plies: int) -> TurkeyMyMayonnaise:
    """A game after so many plies."""
    seats, options = start
    table = TurkeyMyMayonnaise(GAME, seats, options, Chance(str(seed)))
    choose = chooser(str(seed))
    for _ in range(plies):
        play_one(table, choose)
    return table


def play_one(table: TurkeyMyMayonnaise, choose: Choose) -> None:
    """A move of a sensible player, or now and then one of any kind."""
    if table.to_act is None:
        return
    if choose(3):
        table.play(table.to_act, cook(table, choose))
        return
    moves = table.moves()
    kinds = list(dict.fromkeys(map(type, moves)))
    kind = kinds[choose(len(kinds))]
    likely = [move for move in moves if type(move) is kind]
    table.play(table.to_act, likely[choose(len(likely))])


def conceivable(table: TurkeyMyMayonnaise) -> Iterator[str]:
    """Every move with cards and recipes in reach, whether it is legal or not."""
    hand, out = table.actor.hand.cards, list(table.out)
    lying = [card for place in table.out.values() for card in place.cards]
    near = sorted({*hand, *table.dives.cards, *lying, *out, "swatter", "tmm", "R26"})
    yield from ("draw", "dumpster", "spree", "end", "swat", "sendback", "inspect", "pass")
    for cards in {tuple(sorted(three, key=CARDS.rank.__getitem__)) for three in _threes(hand)}:
        yield f"refresh {','.join(cards)}"
    for recipe in (*out, "R26"):
        yield from (f"{verb} {recipe}" for verb in ("bank", "scrap", "tmm claim"))
        yield f"sendback on={recipe}"
    for card in near:
        yield from (f"recipe {card}", f"discard {card}")
        yield from (f"keep {card} discard={other}" for other in near)
        for recipe in out:
            yield from (f"bonus {card} to={recipe}", f"penalize {card} on={recipe}")
            yield from (f"add {card} to={recipe}{how}" for how in ("", " as=double"))
            yield f"sendback {card} from={recipe}"
            for old, how in product(set(lying), ("", " as=double")):
                yield f"replace {card} over={old} on={recipe}{how}"
    for card, source in product(sorted(set(lying)), out):
        yield from (f"spoil {spoiler} {card} from={source}" for spoiler in near)
        for target, how in product(out, ("", " as=double")):
            for verb in ("steal", "tmm take", "tmm move", "sendback"):
                yield f"{verb} {card} from={source} to={target}{how}"


def _threes(hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return combinations(hand, 3)


@settings(max_examples=40, deadline=None)
@given(starts, seeds, plies)
def test_exactly_the_listed_moves_can_be_played(start: Start, seed: int, plies: int) -> None:
    table = some(start, seed, plies)
    if table.to_act is None:
        return
    before, playable, trial = snapshot(table), set(), table.copy()
    for text in conceivable(table):
        try:
            trial.play(table.to_act, GAME.moves.parse(text))
        except Illegal:
            continue
        playable.add(text)
        trial = table.copy()
    assert snapshot(trial) == before
    assert playable == set(listed(table))


@settings(max_examples=60, deadline=None)
@given(starts, seeds)
def test_what_lies_on_the_table_is_in_order(start: Start, seed: int) -> None:
    table, choose = some(start, seed, 0), chooser(str(seed))
    for _ in range(150):
        play_one(table, choose)
        recipes = {place.recipe: place for team in table.teams for place in team.places}
        recipes.pop(None, None)
        assert recipes == table.out
        assert (table.attack is not None) == (table.due is Due.ANSWER) == (len(table.played) == 1)
        assert (table.banking is not None) == (table.due is Due.VERDICT)
        assert bool(table.dives.sizes) == bool(table.dives.zone)
        assert table.dives.sizes == [] or table.due in (Due.CHOICE, Due.ANSWER)
        asks = table.due in (Due.ANSWER, Due.VERDICT)
        assert asks or table.to_act in (table.turn.letter, None)
        assert table.due is not Due.END or table.turn.team.may_bank() or table.over
        for place in recipes.values():
            assert place.stopped is None or place.stopped.misses
        assert table.scores() == [table.score(seat)[0].points for seat in table.seats]
        assert (table.to_act is None) == (max(table.scores()) >= table.target)


def rebuilt(table: TurkeyMyMayonnaise) -> TurkeyMyMayonnaise:
    """The table made anew from its zones, counters and whose turn it is, and nothing else."""
    other = TurkeyMyMayonnaise(GAME, len(table.seats), table.options, Chance("other"))
    zones = {zone.key: zone.cards for zone in table.zones()}
    for zone in other.zones():
        zone.gather()
        if not zone.name.startswith("recipe"):
            zone.lay(zones[zone.key])
    numbers = {counter.key: counter.value for counter in table.counters()}
    seats = [None, *other.players.values()]
    places: list[Sandwich | None] = [None, *(p for team in other.teams for p in team.places)]
    for place in places[1:]:
        assert place is not None
        _rebuild(other, place, zones[place.zone.key], numbers)
    for team in other.teams:
        team.banked = numbers[f"banked.{team.letter}"]
    for seat in other.players.values():
        seat.misses = bool(numbers[f"misses-turn.{seat.letter}"])
        seat.refreshed = bool(numbers[f"draws-4.{seat.letter}"])
    turn, by, at = seats[numbers["turn"]], seats[numbers["attack-by"]], places[numbers["attack-at"]]
    assert turn is not None
    other.turn, other.to_act = turn, table.to_act
    other.due, other.resume = Due(numbers["due"]), Due(numbers["resume"])
    other.banking = places[numbers["banking"]]
    levels = [size for key, size in numbers.items() if key.startswith("open-")]
    other.dives.sizes = [size - 1 for size in levels if size]
    if by is not None and at is not None:
        prey = at.cards[numbers["attack-prey"] - 1] if numbers["attack-prey"] else None
        double = bool(numbers["attack-double"])
        other.attack = Attack(by, at, prey, places[numbers["attack-onto"]], double)
    return other


def _rebuild(
    table: TurkeyMyMayonnaise, place: Sandwich, cards: tuple[str, ...], numbers: dict[str, int]
) -> None:
    if cards:
        place.start(cards[-1])
        table.out[cards[-1]] = place
    doubled, stopped = (
        numbers[f"{place.zone.name}-{what}.{place.zone.owner}"] for what in ("doubled", "stopped")
    )
    for at, card in enumerate(cards[-2::-1]):
        place.put(card, double=bool(doubled & 1 << at))
    place.stopped = [None, *table.players.values()][stopped]


@settings(max_examples=80, deadline=None)
@given(starts, seeds, plies)
def test_zones_and_counters_decide_how_the_game_goes_on(
    start: Start, seed: int, plies: int
) -> None:
    table = some(start, seed, plies)
    other = rebuilt(table)
    other.chance = table.chance.copy()
    choose, again = chooser("on"), chooser("on")
    for _ in range(12):
        assert snapshot(other) == snapshot(table)
        assert position_digest(other) == position_digest(table)
        play_one(table, choose)
        play_one(other, again)


@settings(max_examples=80, deadline=None)
@given(starts, seeds, plies)
def test_the_player_does_not_look_at_hidden_cards(start: Start, seed: int, plies: int) -> None:
    table = some(start, seed, plies)
    if table.to_act is None:
        return
    other = table.copy()
    hidden = [seat.hand for seat in other.players.values() if seat is not other.actor]
    hidden.append(other.deck)
    sizes = [len(zone) for zone in hidden]
    cards = sorted(card for zone in hidden for card in zone.gather())
    for zone, size in zip(hidden, sizes, strict=True):
        zone.put_all([cards.pop() for _ in range(size)])
    assert other.moves() == table.moves()
    assert cook(other, chooser("x")) == cook(table, chooser("x"))
