"""`cgn record` with lines from a pipe."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cgn import simulate, write
from cli.recorder.draft import Draft
from engines.play import Reveals
from engines.registry import GAMES, OWN_DECKS
from engines.table import Table
from notation.moves import Move
from tests.cli.running import EXAMPLE, ROOT, TODAY, cgn

JSON = b'{"cgn":1,"game":"triggs","rules":"1","seats":["A","B"],"seed":"s","plies":[]}\n'
HEAD = ("new", "triggs", "--seats", "Ana,Bo", "--seed", "tuesday-7")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game from a seed, without plies."""
    path = tmp_path / "tue.cgn"
    cgn(*HEAD, "-o", path)
    return path


def record(path: Path, *lines: str) -> tuple[int, str]:
    """The exit code and output for these lines on standard input."""
    result = cgn("record", path, stdin="".join(f"{line}\n" for line in lines))
    return result.exit_code, result.output


def test_each_ply_of_a_game_is_played_once_to_check_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = write(simulate("triggs", seed="tuesday"))
    draft = Draft(text[: text.index("\n=") + 1], "a.cgn", OWN_DECKS)
    played: list[str] = []
    play = Table.play

    def counting(table: Table, seat: str, move: Move) -> Reveals:
        played.append(seat)
        return play(table, seat, move)

    monkeypatch.setattr(Table, "play", counting)
    assert draft.problem is None
    assert draft.certain
    assert draft.table.over
    assert len(played) == draft.plies


