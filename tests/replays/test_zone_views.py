"""Hidden information: a view shows only what lies open to it.

Two games with the same plies that differ only in two cards that a view never saw have the same
frames in that view.
"""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engines.game import Game
from engines.play import Reveals
from engines.registry import GAMES, load_game
from engines.table import Table
from notation.chance import Chance, Shows
from notation.fault import Fault
from notation.record import Entry, Ply, Record, Shuffle
from replays.simulate import NAMES
from replays.view.frames import Frame, frames
from replays.view.playhead import Playhead
from replays.view.views import PUBLIC
from tests.engines.tables import chooser
from tests.tries import tries


class Marked(str):
    """A card that can be distinguished from others of its code."""

    __slots__ = ()


class Marking(Chance):
    """Seeded chance that makes every shuffled card distinguishable."""

    def shuffle(self, name: str, cards: list[str], shows: Shows | None = None) -> list[str]:
        marked = [card if isinstance(card, Marked) else Marked(card) for card in cards]
        return super().shuffle(name, marked, shows)  # type: ignore[arg-type] # list is invariant


def hidden(table: Table, reveals: Reveals, view: str) -> dict[int, str]:
    """The marked cards that the view neither sees nor has seen."""
    shown = {id(card) for card, audience in reveals if audience in (None, view)}
    return {
        id(card): card
        for zone in table.zones()
        for card, is_open in zip(zone.cards, zone.open_to(view), strict=True)
        if isinstance(card, Marked) and not is_open and id(card) not in shown
    }


def play(table: Table, plies: int, seed: str, view: str) -> tuple[list[Entry], list[str]]:
    """Play a game; its entries, and the cards that the view never saw."""
    choose, entries = chooser(seed), list[Entry](table.chance.shuffles)
    unseen = hidden(table, [], view)
    for number in range(plies):
        seat = table.to_act
        if seat is None:
            break
        moves = table.moves()
        move = table.game.player(table, choose) if number % 3 else moves[choose(len(moves))]
        table.chance.expect(None)
        reveals = table.play(seat, move)
        now = hidden(table, reveals, view)
        unseen = {card: code for card, code in unseen.items() if card in now}
        entries += [Ply(seat, table.game.moves.write(move)), *table.chance.shuffles]
    return entries, list(unseen.values())


def swapped(entries: list[Entry], a: str, b: str) -> list[Entry]:
    """The entries with two marked cards exchanged, from their last common shuffle on.

    Before that, as when a game is set up, either may have lain open.
    """
    other = {id(a): str(b), id(b): str(a)}
    together = [
        index
        for index, entry in enumerate(entries)
        if isinstance(entry, Shuffle) and other.keys() <= set(map(id, entry.order))
    ]
    assume(together)
    return [
        Shuffle(entry.pile, tuple(other.get(id(card), card) for card in entry.order))
        if isinstance(entry, Shuffle) and index >= together[-1]
        else entry
        for index, entry in enumerate(entries)
    ]


def unmarked(entry: Entry) -> Entry:
    """An entry without marks, which caches of cards would keep."""
    if isinstance(entry, Shuffle):
        return Shuffle(entry.pile, tuple(map(str, entry.order)))
    return entry


def shown(
    game: Game, options: dict[str, str], seats: int, line: list[Entry], view: str
) -> list[Frame]:
    """The frames of a game in a view; none if it cannot be played."""
    record = Record(
        game=game.name,
        rules=game.rules_versions[-1],
        seats=NAMES[:seats],
        options=options,
        plies=tuple(map(unmarked, line)),
    )
    with suppress(Fault):
        replay = Playhead(record)
        views = list(frames(replay, view))
        if replay.fault is None:
            return views
    return []


def course(shown: list[Frame]) -> list[object]:
    """The course of a game apart from its cards: who acts, and the sizes of zones.

    Another course is not a leak: if a hidden Karlsman is drawn elsewhere, it is another game.
    """
    return [(frame.to_act, [len(zone.cards) for zone in frame.zones]) for frame in shown]


@pytest.mark.parametrize("game", [load_game(name) for name in GAMES], ids=GAMES)
@settings(tries(20), suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_cards_that_a_view_never_saw_do_not_change_its_frames(
    game: Game, data: st.DataObject
) -> None:
    seed = str(data.draw(st.integers(0, 1 << 32), label="seed"))
    seats, options = data.draw(st.sampled_from(game.starts), label="start")
    table = game.set_up(game, seats, options, Marking(seed))
    view = data.draw(st.sampled_from([*table.seats, PUBLIC]), label="view")
    plies = data.draw(st.integers(0, 40), label="plies")
    entries, unseen = play(table, plies, seed, view)
    pick = st.integers(0, len(unseen) - 1) if unseen else st.nothing()
    assume(len(set(unseen)) > 1)
    a, b = (unseen[data.draw(pick, label="card")] for _ in range(2))
    assume(a != b)
    one = shown(game, options, seats, entries, view)
    two = shown(game, options, seats, swapped(entries, a, b), view)
    assume(course(one) == course(two))
    assert one == two
