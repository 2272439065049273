"""Pairs of worlds: games with the same plies that differ only in what a view cannot know.

Two cards that the view never saw are exchanged, from their last common shuffle on. The seed of a
table names its world: while worlds are open, such a seed gives the shuffles of its world.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec import Struct
from msgspec.structs import replace

from engines.game import Game
from engines.registry import load_game
from engines.table import Table
from notation import chance
from notation.chance import key_of, seeded_order
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.record import Entry, Ply, Record, Shuffle
from replays.diagnose import diagnose
from replays.general.worlds import Marking, exchanged, play, unmarked
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.simulate import NAMES
from replays.view.narration import Score
from replays.view.playhead import Playhead
from replays.view.redact import redact
from replays.view.views import PUBLIC

CASES = int(os.environ.get("CGN_WORLDS", "4"))
"""Pairs of worlds for each game."""

PLANTED = 20
"""Pairs of worlds within which a planted leak is found."""

MOVES = 40
"""Moves that are sent to both worlds of a pair."""

STEPS = 50
"""Exchanges that are tried between two worlds."""


class World(Struct, frozen=True):
    """A game with all its shuffles: the record of a table, whose seed names the world."""

    seed: str
    orders: tuple[tuple[str, ...], ...]
    record: Record


def of_lines(
    game: Game, seats: int, options: Mapping[str, str], seed: str, line: Sequence[Entry]
) -> World:
    """The world of these entries."""
    entries = [unmarked(entry) for entry in line]
    orders = tuple([entry.order for entry in entries if isinstance(entry, Shuffle)])
    plies = tuple([entry for entry in entries if isinstance(entry, Ply)])
    record = Record(
        game=game.name,
        rules=game.rules_versions[-1],
        seats=NAMES[:seats],
        options=dict(options),
        seed=seed,
        plies=plies,
    )
    return World(seed, orders, record)


@contextmanager
def opened(*worlds: World) -> Iterator[None]:
    """Within this block, the seeds of these worlds give their shuffles."""
    known = {key_of(world.seed): world.orders for world in worlds}
    rest = key_of("what no world tells")

    def order_of(key: bytes, stream: int, cards: Sequence[str]) -> list[str]:
        orders = known.get(key)
        if orders is None:
            return seeded_order(key, stream, cards)
        if stream < len(orders) and sorted(orders[stream]) == sorted(cards):
            return list(orders[stream])
        return seeded_order(rest, stream, sorted(cards))

    with patch.object(chance, "seeded_order", order_of):
        yield


def pair(
    game: Game, seats: int, options: Mapping[str, str], number: int, plies: int, view: str
) -> tuple[World, World] | None:
    """Two worlds that a view cannot distinguish after so many plies; None if none was found."""
    seed = f"world {number}"
    table = game.set_up(game, seats, options, Marking(seed))
    line, unseen = play(table, plies, seed, view)
    held: list[str] = []
    if number % 2:
        line, held = _up_to_a_question(of_lines(game, seats, options, seed, line), line)
    first = of_lines(game, seats, options, f"{seed} one", line)
    known = knowledge(first, view)
    second, choose = list[Entry](line), Random(number)  # noqa: S311 - the same in each run
    left = list(unseen)
    second_world = None
    for _ in range(STEPS):
        if known is None or len(set(left)) == 1 or len(left) <= 1:
            break
        a, b = choose.sample(left, 2)
        if held:
            a = choose.choice([card for card in left if card in held] or left)
        other = exchanged(second, a, b) if a != b else None
        if other is None:
            continue
        world = of_lines(game, seats, options, f"{seed} two", other)
        if knowledge(world, view) == known:
            second, second_world = other, world
            left = [card for card in left if card is not a and card is not b]
    return None if second_world is None else (first, second_world)


def _up_to_a_question(world: World, line: list[Entry]) -> tuple[list[Entry], list[str]]:
    """The line up to where hidden cards decide who is asked, and that seat's cards.

    The whole line if that never happens.
    """
    number, held = 0, list[str]()
    with opened(world):
        table = open_table(world.record, game_of(world.record))
        for at, step in enumerate(steps(table, world.record.plies, world.seed), start=1):
            if step.table.due_for(PUBLIC) != step.table.due:
                number = at
                hands = [zone for zone in table.zones() if zone.owner == table.to_act]
                held = [card for zone in hands for card in zone.cards]
    ends = [at for at, entry in enumerate(line) if isinstance(entry, Ply)] + [len(line)]
    return (line[: ends[number]], held) if number else (line, [])


def knowledge(world: World, view: str) -> list[object] | None:
    """What a view sees of a world: its record, and the visible faces after each ply.

    None if the plies cannot be played there.
    """
    with opened(world), suppress(Fault):
        seen: list[object] = [replace(redact(world.record, view), seed=None)]
        table = open_table(world.record, game_of(world.record))
        seen.append(faces(table, view))
        walk = steps(table, world.record.plies, world.seed)
        seen += [faces(step.table, view) for step in walk]
        return seen
    return None


def faces(table: Table, view: str) -> list[list[str | None]]:
    """The cards of each zone; None for those that the view does not see."""
    zones = []
    for zone in table.zones():
        seen = zip(zone.cards, zone.open_to(view), strict=True)
        cards = [card if is_open else None for card, is_open in seen]
        zones.append(cards if zone.ordered else sorted(cards, key=str))
    return zones


def pairs(name: str, most: int = 44) -> Iterator[tuple[str, World, World]]:
    """Pairs of worlds of a game that a view cannot distinguish, with that view.

    They have 3 plies, and up to so many more.
    """
    game = load_game(name)
    begun = game.starts
    for number in range(40 * max(CASES, PLANTED)):
        seats, options = begun[number % len(begun)]
        view = [PUBLIC, *"ABCDEFGHIJ"[:seats]][number * 7 % (seats + 1)]
        two_worlds = pair(game, seats, options, number, 3 + number * 5 % most, view)
        if two_worlds is not None:
            yield (view, *two_worlds)


def guesses(record: Record) -> list[str]:
    """Moves to try: legal ones of the seats asked, some that were played, and nonsense."""
    replay = Playhead(record)
    replay.seek(replay.plies)
    table = replay.table
    legal_ = [table.game.moves.write(move) for move in table.moves()]
    played = [entry.move for entry in record.plies if isinstance(entry, Ply)]
    usual = [example for spec in table.game.moves.specs for example in spec.examples]
    known = list(dict.fromkeys([*legal_, *played, *usual]))
    return [*known[:: len(known) // MOVES + 1], "nonsense"]


def tells_more(one: World, two: World, ply: Ply) -> bool:
    """Whether both worlds accept a ply that shows its seat something new."""
    plies = (*one.record.plies, ply)
    after = [replace(world, record=replace(world.record, plies=plies)) for world in (one, two)]
    first, second = (knowledge(world, ply.seat) for world in after)
    return first is not None and second is not None and first != second


def hidden_score(table: Table, letter: str, view: str | None) -> Score:
    """A score with its hidden lines."""
    del view
    lines = table.score(letter)
    return sum([line.points for line in lines]), tuple(lines)


def with_digests(*arguments: Any, secret: bool) -> tuple[int, Diagnostic]:  # noqa: ANN401 - as it is called
    """A diagnostic that may quote the digest of a position."""
    del secret
    return diagnose(*arguments)