def plies(path: Path) -> list[str]:
    """The lines of play in a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("[")]


def test_moves_are_written_with_what_they_reveal(game: Path) -> None:
    code, output = record(game, "rl", "draw right left", "3 3,3", "2")
    assert code == 0
    assert plies(game) == [
        "1. A: draw right left -> 3 3",
        "2. B: draw right left -> 10 6",
        "3. A: cross 3 3,3",
        "4. A: extra 2",
    ]
    assert f"Paused after ply 4. Go on: cgn record {game}" in " ".join(output.split())
    assert cgn("validate", "--quiet", game).exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_written_as_in_the_examples(game: str, tmp_path: Path) -> None:
    path = ROOT / "examples" / f"{game}.cgn"
    lines = path.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if line.startswith("[")]
    moves = [match[1] for line in lines if (match := re.match(r"[0-9]+\. [A-J]: ([^{@>]*)", line))]
    copy = tmp_path / "copy.cgn"
    copy.write_text("\n".join(head) + "\n\n", encoding="utf-8")
    code, output = record(copy, *(move.removesuffix("-").strip(" !?-") for move in moves))
    assert code == 0
    assert f"copy.cgn: valid ({path.stem}, {len(moves)} plies;" in " ".join(output.split())
    assert plies(copy)[-1] == next(line for line in lines if line.startswith("="))
    assert cgn("diff", copy, path, "--ply", str(len(moves))).exit_code == 0


def test_scores_that_unseen_cards_decide_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Draft, "result", None)
    path = tmp_path / "open.cgn"
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(text[: text.index("88. B")], encoding="utf-8")
    code, output = record(path, "10 10,10", "B 39", "B 39 41")
    assert code == 1
    assert "Who won, and with which scores?" in output
    assert plies(path)[-1] == "88. B: cross 10 10,10"
    code, output = record(path, "B 39 41")
    assert code == 0
    assert "open.cgn: valid (triggs, 88 plies; B won; scores 39 41)" in " ".join(output.split())


def test_the_first_mistake_in_a_pipe_ends_it_with_the_reason(game: Path) -> None:
    code, output = record(game, "rl", "cross 7 5+1", "rl")
    assert code == 1
    assert "5+1 makes 6, not 7" in output
    assert len(plies(game)) == 1


def test_a_mark_and_a_comment_follow_a_move_or_come_later(game: Path) -> None:
    record(game, "rl ! {both open", "{of the right pile}", "rl", "!?", "{a draw")
    assert plies(game) == [
        "1. A: draw right left -> 3 3 ! {both open} {of the right pile}",
        "2. B: draw right left -> 10 6 !? {a draw}",
    ]


def test_a_comment_before_the_first_ply_is_one_on_the_game(game: Path) -> None:
    record(game, "{The first of the evening.", "rl")
    assert plies(game) == ["{The first of the evening.}", "1. A: draw right left -> 3 3"]


def test_plies_get_the_time_since_the_game_began(game: Path) -> None:
    game.write_text(f"{game.read_text(encoding='utf-8')}1. A: draw right left @10:00\n", "utf-8")
    assert cgn("record", "--clock", game, stdin="rl\n").exit_code == 0
    assert plies(game)[1].startswith("2. B: draw right left -> 10 6 @10:0")


def test_plies_are_taken_back_one_after_another(game: Path) -> None:
    code, output = record(game, "rl", "rl", "3 3,3", ".u", ".u", "ll")
    assert code == 0
    assert "taken back: 2. B: draw right left -> 10 6" in output
    assert plies(game) == ["1. A: draw right left -> 3 3", "2. B: draw left left -> 6 3"]


def test_an_earlier_ply_is_corrected_and_the_later_ones_stay(game: Path) -> None:
    code, output = record(game, "rl", "rl {oh}", "3 3,3 ! {my}", "2", ".e 2 ll")
    assert code == 0
    assert "plies 3 to 4 still fit" in output
    assert plies(game) == [
        "1. A: draw right left -> 3 3",
        "2. B: draw left left -> 6 3 {oh}",
        "3. A: cross 3 3,3 ! {my}",
        "4. A: extra 2",
    ]


def test_a_later_ply_that_no_longer_fits_is_kept_until_it_is_corrected(game: Path) -> None:
    before = ["rl", "rl", "3 3,3", "2", "lm"]
    code, output = record(game, *before, ".e 1 ll", "")
    assert code == 0
    assert "this one does not: 3. A: cross 3 3,3" in output
    lines = plies(game)
    assert lines[:2] == ["1. A: draw left left -> 3 6", "2. B: draw right left -> 3 3"]
    assert lines[2:] == [
        "% later: 3. A: cross 3 3,3",
        "% later: 4. A: extra 2",
        "% later: 5. B: draw left middle -> 3 1",
    ]
    assert cgn("validate", "--quiet", game).exit_code == 0
    code, output = record(game, "d2")
    assert "ply 3 does not fit as it was: 3. A: cross 3 3,3" in output
    assert plies(game)[2] == "3. A: discard 2"
    assert plies(game)[3].startswith("% later: 4. A")


def test_a_correction_is_dropped_where_the_later_plies_do_not_fit(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2")
    before = game.read_bytes()
    code, output = record(game, ".e 1 ll", ".k")
    assert (code, game.read_bytes()) == (0, before)
    assert "everything is as it was" in output


def forget(path: Path, number: int) -> list[str]:
    """The lines of play of a game, from whose file this one is then left out."""
    lines = plies(path)
    forgotten = lines.pop(number - 1)
    kept = [re.sub("^[0-9]+", str(at), line) for at, line in enumerate(lines, 1)]
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("1. A:")] + "".join(f"{line}\n" for line in kept), "utf-8")
    return [*lines[: number - 1], forgotten, *lines[number - 1 :]]


def test_a_forgotten_ply_is_put_in_before_that_of_another_seat(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    whole = forget(game, 2)
    code, output = record(game, "draw right left")
    assert "ply 2 does not fit as it was: 2. A: cross 3 3,3" in output
    assert "put a ply of Bo in before it, or drop it with .d" in output
    assert "plies 3 to 5 still fit" in output
    assert (code, plies(game)) == (0, whole)


def test_a_forgotten_ply_of_the_same_seat_is_put_in_after_one_question(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    whole = forget(game, 3)
    code, output = record(game, "3 3,3", "")
    assert "Enter: put it in before 3. A: extra 2" in output
    assert (code, plies(game)) == (0, whole)


def test_a_ply_may_replace_the_one_that_it_would_go_before(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    forget(game, 3)
    code, _ = record(game, "3 3,3", "r")
    lines = plies(game)
    assert (code, lines[2]) == (0, "3. A: cross 3 3,3")
    assert lines[3] == "% later: 4. B: draw left middle -> 3 1"


def test_a_ply_is_taken_out_and_put_in_by_its_number(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    before = plies(game)
    code, output = record(game, ".d 2", "")
    assert f"taken out: {before[1]}" in output
    assert (code, plies(game)[:2]) == (0, [before[0], f"% later: {before[2]}"])
    code, output = record(game, ".i 2", "rl")
    assert f"put a ply in before this one, or .k leaves it: {before[2]}" in output
    assert (code, plies(game)) == (0, before)


def test_a_ply_that_is_put_in_where_the_rest_does_not_fit_can_be_left(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    before = game.read_bytes()
    code, output = record(game, ".i 5 ll", ".k")
    assert "this one does not: 5. B: draw left middle" in output
    assert (code, game.read_bytes()) == (0, before)


@pytest.mark.parametrize("line", [".d 2", ".i 5 ll"])
def test_only_enter_writes_a_game_whose_rest_does_not_fit(game: Path, line: str) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm")
    before = game.read_bytes()
    code, output = record(game, line, "?")
    assert "`?` is no answer to this question" in output
    assert (code, game.read_bytes()) == (1, before)


def test_the_last_ply_is_taken_out_without_a_question(game: Path) -> None:
    record(game, "rl", "rl")
    assert record(game, ".d 2")[0] == 0
    assert plies(game) == ["1. A: draw right left -> 3 3"]


def test_a_later_ply_is_dropped_without_a_number(game: Path) -> None:
    record(game, "rl", "rl", "3 3,3", "2", "lm", ".e 1 ll", "")
    code, output = record(game, ".d")
    assert "dropped: 3. A: cross 3 3,3" in output
    assert code == 0
    assert plies(game)[2] == "% later: 4. A: extra 2"


@pytest.mark.parametrize("line", [".i 7", ".i", ".d 0", ".d x"])
def test_the_number_of_a_ply_to_put_in_or_take_out_is_checked(line: str, game: Path) -> None:
    record(game, "rl", "rl")
    code, output = record(game, line)
    assert (code, f"which ply? {line[:2]} and a number from 1 to 2" in output) == (1, True)


def test_a_truncated_line_is_ignored(game: Path) -> None:
    record(game, "rl")
    with game.open("a", encoding="utf-8") as file:
        file.write("2. B: draw right left")
    code, output = record(game, "ll")
    assert code == 0
    assert "The last line was cut off" in output
    assert plies(game) == ["1. A: draw right left -> 3 3", "2. B: draw left left -> 6 3"]


def test_notes_and_blanks_of_the_file_stay_when_plies_are_added_and_changed(game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    game.write_text(f"% at the club\n{text}1.  A:  draw right left\n", encoding="utf-8")
    record(game, "rl", "!", ".u", "ll")
    assert plies(game) == [
        "% at the club",
        "1.  A:  draw right left",
        "2. B: draw left left -> 6 3",
    ]


def test_only_a_line_feed_ends_a_line(game: Path) -> None:
    text = game.read_text(encoding="utf-8").replace("Ana", "A\u2028na")
    game.write_text(text, encoding="utf-8")
    assert record(game, "rl")[0] == 0
    assert game.read_text(encoding="utf-8") == f"{text}1. A: draw right left -> 3 3\n"


def test_a_game_may_end_early(game: Path) -> None:
    code, output = record(game, "rl", ".q abandoned")
    assert code == 0
    assert '[Termination "abandoned"]' in game.read_text(encoding="utf-8")
    assert plies(game)[-1] == "= * 0 0"
    assert cgn("validate", "--quiet", game).exit_code == 0
    assert "Paused" not in output
    code, output = record(game, "rl")
    assert (code, plies(game)[-1]) == (0, "= * 0 0")


def test_ambiguous_input_lists_the_moves_with_numbers(game: Path) -> None:
    code, output = record(game, "draw l", "2")
    assert code == 0
    assert "2 draw left middle" in output
    assert plies(game)[0].startswith("1. A: draw left middle")


def test_a_new_game_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "new.cgn"
    answers = ["triggz", "tri", "Ana", "Ana Bo", "tuesday-7", "Tuesday club", "rl"]
    code, output = record(path, *answers)
    assert code == 0
    assert "did you mean `triggs`?" in output
    assert "triggs is for 2 to 4 players, not 1" in output
    assert path.read_text(encoding="utf-8").splitlines() == [
        '[CGN "1"]',
        '[Game "triggs"]',
        '[Rules "1"]',
        '[A "Ana"]',
        '[B "Bo"]',
        '[Seed "tuesday-7"]',
        f'[Date "{TODAY}"]',
        '[Event "Tuesday club"]',
        "",
        "1. A: draw right left -> 3 3",
    ]


def test_no_file_is_left_where_no_game_was_begun(tmp_path: Path) -> None:
    assert record(tmp_path / "new.cgn", "triggs")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_a_finished_game_takes_no_more_plies(tmp_path: Path) -> None:
    path = tmp_path / "done.cgn"
    path.write_bytes(EXAMPLE.read_bytes())
    code, output = record(path, "rl")
    assert (code, path.read_bytes()) == (0, EXAMPLE.read_bytes())
    assert "valid (triggs, 88 plies; B won; scores 39 41)" in " ".join(output.split())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'[CGN "1"]\n[Game "chess"]\n', "cgn."),
        (b"\xff\xfe\n", "this is not a text file in UTF-8"),
        (EXAMPLE.read_bytes() * 2, "has 2 records; only one a file can be recorded"),
        (JSON, "there is no record here"),
        (JSON.rstrip(), "there is no record here"),
    ],
)
def test_a_file_that_cannot_be_recorded_stays_as_it_is(
    tmp_path: Path, text: bytes, message: str
) -> None:
    path = tmp_path / "odd.txt"
    path.write_bytes(text)
    code, output = record(path, "rl")
    assert code in (1, 2)
    assert message in " ".join(output.split())
    assert path.read_bytes() == text


@pytest.mark.parametrize("ending", [".cgn.json", ".json", ".cgn.jsonl", ".cgn.gz", ".cgn.jsonl.gz"])
def test_only_text_is_recorded(tmp_path: Path, ending: str) -> None:
    code, output = record(tmp_path / f"game{ending}")
    assert code == 2
    assert f"only text is recorded; name the file {tmp_path / 'game.cgn'}\n" in output


def run(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "cgn", "record", str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def wait_until(path: Path, lines: int) -> None:
    end = time.monotonic() + 60
    while len(plies(path)) < lines:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_killed_process_loses_no_acknowledged_ply(game: Path) -> None:
    for number, move in enumerate(("rl", "rl", "3 3,3"), 1):
        with run(game) as process:
            assert process.stdin is not None
            process.stdin.write(f"{move}\n")
            process.stdin.flush()
            wait_until(game, number)
            process.send_signal(signal.SIGKILL)
        assert len(plies(game)) == number
    assert cgn("validate", "--quiet", game).exit_code == 0


def test_a_second_process_is_kept_out(game: Path) -> None:
    with run(game) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert "0 plies so far" in first.stdout.readline()
        for line in ("rl", "!", "rl"):  # the file is added to, replaced, and added to
            code, output = record(game, "ll")
            assert code == 2
            assert "another `cgn record` is writing this game" in output
            first.stdin.write(f"{line}\n")
            first.stdin.flush()
            first.stdout.readline()
        first.stdin.close()
    assert len(plies(game)) == 2


@pytest.fixture
def unseen(tmp_path: Path) -> Path:
    """A game with unseen cards, without plies."""
    path = tmp_path / "real.cgn"
    cgn("new", "triggs", "--seats", "Ana,Bo", "-o", path)
    return path


def test_revealed_cards_are_asked_for(unseen: Path) -> None:
    code, output = record(unseen, "", "lr", "5 6", "ll", "", "11 9+2", "rr", "_ 7")
    assert code == 0
    assert "draw left right -> ? ?: which cards, in this order?" in output
    assert plies(unseen) == [
        "~: deck _",
        "1. A: draw left right -> 5 6",
        "2. B: draw left left",
        "3. A: cross 11 9+2",
        "4. B: draw right right -> _ 7",
    ]
    assert cgn("validate", "--quiet", unseen).exit_code == 0


def test_a_wrong_card_is_asked_for_again(unseen: Path) -> None:
    code, output = record(unseen, "", "lr", "5 13")
    assert code == 1
    assert "`13` is not a card of this game" in output
    assert plies(unseen) == ["~: deck _"]


def test_a_move_that_no_unseen_card_allows_is_refused(unseen: Path) -> None:
    code, output = record(unseen, "", "cross 11 9+3")
    assert code == 1
    assert "9+3 makes 12, not 11" in output


def test_a_new_game_of_real_cards_asks_for_the_cards_of_its_deal(tmp_path: Path) -> None:
    path = tmp_path / "new.cgn"
    code, output = record(path, "tri", "Ana, Bo", "", "", "3 9")
    assert code == 0
    assert "Which cards lie on left and right, in this order?" in output
    assert plies(path) == ["~: deck _ -> 3 9"]
    assert cgn("validate", "--quiet", path).exit_code == 0


def test_a_card_is_named_by_what_is_printed_on_it(tmp_path: Path) -> None:
    path = tmp_path / "salad.cgn"
    cgn("new", "point_salad", "--seats", "Ana,Bo", "-o", path)
    code, output = record(path, "", "2", "10mv", "2", "8lot", "3", "10m")
    assert code == 1
    assert "PE18 10/most veggies" in output
    assert "`10m` may be several cards: CB01 10/most carrot, CR01" in " ".join(output.split())
    assert plies(path)[-2:] == ["1. A: point 2 -> PE18", "2. B: point 2 -> TO17"]


def test_the_last_cards_are_named_by_number(tmp_path: Path) -> None:
    path = tmp_path / "eggs.cgn"
    cgn("new", "grab_your_breakfast", "--seats", "Ana,Bo", "-o", path)
    result = cgn("record", "--seat", "A", path, stdin="swap egg\n2\n")
    assert "or its number: 1 coffee; 2 toast; 3 egg; 4 pancakes; 5 cereal" in result.output
    assert plies(path)[-1] == "1. A: swap egg -> toast"


def test_the_cards_of_a_deal_are_asked_for_until_the_first_ply(tmp_path: Path) -> None:
    path = tmp_path / "jam.cgn"
    cgn("new", "the_jam", "--seats", "Ana,Bo", "--option", "variant=kids", "-o", path)
    code, output = record(path, "")
    assert code == 1
    assert "with unseen cards, the cards that the deal turns up must be written" in output
    basket = (
        "cherry-jam:apple cherry-jam:peach cranberry-pie:dogwood raspberry-jam:gooseberry"
        " strawberry-jam:currant gooseberry-jam:cherry cherry-jam:cloudberry apple-jam:strawberry"
    )
    code, output = record(path, basket)
    assert code == 0
    assert plies(path) == [f"~: deck _ -> {basket}"]
    assert record(path)[0] == 0


def test_only_cards_that_are_not_known_yet_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "salad.cgn"
    head = ("poi", "Lena, Max", "", "", "")
    answers = ("to on pe le on cb", "2", "le02", "2", "on16", "1a3b le02", "cb to")
    code, output = record(path, *head, *answers)
    assert code == 0
    assert "veg 1a,3b flip=LE02 -> TO_ CB_ ? ?: which cards" in output
    assert plies(path)[-1] == "3. A: veg 1a,3b flip=LE02 -> TO_ CB_ CB_ TO_"
    assert cgn("validate", "--quiet", path).exit_code == 0
