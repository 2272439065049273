"""Rules that hold in every position of Turkey My Mayonnaise."""

from collections.abc import Iterator
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from engines.play import Illegal
from engines.players import Choose
from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.flow import set_up
from engines.turkey_my_mayonnaise.players import cook
from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from engines.turkey_my_mayonnaise.state import (
    ANSWER,
    CHOICE,
    END,
    NO_ATTACK,
    VERDICT,
    Attack,
    OpenDives,
    Turkey,
    TurkeyPhase,
)
from notation.chance import Chance
from replays.digests import position_digest
from replays.general.deal import chooser, snapshot
from tests.engines.turkey_my_mayonnaise.positions import CARDS, listed
from tests.tries import tries

Start = tuple[int, dict[str, str]]

ALONE: list[Start] = [(seats, {}) for seats in GAME.seats]
TEAMS: list[Start] = [(seats, {"teams": "yes"}) for seats in (6, 8, 10)]
starts = st.sampled_from(ALONE + TEAMS)
seeds = st.integers(0, 1 << 32)
plies = st.integers(0, 60) | st.integers(0, 250)


def some(start: Start, seed: int, plies: int) -> Turkey:
    """A game after so many plies."""
    seats, options = start
    table = set_up(GAME, seats, options, Chance(str(seed)))
    choose = chooser(str(seed))
    for _ in range(plies):
        play_one(table, choose)
    return table


def play_one(table: Turkey, choose: Choose) -> None:
    """A sensible move, or now and then a random one."""
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


def conceivable(table: Turkey) -> Iterator[str]:
    """Every move with cards and recipes in reach, legal or not."""
    hand, out = table.hands[table.to_act or ""].cards, list(table.out)
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


@tries(20)
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


def refused(table: Turkey, text: str) -> Illegal | None:
    """The refusal of a move by the seat to act, if it is refused."""
    try:
        table.copy().play(table.to_act or "", GAME.moves.parse(text))
    except Illegal as illegal:
        return illegal
    return None


@tries(15)
@given(starts, seeds, plies, seeds, plies)
def test_a_guard_that_refuses_can_be_asked_at_any_position(
    start: Start, seed: int, plies: int, other_seed: int, other_plies: int
) -> None:
    table = some(start, seed, plies)
    if table.to_act is None:
        return
    elsewhere = [some(start, other_seed, number) for number in (0, other_plies)]
    for text in conceivable(table):
        illegal = refused(table, text)
        if illegal is not None:
            assert illegal.held_at(table)
            for other in elsewhere:
                illegal.held_at(other)


@tries(30)
@given(starts, seeds)
def test_the_table_is_always_consistent(start: Start, seed: int) -> None:
    table, choose = some(start, seed, 0), chooser(str(seed))
    for _ in range(150):
        play_one(table, choose)
        recipes = {slot.recipe: slot for slot in table.every_slot() if slot.recipe is not None}
        assert recipes == table.out
        attacked = table.attack is not NO_ATTACK
        assert attacked == (table.phase is ANSWER) == (len(table.played) == 1)
        assert bool(table.banking) == (table.phase is VERDICT)
        assert bool(table.dives.sizes) == bool(table.dives.zone)
        assert table.dives.sizes == [] or table.phase in (CHOICE, ANSWER)
        asks = table.phase in (ANSWER, VERDICT)
        assert asks or table.to_act in (table.turn, None)
        assert table.phase is not END or table.may_bank(table.turn) or table.over
        for slot in recipes.values():
            assert slot.stopped is None or slot.stopped in table.misses
        assert table.scores() == [table.score(seat)[0].points for seat in table.seats]
        assert (table.to_act is None) == (max(table.scores()) >= table.target)


def rebuilt(table: Turkey) -> Turkey:
    """A new table made from nothing but the zones, the counters and the seat to act."""
    other = set_up(GAME, len(table.seats), table.options, Chance("other"))
    zones = {zone.key: zone.cards for zone in table.zones()}
    for zone in other.zones():
        zone.gather()
        if not zone.name.startswith("recipe"):
            zone.lay(zones[zone.key])
    numbers = {counter.key: counter.value for counter in table.counters()}
    slots = list(other.every_slot())
    for slot in slots:
        _rebuild(other, slot, zones[slot.zone.key], numbers)
    for team in other.teams:
        other.banked[team] = numbers[f"banked.{team}"]
    other.misses = {seat for seat in other.seats if numbers[f"misses-turn.{seat}"]}
    other.refreshed = {seat for seat in other.seats if numbers[f"draws-4.{seat}"]}
    recipes = ["", *(slot.recipe or "" for slot in slots)]
    other.turn, other.to_act = other.seats[numbers["turn"] - 1], table.to_act
    phases = list(TurkeyPhase)
    other.phase, other.resume = phases[numbers["due"]], phases[numbers["resume"]]
    other.banking = recipes[numbers["banking"]]
    levels = [size for key, size in numbers.items() if key.startswith("open-")]
    other.dives = OpenDives(other.dives.zone, [size - 1 for size in levels if size])
    if numbers["attack-by"]:
        at, onto = recipes[numbers["attack-at"]], recipes[numbers["attack-onto"]]
        prey = other.out[at].cards[numbers["attack-prey"] - 1] if numbers["attack-prey"] else None
        by, double = other.seats[numbers["attack-by"] - 1], bool(numbers["attack-double"])
        other.attack = Attack(by, at, prey, onto or None, double)
    return other


def _rebuild(
    table: Turkey, slot: RecipeSlot, cards: tuple[str, ...], numbers: dict[str, int]
) -> None:
    if cards:
        slot.start(cards[-1])
        table.out[cards[-1]] = slot
    doubled, stopped = (
        numbers[f"{slot.zone.name}-{name}.{slot.zone.owner}"] for name in ("doubled", "stopped")
    )
    for at, card in enumerate(cards[-2::-1]):
        slot.put(card, double=bool(doubled & 1 << at))
    slot.stopped = [None, *table.seats][stopped]


@tries(30)
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


@tries(30)
@given(starts, seeds, plies)
def test_the_player_does_not_look_at_hidden_cards(start: Start, seed: int, plies: int) -> None:
    table = some(start, seed, plies)
    if table.to_act is None:
        return
    other = table.copy()
    hidden = [hand for seat, hand in other.hands.items() if seat != other.to_act]
    hidden.append(other.deck)
    sizes = [len(zone) for zone in hidden]
    cards = sorted(card for zone in hidden for card in zone.gather())
    for zone, size in zip(hidden, sizes, strict=True):
        zone.put_all([cards.pop() for _ in range(size)])
    assert other.moves() == table.moves()
    assert cook(other, chooser("x")) == cook(table, chooser("x"))
