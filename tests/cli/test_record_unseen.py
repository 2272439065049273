"""`cgn record` of games with real cards, where hidden cards stay unseen."""

from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from cli.draw.glyphs import UNICODE
from cli.recorder.draft import reopen
from cli.recorder.journal import Journal
from cli.recorder.recorder import Recorder, Stopped
from engines.registry import OWN_DECKS
from notation.read import read
from notation.record import Ply, Record, Result
from notation.text_writer import write_ply, write_result
from replays.validate import INVALID, validate
from replays.view.playhead import Playhead
from tests.cli.running import ROOT, cgn


def example(path: Path) -> Record:
    with path.open("rb") as stream:
        record = next(read(stream, path.name)).record
    assert record is not None
    return record


def head(path: Path, record: Record) -> str:
    """The head of a record of the same game with unseen cards."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] == "["]
    kept = [line for line in lines if not line.startswith("[Seed")]
    for shuffle in Playhead(record).table.chance.shuffles:
        shown = f" -> {' '.join(shuffle.reveals)}" if record.game == "the_jam" else ""
        kept.append(f"~: {shuffle.pile} _{shown if shuffle.reveals else ''}")
    return "\n".join([*kept, ""])


@pytest.mark.parametrize(
    ("game", "open_cards"),
    [("point_salad", False), ("triggs", True)],
)
def test_a_whole_game_of_real_cards_is_written(
    game: str, tmp_path: Path, *, open_cards: bool
) -> None:
    path, file = ROOT / "examples" / f"{game}.cgn", tmp_path / "real.cgn"
    record = example(path)
    file.write_text(head(path, record), encoding="utf-8")
    assert record.result is not None
    plies = [entry for entry in record.plies if isinstance(entry, Ply)]
    with suppress(Stopped):
        written(file, plies, record.result, open_cards=open_cards)
    with file.open("rb") as stream:
        reading = next(read(stream, file.name))
    assert reading.record is not None
    assert reading.record.result == record.result
    recorded = [entry for entry in reading.record.plies if isinstance(entry, Ply)]
    assert [(ply.seat, ply.move) for ply in recorded] == [(ply.seat, ply.move) for ply in plies]
    assert validate(reading).verdict != INVALID


@pytest.mark.parametrize(
    ("game", "first"), [("grab_your_breakfast", 20), ("the_jam", 20), ("turkey_my_mayonnaise", 60)]
)
def test_a_game_of_real_cards_is_begun(game: str, first: int, tmp_path: Path) -> None:
    path, file = ROOT / "examples" / f"{game}.cgn", tmp_path / "real.cgn"
    record = example(path)
    file.write_text(head(path, record), encoding="utf-8")
    plies = [entry for entry in record.plies if isinstance(entry, Ply)][:first]
    written(file, plies, None, open_cards=True)
    assert f"\n{first}. " in file.read_text(encoding="utf-8")


def test_required_reveals_are_asked_for_again(
    tmp_path: Path,
) -> None:
    file, path = tmp_path / "jam.cgn", ROOT / "examples" / "the_jam.cgn"
    deck = next(line for line in head(path, example(path)).splitlines() if " -> " in line)
    cgn("new", "the_jam", "--seats", "Ana,Bo,Cleo", "-o", file)
    result = cgn("record", file, stdin=f"\n{deck.partition(' -> ')[2]}\n")
    assert "nobody saw them" not in result.output
    assert "different fruits are below them; these have 0; write" in result.output
    assert f"\n{deck}\n" in file.read_text(encoding="utf-8")


def test_a_pipe_without_required_reveals_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "jam.cgn"
    cgn("new", "the_jam", "--seats", "Ana,Bo", "-o", file)
    assert cgn("record", file, stdin="\n").exit_code == 1


@pytest.fixture
def lunch(tmp_path: Path) -> Path:
    """A game of Turkey My Mayonnaise with unseen hands, after Bo attacked Ana."""
    file = tmp_path / "lunch.cgn"
    cgn("new", "turkey_my_mayonnaise", "--seats", "Ana,Bo,Cleo", "-o", file)
    cgn("record", file, stdin="r15\np10 15\n")
    return file


def test_the_prompt_names_the_next_seat_and_those_who_may_answer(lunch: Path) -> None:
    with Journal(lunch) as journal:
        recorder = Recorder(journal, reopen(journal.text, "", OWN_DECKS), UNICODE, 120)
        assert recorder.prompt == "5 Cleo draws, or Ana answers (swat, sendback, pass)> "
        recorder.enter("swat")
        assert recorder.recording.draft.lines(5)[0] == "5. A: swat"
        assert recorder.prompt == "6 Cleo> "


@pytest.mark.parametrize("typed", ["discard tomato", "C: discard tomato", "Cleo: d tom"])
def test_a_play_after_an_attack_writes_the_draw_that_is_due(lunch: Path, typed: str) -> None:
    cgn("record", lunch, stdin=f"{typed}\n")
    lines = lunch.read_text(encoding="utf-8").splitlines()
    assert lines[-2:] == ["5. C: draw", "6. C: discard tomato"]


def test_a_mistake_is_underlined_only_directly_below_what_was_typed(tmp_path: Path) -> None:
    file = tmp_path / "lunch.cgn"
    cgn("new", "turkey_my_mayonnaise", "--seats", "Ana,Bo", "-o", file)
    after_draw = cgn("record", file, stdin="discard tomato\n" * 3).output
    assert "5. A: draw\n  no tomato is left to be this one" in after_draw
    again = cgn("record", file, stdin="discard tomato\n").output
    assert "^^^ no tomato is left to be this one" in again
    shortened = cgn("record", file, stdin="dis tomato\n").output
    assert "\n  no tomato is left to be this one" in shortened


def test_a_bank_ends_the_game_unless_somebody_stops_it(tmp_path: Path) -> None:
    path, file = ROOT / "examples" / "turkey_my_mayonnaise.cgn", tmp_path / "real.cgn"
    record = example(path)
    *before, last = [replace(ply, reveals=()) for ply in record.plies if isinstance(ply, Ply)]
    lines = [f"{write_ply(ply, number)}\n" for number, ply in enumerate(before, 1)]
    file.write_text(head(path, record) + "".join(lines), encoding="utf-8")
    written(file, [last], None, open_cards=False)
    assert "\n=" not in file.read_text(encoding="utf-8")
    with Journal(file) as journal:
        recorder = Recorder(journal, reopen(journal.text, "", OWN_DECKS), UNICODE, 160)
        assert recorder.prompt == (
            "114 the game ends (Enter), or Cleo or Ana answers (inspect, pass)> "
        )
        with pytest.raises(Stopped):
            recorder.enter("")
    assert record.result is not None
    assert file.read_text(encoding="utf-8").endswith(f"{write_result(record.result)}\n")


def written(file: Path, plies: list[Ply], result: Result | None, *, open_cards: bool) -> None:
    """Record plies; with `open_cards`, enter the cards that they reveal."""
    with Journal(file) as journal:
        draft = reopen(journal.text, str(file), OWN_DECKS)
        recorder = Recorder(journal, draft, UNICODE, 60)
        for number, ply in enumerate(plies, draft.plies + 1):
            recorder.enter(f"{ply.seat}: {ply.move}")
            while recorder.asking and recorder.prompt != "= ":
                reveal = open_cards and recorder.prompt == "-> "
                recorder.enter(" ".join(ply.reveals) if reveal else "")
            output = "\n".join(line.plain for line in recorder.printed())
            assert recorder.recording.draft.plies == number, output
        if result is not None:
            recorder.enter(write_result(result))
