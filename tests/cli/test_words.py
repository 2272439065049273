"""Positions in words, and stepping line by line: for screen readers."""

from functools import partial
from pathlib import Path

import pytest

from cli.draw.spoken import Spoken
from cli.load import load
from cli.stepper.game_list import read_game_list
from cli.stepper.plain import HELP, answered
from cli.stepper.stepper import Stepper
from engines.registry import GAMES
from replays.view.frames import frames
from tests.cli.running import EXAMPLE, OTHER, ROOT, broken, cgn

SIGNS = set("▪▫✓▒◂▸└▶★✗↳·─│┃“”…[]{}_\N{MINUS SIGN}\N{MULTIPLICATION SIGN}")


def stepper_of(path: Path, ply: int = 0, view: str | None = None) -> Stepper:
    again, listed = partial(load, str(path)), partial(read_game_list, str(path))
    stepper = Stepper(load(str(path), 1), view, again, listed)
    stepper.start(ply)
    return stepper


def said(stepper: Stepper, *answers: str) -> list[str]:
    """The lines that answer the last of these lines."""
    lines: list[str] = []
    for answer in answers:
        lines = list(answered(stepper, answer))
    return lines


@pytest.mark.parametrize("view", [None, "A", "public"])
@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_said_without_signs_a_fact_a_line(game: str, view: str | None) -> None:
    loaded = load(str(ROOT / "examples" / f"{game}.cgn"), 1)
    words = Spoken(loaded)
    for drawn in frames(loaded.replay, view):
        lines = words.whole(drawn)
        for line in lines:
            assert not SIGNS & set(line), line
            assert line.startswith("Comment: ") or line.endswith("."), line
        text = "\n".join(lines)
        for seat in loaded.replay.table.seats:
            assert f"{words.player(seat)}, seat {seat}, has " in text
        for zone in drawn.zones:
            if zone.cards:
                owner = f"{words.player(zone.owner)}'s " if zone.owner else ""
                assert f"{owner}{zone.title}".casefold() in text.casefold()


def test_words_say_no_more_than_the_view_sees() -> None:
    everything = cgn("show", EXAMPLE, "--ply", "40", "--words").stdout
    seen = cgn("show", EXAMPLE, "--ply", "40", "--words", "--view", "B").stdout
    assert "Ana's hand: 1, 4, " in everything
    assert "Ana's hand: 3 hidden cards." in seen
    assert "Triggs, ply 40 of 88, round 15, as Bo sees it." in seen


def test_a_negative_number_is_a_word() -> None:
    text = cgn("show", OTHER, "--ply", "30", "--words").stdout
    assert "3 per pepper, minus 1 per lettuce, minus 1 per tomato" in text


def test_show_lists_legal_moves_in_words_by_their_verbs() -> None:
    lines = cgn("show", OTHER, "--ply", "30", "--words", "--legal").stdout.splitlines()
    at = next(at for at, line in enumerate(lines) if line.endswith(" legal moves:"))
    assert [line.split(":")[0] for line in lines[at + 1 :]] == [
        "point",
        "point with flip",
        "veg",
        "veg with flip",
    ]
    assert cgn("show", OTHER, "--words", "--svg").exit_code == 2


def test_steps_are_printed_in_words() -> None:
    lines = cgn("step", EXAMPLE, "--ply", "3", "--words").stdout.splitlines()
    assert lines[:3] == [
        "Before the first ply.",
        "Comment: A close race: Ana leads until the last turn but one.",
        "1. Ana draws 3 from the right pile and 3 from the left pile.",
    ]
    assert "Ana's hand: 2, 10, 11 twice, 12." in lines


def test_a_step_says_the_sentence_alone() -> None:
    stepper = stepper_of(EXAMPLE)
    assert said(stepper, "") == ["1. Ana draws 3 from the right pile and 3 from the left pile."]
    assert said(stepper, "37", "-")[0].startswith("36. ")
    assert said(stepper, "end")[-1] == "The game is over: Bo wins."
    assert said(stepper, "") == ["This is the last ply."]
    assert said(stepper, "0", "-") == ["This is the beginning."]
    assert said(stepper, "r3") == said(stepper, "-", "")


def test_a_line_that_means_nothing_is_said_to_mean_nothing() -> None:
    stepper = stepper_of(EXAMPLE, 5)
    for line in ("foo", "x1", "tt", "+3", "\x1b[A"):
        (answer,) = said(stepper, line)
        assert answer.endswith(": that means nothing here; ? lists what can be entered.")
        assert "\x1b" not in answer
        assert stepper.cursor.ply == 5


