"""A function that plays over a pipe is told what it would be told in this process."""

import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper

import pytest

from engines.registry import GAMES, load_game
from replays.bots.game import Terms
from replays.bots.match import BotMatch, introduced, play_match
from replays.bots.messages import Answer, Go, Start, line_of, record_text, told
from replays.bots.program import Program
from replays.bots.run import _observation, run_bot
from replays.bots.seats import FixedRandomness, ProgramBot
from replays.local.deals import NoDeal
from replays.local.table import LocalTable, Observation, open_game
from replays.set_up import new_record
from tests.replays.bots.programs import bot
from tests.replays.helpers import fixed

PLIES = 60


class Listener(Program):
    """A program that never begins, and keeps what it is told."""

    def __init__(self) -> None:
        super().__init__("listener")
        self.starts: list[Start] = []

    @property
    def wants_memory(self) -> bool:
        return True

    def start(self, start: Start) -> None:
        self.starts.append(start)


def asked(game: str, seats: int) -> Iterator[tuple[LocalTable, Start, Go]]:
    """A game, and each time what its seat to act is told of it."""
    table = open_game(new_record(load_game(game), ("Ana", "Bo", "Cleo")[:seats], {}, "s"))
    bots = {}
    for seat in table.seats:
        program = Listener()
        bots[seat] = ProgramBot(program), program
        bots[seat][0].start(table, seat, 1.0)
    random = FixedRandomness("s")
    for _ in range(PLIES):
        if table.to_act is None:
            return
        mine, program = bots[table.to_act]
        go = mine.seat._go(table.observe(table.to_act))
        start, again = told(line_of(program.starts[0])), told(line_of(go))
        assert isinstance(start, Start)
        assert isinstance(again, Go)
        yield table, start, again
        table.play(table.suggest(random, "random"))


def facts(seen: Observation) -> Iterator[object]:
    for name in ("seat", "game", "due", "legal", "lists_all", "zones", "scores", "record"):
        yield getattr(seen, name)
    try:
        yield seen.sample(fixed(1)).record()
    except NoDeal:
        yield None


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_is_the_same_over_a_pipe(game: str) -> None:
    for number, (table, start, go) in enumerate(asked(game, 3)):
        here = table.observe(start.seat)
        there = _observation(start, go)
        if number % 5 == 0:
            assert [*facts(there)] == [*facts(here)]
            zones = [(zone.key, len(zone.cards)) for zone in there.frame.zones]
            assert zones == [(zone.key, len(zone.cards)) for zone in here.frame.zones]
            assert there.frame.ply == go.ply == table.plies


@pytest.mark.parametrize("game", GAMES)
def test_the_start_and_all_lines_are_the_seats_record(game: str) -> None:
    lines: dict[str, list[str]] = {}
    for _, start, go in asked(game, 2):
        lines.setdefault(start.seat, []).extend(go.lines)
        text = record_text(start.record, lines[start.seat])
        plies = [line for line in go.record.splitlines() if line[:1].isdigit()]
        assert [line for line in text.splitlines() if line[:1].isdigit()] == plies


def answers(monkeypatch: pytest.MonkeyPatch, given: bytes) -> list[bytes]:
    """What a function that prints something, and takes the last legal move, answers."""
    out = TextIOWrapper(BytesIO())
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(given)))
    monkeypatch.setattr(sys, "stdout", out)

    def choose(seen: Observation) -> str:
        print("thinking")  # noqa: T201 - as an author may
        return seen.legal[-1]

    run_bot(choose, "last")
    assert isinstance(out.buffer, BytesIO)
    return out.buffer.getvalue().splitlines()


def test_it_answers_only_what_it_is_asked_and_keeps_standard_output_clean(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    _, start, go = next(asked("triggs", 2))
    given = b'{"type":"hello","protocol":1}\n{"type":"weather"}\n' + line_of(start) + line_of(go)
    hello, move = answers(monkeypatch, given)
    assert hello == b'{"type":"hello","protocol":1,"name":"last","wants":["memory"]}'
    assert move == line_of(Answer(go.id, go.legal[-1])).strip()
    assert "thinking" in capfd.readouterr().err


def test_a_bot_that_wants_memory_gets_the_record() -> None:
    answer = """
        assert message["record"].startswith('[CGN "1"]')
        say(type="move", id=at, move=legal[0])
    """
    wants = bot(answer).replace("name=", 'wants=["memory"], name=')
    match = BotMatch(Terms("triggs"), (wants, bot("assert 'record' not in message")), 2, 1, "s")
    found = list(play_match(match, introduced(match)))
    assert found[0].finished.loser == "B"  # it says nothing, but is told no record
