"""Matches: pairings, resuming, processes, standings."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from notation.read import read
from notation.record import Result
from notation.text_writer import write_text
from replays.bots.game import FinishedGame, Terms
from replays.bots.kept_games import KeptGames, OtherGames
from replays.bots.match import BotMatch, MatchGame, Unfit, introduced, play_match
from replays.bots.standings import SequentialTest, standings
from replays.local.table import open_game
from replays.set_up import new_record
from tests.replays.bots.programs import bot, script, verdict

NAMES = ("sensible", "random")


def match(game: str = "triggs", deals: int = 3, bots: Sequence[str] = NAMES) -> BotMatch:
    return BotMatch(Terms(game), tuple(bots), max(len(bots), 2), deals, "tuesday")


@pytest.mark.parametrize("game", GAMES)
def test_every_deal_is_played_in_every_seating(game: str) -> None:
    found = list(play_match(match(game, 2), NAMES))
    assert [one.pairing.round for one in found] == ["1.1", "1.2", "2.1", "2.2"]
    records = [one.finished.record for one in found]
    assert [record.seats for record in records[:2]] == [NAMES, NAMES[::-1]]
    assert [record.seed for record in records] == ["tuesday-0"] * 2 + ["tuesday-1"] * 2


def test_processes_play_the_same_games() -> None:
    alone = [write_text(one.finished.record) for one in play_match(match(), NAMES)]
    shared = [write_text(one.finished.record) for one in play_match(match(), NAMES, jobs=2)]
    assert alone == shared


def test_several_seats_of_a_bot_have_a_process_each() -> None:
    three = BotMatch(Terms("triggs"), (bot(name="one"), "sensible"), 3, 1, "s")
    found = list(play_match(three, introduced(three)))
    assert found[0].finished.record.seats == ("one", "sensible", "one")
    assert [one.finished.loser for one in found] == [None, None]
    assert len(found[0].times) == 2


def test_bots_of_one_name_are_told_apart() -> None:
    commands = (bot(name="greedy"), bot(name="greedy"), "random", bot(name="  a\x1b\n b "))
    names = introduced(match(bots=commands))
    assert names == ("greedy (1)", "greedy (2)", "random", "a\\u{1b} b")


def test_a_bot_that_does_not_play_the_game_is_refused() -> None:
    plays = 'print(\'{"type":"hello","protocol":1,"games":["triggs"]}\', flush=True); input()'
    other = script(f"input(); {plays}")
    with pytest.raises(Unfit, match="does not play the_jam, but triggs"):
        introduced(match("the_jam", bots=(other, "random")))
    assert introduced(match("triggs", bots=(other, "random")))[1] == "random"


def keep(path: Path, games: Sequence[MatchGame]) -> None:
    kept = KeptGames(path, match(), NAMES)
    for game in games:
        if game.pairing.round not in kept.games:
            kept.add(game)


def test_a_match_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    games = list(play_match(match(), NAMES))
    keep(file, games)
    whole = file.read_bytes()
    for at in range(0, len(whole), 997):
        file.write_bytes(whole[:at])
        kept = KeptGames(file, match(), NAMES)
        assert len(kept.games) == whole[:at].count(b"\n= ") or whole[:at][-1:] != b"\n"
        keep(file, games)
        found = [reading.record for reading in read(BytesIO(file.read_bytes()))]
        assert {record.tags["Round"] for record in found if record} == {
            game.pairing.round for game in games
        }
        assert len(found) == len(games)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("notes of mine\n", 1),
        (
            '[CGN "1"]\n[Game "triggs"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n\n1. A: draw left\n',
            1,
        ),
        ("{other seed}", 7),
    ],
)
def test_a_file_with_anything_else_is_left_as_it_is(tmp_path: Path, text: str, number: int) -> None:
    file = tmp_path / "games.cgn"
    if text == "{other seed}":
        keep(file, list(play_match(match(), NAMES)))
        other = BotMatch(Terms("triggs"), NAMES, 2, 1, "monday")
        text = file.read_text() + "\n" + write_text(next(play_match(other, NAMES)).finished.record)
    file.write_text(text)
    with pytest.raises(OtherGames, match=f"record {number} is not a game of this match"):
        KeptGames(file, match(), NAMES)
    assert file.read_text() == text


def test_other_bots_do_not_go_on_with_a_match(tmp_path: Path) -> None:
    file = tmp_path / "games.cgn"
    keep(file, list(play_match(match(), NAMES)))
    with pytest.raises(OtherGames):
        KeptGames(file, match(), ("sensible", "greedy"))


def test_all_records_are_valid_also_of_games_that_do_not_end() -> None:
    short = BotMatch(Terms("the_jam", max_plies=20), NAMES, 2, 1, "s")
    for game in play_match(short, NAMES):
        assert verdict(game.finished.record) == "valid"
        assert game.finished.record.termination == "adjudicated"


def ended(winners: str, scores: tuple[int, int], deal: int, seating: int) -> MatchGame:
    """A game of two bots that ended so; in the second seating the first bot is B."""
    record = new_record(load_game("triggs"), ("Ana", "Bo"), {}, "s")
    pairing = list(match().pairings())[(deal - 1) * 2 + seating - 1]
    record = replace(record, result=Result(tuple(winners), scores))
    return MatchGame(pairing, FinishedGame(record, None))


def test_errors_are_those_of_deals() -> None:
    games = [
        ended("A", (30, 10), 1, 1),  # the first bot wins
        ended("A", (30, 10), 1, 2),  # and then the second, with the same cards
        ended("AB", (20, 20), 2, 1),
        ended("B", (10, 20), 2, 2),
    ]
    first, second = standings(2, games)
    assert (first.share, second.share) == (0.625, 0.375)
    assert first.share_error == pytest.approx(0.125)  # of 0.5 and 0.75
    assert (first.lead, second.lead) == (2.5, -2.5)
    assert first.lead_error == pytest.approx(2.5)
    assert standings(2, games[:2])[0].share_error is None


@pytest.mark.parametrize(("winners", "verdict"), [("A", True), ("B", False), ("AB", None)])
def test_a_sequential_test_waits_for_evidence(winners: str, verdict: object) -> None:
    test = SequentialTest(0.6)
    deals = [[ended(winner, (1, 0), 1, 1)] for winner in winners]
    for deal in (deals * 30)[:7]:
        test.add(deal)
    assert test.verdict is None
    for deal in (deals * 30)[:20]:
        test.add(deal)
    assert test.verdict is verdict


def test_a_seat_that_leaves_a_game_does_not_win_it() -> None:
    table = open_game(new_record(load_game("triggs"), ("Ana", "Bo"), {}, "s"))
    assert table.winners_without("A") == ("B",)
