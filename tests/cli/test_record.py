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
from tests.cli.recording import game, plies, record
from tests.cli.running import EXAMPLE, ROOT, TODAY, cgn

__all__ = ["game"]

JSON = b'{"cgn":1,"game":"triggs","rules":"1","seats":["A","B"],"seed":"s","plies":[]}\n'


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


def test_several_comments_follow_a_move_or_come_later(game: Path) -> None:
    record(game, "rl {both open} {of the right pile", r"{a \} in it} {the end}")
    assert plies(game) == [
        r"1. A: draw right left -> 3 3 {both open} {of the right pile} {a \} in it} {the end}"
    ]


BRACES = r"{\}" * 60
"""With two readings of each brace, a line of these took for ever."""


@pytest.mark.parametrize(
    "line", ["rl {what a pity} !", "{what a pity} !", "rl {a} 7 {b}", f"rl {BRACES}}} x"]
)
def test_what_follows_a_comment_and_is_none_is_refused(game: Path, line: str) -> None:
    record(game, "rl")
    before = game.read_bytes()
    code, output = record(game, line)
    assert code == 1
    assert "a mark stands before: `MOVE ! {comment}`" in " ".join(output.split())
    assert game.read_bytes() == before


def test_a_comment_before_the_first_ply_is_one_on_the_game(game: Path) -> None:
    record(game, "{The first of the evening.", "rl")
    assert plies(game) == ["{The first of the evening.}", "1. A: draw right left -> 3 3"]


def test_plies_get_the_time_since_the_game_began(game: Path) -> None:
    game.write_text(f"{game.read_text(encoding='utf-8')}1. A: draw right left @10:00\n", "utf-8")
    assert cgn("record", "--clock", game, stdin="rl\n").exit_code == 0
    assert plies(game)[1].startswith("2. B: draw right left -> 10 6 @10:0")


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
