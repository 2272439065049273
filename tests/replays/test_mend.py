"""Mending: every game's records come back byte for byte, and none is made worse."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from engines.registry import game_names
from notation.edits import edited
from notation.split_records import Chunk
from notation.text_reader import RawText
from notation.text_writer import write_text
from replays.mend import Mended, mend
from tests.docs.blocks import ROOT
from tests.replays.helpers import played

EXAMPLES = ROOT / "examples"
TRIGGS = (EXAMPLES / "triggs.cgn").read_text(encoding="utf-8")
_PLY = re.compile(r"(\d+)\. ([A-J]): ([^{@]*?)( -> [^{@!?]*?)?$")


def mended(text: str) -> Mended:
    """A record of text after its certain edits."""
    return mend(RawText("g.cgn", 1, Chunk(1, text.encode())))


def end_lines(lines: list[str], random: Random) -> Iterator[list[str]]:
    """The record with another score, with other winners, and without its end line."""
    *plies, end = lines
    _, winners, *scores = end.split(" ")
    at = random.randrange(len(scores))
    other = [*scores[:at], str(int(scores[at]) + random.randint(1, 9)), *scores[at + 1 :]]
    yield [*plies, " ".join(["=", winners, *other])]
    losers = next(seat for seat in "AB" if seat != winners)
    yield [*plies, " ".join(["=", losers, *scores])]
    yield [*plies, " ".join(["=", "*", *scores])]
    yield plies


def numbers(lines: list[str], random: Random) -> Iterator[list[str]]:
    """The record with one wrong number, and with all from one on too high."""
    plies = [at for at, line in enumerate(lines) if _PLY.match(line)]
    at = random.choice(plies)
    yield [*lines[:at], re.sub(r"^\d+", "7777", lines[at]), *lines[at + 1 :]]
    raised = (re.sub(r"^\d+", lambda found: str(int(found[0]) + 1), line) for line in lines[at:])
    yield [*lines[:at], *raised]


def reveals(lines: list[str], random: Random) -> Iterator[list[str]]:
    """The record with another card among its reveals, with one too many, and with one too few."""
    shown = [at for at, line in enumerate(lines) if " -> " in line]
    cards = sorted({card for at in shown for card in lines[at].split(" -> ")[1].split()})
    for change in (_another, _more, _fewer):
        at = random.choice(shown)
        move, written = lines[at].split(" -> ")
        yield [*lines[:at], f"{move}{change(written.split(), cards, random)}", *lines[at + 1 :]]


def _another(written: list[str], cards: list[str], random: Random) -> str:
    at = random.randrange(len(written))
    other = random.choice([card for card in cards if card != written[at]])
    return f" -> {' '.join([*written[:at], other, *written[at + 1 :]])}"


def _more(written: list[str], cards: list[str], random: Random) -> str:
    return f" -> {' '.join([*written, random.choice(cards)])}"


def _fewer(written: list[str], cards: list[str], random: Random) -> str:
    del random
    return f" -> {' '.join(written[1:] or cards[:2])}"


def typography(lines: list[str], random: Random) -> Iterator[list[str]]:
    """The record with signs of a word processor: in one line, and in all."""
    shown = [at for at, line in enumerate(lines) if " -> " in line]
    at = random.choice(shown)
    for sign in ("\u2192", "\u2013>", "\u2014>", "\u27f6"):
        yield [*lines[:at], lines[at].replace("->", sign), *lines[at + 1 :]]
    yield [line.replace("->", "\u2192") for line in lines]
    yield [*lines[:at], lines[at].replace(" ", "\u00a0"), *lines[at + 1 :]]
    yield [*lines[:-1], lines[-1].replace(" ", "\u202f")]
    tag = lines.index(random.choice([line for line in lines if line.startswith("[")]))
    open_and_close = random.choice(["\u201c\u201d", "\u201e\u201c", "\u00bb\u00ab"])
    quoted = re.sub('"(.*)"', rf"{open_and_close[0]}\1{open_and_close[1]}", lines[tag])
    if not quoted.startswith("[CGN"):
        yield [*lines[:tag], quoted, *lines[tag + 1 :]]


@pytest.mark.parametrize("mistakes", [end_lines, numbers, reveals, typography])
@pytest.mark.parametrize("game", game_names())
def test_a_record_with_one_mistake_is_mended_to_what_it_was(
    game: str, mistakes: Callable[[list[str], Random], Iterator[list[str]]]
) -> None:
    for seed in ("one", "two"):
        text = write_text(played(game, seed=seed))
        lines = text.rstrip("\n").split("\n")
        for wrong in mistakes(lines, Random(f"{game} {seed}")):  # noqa: S311 - which mistake
            spoiled = "\n".join(wrong) + "\n"
            done = mended(spoiled)
            assert done.raw.decode() == text, (seed, spoiled)
            assert done.report.verdict == "valid"
            assert done.edits or spoiled == text


def test_line_ends_notes_and_a_byte_order_mark_stay() -> None:
    text = ("\ufeff" + TRIGGS).replace("\n", "\r\n") + "\r\n% a note\r\n"
    wrong = text.replace("-> ", "\u2192 ", 3).replace("\r\n= B 39 41", "")
    assert mended(wrong).raw.decode() == text


def test_what_is_right_stays_as_it_is() -> None:
    loose = TRIGGS.replace("1. A: draw", "1.  A:   draw")
    assert mended(loose) == Mended(loose.encode(), (), mended(loose).report)


def test_a_gap_in_the_numbers_stays_if_a_ply_was_left_out() -> None:
    lines = TRIGGS.split("\n")
    for ply in (2, 30, 60, 87):
        at = next(at for at, line in enumerate(lines) if line.startswith(f"{ply}. "))
        text = "\n".join([*lines[:at], *lines[at + 1 :]])
        done = mended(text)
        assert (done.raw.decode(), done.edits) == (text, ())
        assert done.report.problem is not None
        assert done.report.problem.code == "cgn.ply-number"


def test_a_line_that_is_there_twice_is_taken_out() -> None:
    lines = TRIGGS.split("\n")
    at = next(at for at, line in enumerate(lines) if line.startswith("30. "))
    assert mended("\n".join([*lines[:at], lines[at], *lines[at:]])).raw.decode() == TRIGGS


def test_the_only_near_move_is_written_but_not_one_of_several() -> None:
    drawn = TRIGGS.replace("1. A: draw right left", "1. A: drwa right left")
    assert mended(drawn).raw.decode() == drawn
    only = TRIGGS.replace("4. A: extra 2", "4. A: extar 2")
    found = mended(only)
    assert (found.raw.decode() == TRIGGS) == (len(found.edits) == 1)
    crossed = TRIGGS.replace("88. B: cross 10 10,10", "88. B: cross 10 10,9+2")
    assert mended(crossed).edits == ()


def test_missing_shuffle_lines_of_the_deal_are_added() -> None:
    text = (EXAMPLES / "point_salad_table.cgn").read_text(encoding="utf-8")
    (last,) = re.findall(r"^~: deck _.*\n", text, re.MULTILINE)
    done = mended(text.replace(last, ""))
    assert done.report.verdict == "valid"
    assert done.raw.decode() == text.replace(last, "~: deck _\n")


@pytest.mark.parametrize(
    ("wrong", "titles"),
    [
        ({"~: deck _": "~: dekc _"}, ["Write `deck`"]),
        ({"~: CB _\n": "~: deck _\n"}, ["Write `CB`"]),
        ({"~: LE _\n": "~: ON _\n~: LE _\n"}, ["Take this line out"]),
        ({"~: LE _\n~: ON _\n": ""}, ["Add the lines `~: LE _`, `~: ON _`"]),
        (
            {"~: CB _\n": "", "~: LE _\n": "", "~: ON _\n": ""},
            ["Add the line `~: CB _`", "Add the lines `~: LE _`, `~: ON _`"],
        ),
    ],
)
def test_a_line_that_stands_where_that_of_another_pile_belongs_is_mended(
    wrong: dict[str, str], titles: list[str]
) -> None:
    text = right = (EXAMPLES / "point_salad_table.cgn").read_text(encoding="utf-8")
    for old, new in wrong.items():
        text = text.replace(old, new, 1)
    done = mended(text)
    assert [edit.title for edit in done.edits] == titles
    assert done.raw.decode() == right


def test_a_line_too_many_stays_if_it_has_cards() -> None:
    text = (EXAMPLES / "point_salad_table.cgn").read_text(encoding="utf-8")
    wrong = text.replace("~: LE _\n", "~: ON ON03 _\n~: LE _\n", 1)
    assert mended(wrong).raw.decode() == wrong


def test_a_line_after_a_ply_that_shuffles_nothing_is_taken_out_only_if_asked() -> None:
    right = (EXAMPLES / "point_salad_table.cgn").read_text(encoding="utf-8")
    wrong = right.replace("-> LE02\n", "-> LE02\n~: deck _\n", 1)
    done = mended(wrong)
    assert (done.raw.decode(), done.edits) == (wrong, ())
    assert done.report.problem is not None
    (edit,) = done.report.problem.edits
    assert edited(wrong, edit) == right


def test_lines_of_two_piles_that_are_swapped_stay() -> None:
    text = (EXAMPLES / "point_salad_table.cgn").read_text(encoding="utf-8")
    wrong = text.replace("~: LE _\n~: ON _\n", "~: ON _\n~: LE _\n", 1)
    assert mended(wrong).raw.decode() == wrong


def test_a_mistake_behind_another_one_is_mended_too() -> None:
    wrong = (
        TRIGGS.replace("39. A:", "93. A:")
        .replace("= B 39 41", "= A 39 41")
        .replace("->", "\u2013>", 9)
    )
    done = mended(wrong)
    assert (done.raw.decode(), len(done.edits)) == (TRIGGS, 11)


def test_bytes_that_are_not_utf8_stay() -> None:
    raw = TRIGGS.encode().replace(b"Back room", b"Back r\xf6m")
    assert mend(RawText("g.cgn", 1, Chunk(1, raw))).raw == raw


def test_reveals_of_another_seed_stay() -> None:
    other = TRIGGS.replace('[Seed "tuesday-7"]', '[Seed "tuesday-8"]')
    assert mended(other).raw.decode() == other


def test_reveals_that_rest_on_unseen_cards_stay() -> None:
    text = (EXAMPLES / "point_salad_table.cgn").read_text(encoding="utf-8")
    wrong = text.replace("1. A: point 2 -> LE02", "1. A: point 2 -> LE02 LE03")
    assert mended(wrong).raw.decode() == wrong