def test_the_help_names_every_line_that_can_be_entered() -> None:
    named = {key for keys, _ in HELP for key in keys.split(", ")}
    assert {"t", "s", "l", "w", "c", "i", "o", "n", "N", "v", "[", "]", "?", "q", "-"} <= named
    lines = said(stepper_of(EXAMPLE), "?")
    assert len(lines) == len(HELP)


def test_variations_are_entered_and_left() -> None:
    stepper = stepper_of(OTHER, 30)
    assert said(stepper, "c")[0] == "There is no comment on this ply."
    entered = said(stepper, "i")
    assert entered[0] == "Variation 1 of 1, instead of ply 30; o leads out of it."
    assert entered[1].startswith("30. Cleo takes a lettuce (1a) and a carrot (1b).")
    assert said(stepper, "", "c") == ["Comment: the same card, one turn earlier"]
    assert said(stepper, "o")[0].startswith("30. Cleo takes the point card")
    assert said(stepper, "i", "o", "31", "i") == ["No variation here: n goes to the next note."]


def test_a_search_goes_from_hit_to_hit() -> None:
    stepper = stepper_of(OTHER)
    found = said(stepper, "/market")
    assert "market: 1 hit" in found[0]
    assert "Comment: Cleo is the first to turn to the market." in found
    assert said(stepper, "n") == ["Nothing more ahead."]
    assert said(stepper, "/nowhere at all")[0].startswith("nowhere at all: found nowhere")
    assert said(stepper, "/") == ["The search is over."]


def test_the_written_move_and_the_points_are_said() -> None:
    stepper = stepper_of(OTHER, 31)
    assert said(stepper, "w") == ["31. A: point 3 -> LE10"]
    assert said(stepper, "0", "w") == ["There is no move before the first ply."]
    scores = said(stepper, "31", "s")
    assert scores[0] == "Ana, seat A, has 54 points."
    assert "10 for most pepper: 10." in scores


def test_a_hidden_card_stays_hidden_in_the_written_move() -> None:
    stepper = stepper_of(EXAMPLE, 2, "A")
    assert said(stepper, "1", "w") == ["1. A: draw right left -> 3 3"]
    hidden = [said(stepper, str(ply), "w")[0] for ply in range(1, 40)]
    assert any("middle" in line and line.endswith("_") for line in hidden)


def test_a_mistake_is_said(tmp_path: Path) -> None:
    stepper = stepper_of(broken(tmp_path), 87)
    assert said(stepper, "") == ["Ply 88 is wrong: 9+2 makes 11, not 10. Help: " + help_of(stepper)]


def help_of(stepper: Stepper) -> str:
    problem = stepper.cursor.loaded.problem
    assert problem is not None
    return f"{problem.help}."


def test_words_and_the_full_screen_exclude_each_other() -> None:
    result = cgn("step", EXAMPLE, "--words", "--follow")
    assert result.exit_code == 2


def test_a_recording_is_answered_in_words(tmp_path: Path) -> None:
    path = tmp_path / "tue.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "--seed", "tuesday-7", "-o", path)
    output = cgn("record", path, "--words", stdin="rl\n.s\n").stdout
    assert "Bo, seat B, draws, discards or crosses off.\nLeft pile: 23 cards, on top " in output
    assert "Ana's hand: 7 hidden cards.\n" in output
    assert "▶" not in output


def test_the_games_of_a_file_are_said_and_opened(tmp_path: Path) -> None:
    path = tmp_path / "club.cgn"
    path.write_bytes(EXAMPLE.read_bytes() + b"\n" + OTHER.read_bytes())
    stepper = stepper_of(path, 3)
    assert said(stepper, "f") == [
        "2 games, by place in the file. f and a number opens one.",
        "1, 2026-11-17, Triggs, Ana, Bo, Bo 39 41.",
        "2, 2026-11-17, Point Salad, Ana, Bo, Cleo, Ana 67 60 62.",
    ]
    assert len(said(stepper, "f cleo")) == 2
    assert said(stepper, "f 2")[:1] == ["Before the first ply."]
    assert said(stepper, "f 3")[0].endswith("has 2 records.")


def test_a_line_that_leads_nowhere_is_answered_with_the_reason() -> None:
    stepper = stepper_of(EXAMPLE, 3)
    assert said(stepper, "o") == ["This is the main line."]
    assert said(stepper, "19", "i", "i") == ["No other variation of this ply."]
    assert said(stepper, "o", "3")[0].startswith("3. Ana")
    assert said(stepper, "3")[0].startswith("3. Ana crosses two boxes")
    assert said(stepper, "end", "") == ["This is the last ply."]
    assert said(stepper, "0", "-") == ["This is the beginning."]
