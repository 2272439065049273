"""Logs become records, and errors are placed in their rows."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.diagnostics import Diagnostic
from notation.outcome import Reading
from notation.record import Record, Shuffle
from notation.text_writer import write_text
from replays.logs.mapping import BadMapping, read_mapping
from replays.logs.read_log import read_log
from replays.validate import validate
from tests.docs.blocks import ROOT, blocks, titled

EXAMPLES = ROOT / "examples" / "mapping"
PAGE = (ROOT / "docs" / "mapping.md").read_text(encoding="utf-8")
HEADER = '[header]\nGame = "triggs"\nA = "Ana"\nB = "Bo"\nSeed = "tuesday-7"\n'
MAPPING = (
    HEADER
    + """
[columns]
seat = "who"
action = "what"
cards = "cards"
row = "row"
reveals = "drawn"
mark = "mark"
comment = "note"
time = "at"

[moves]
draw = "draw {cards:words}"
cross = "cross {row} {cards}"
both = "cross {row} {cards:sum}"
extra = "extra {row}"
mix = "~: {row} {cards:words} -> {reveals:words}"
end = "= {cards}"
nothing = ""
"*" = "{action}"

[cards]
L = "left"
R = "right"
"""
)
COLUMNS = "who,what,row,cards,drawn,mark,note,at\n"
REQUIRED = MAPPING.replace('"*" = "{action}"', "")

OF_TEXT = f"""{HEADER}[columns]\nseat = "who"\naction = "what"\n[moves]\n"*" = "{{action}}"\n"""


def read(log: bytes, mapping: bytes, file: str = "log.csv") -> Reading:
    """The only record of a log."""
    (reading,) = read_log(log, file, read_mapping(mapping))
    return reading


def record(rows: str, mapping: str = MAPPING) -> Record:
    reading = read((COLUMNS + rows).encode(), mapping.encode())
    assert reading.record is not None, reading.problem
    return reading.record


def problem(log: str, mapping: str = MAPPING) -> Diagnostic:
    reading = read(log.encode(), mapping.encode())
    assert reading.problem is not None
    return reading.problem


def marked(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    return place.text[(place.column or 1) - 1 : (place.end or 1) - 1]


@pytest.mark.parametrize(
    ("log", "scores"),
    [
        ("bot.jsonl", [(41, 39)]),
        ("chat.txt", [(20, 20, 17)]),
        ("club.csv", [(69, 64)]),
        ("events.jsonl", [(50, 48), (73, 63, 41)]),
        ("turns.csv", [(39, 41)]),
    ],
)
def test_the_examples_are_complete_games(log: str, scores: list[tuple[int, ...]]) -> None:
    mapping = read_mapping((EXAMPLES / log).with_suffix(".toml").read_bytes())
    readings = read_log((EXAMPLES / log).read_bytes(), log, mapping)
    reports = [validate(reading) for reading in readings]
    assert [(report.verdict, report.scores, report.warnings) for report in reports] == [
        ("valid", score, ()) for score in scores
    ]


def test_the_mapping_of_the_page_gives_its_lines() -> None:
    toml = next(text for words, text in titled("toml", PAGE) if not words)
    log, lines = blocks("", PAGE)
    reading = read(log.encode(), toml.encode())
    assert reading.record is not None
    written = write_text(reading.record).splitlines()
    plies = [line.partition(". ")[2] for line in written if line[:1].isdigit()]
    assert plies == [line.partition(". ")[2] for line in lines.splitlines()]


def test_the_document_of_the_page_is_read_by_its_mapping() -> None:
    ((_, log),) = titled("json", PAGE)
    mapping = next(text for words, text in titled("toml", PAGE) if words == ["games"])
    made = read(log.encode(), mapping.encode()).record
    assert made is not None
    assert made.tags == {"Date": "2026-11-17"}
    assert write_text(made).splitlines()[-1] == "1. A: draw right left -> 3 3 @0:37"


def test_every_column_becomes_its_part_of_a_ply() -> None:
    made = record('Ana,Draw,,"L, R",3 ,!,so be it,1:02.5\nb,CROSS,3,"3,2 + 1",,,,1:05\n')
    assert write_text(made).splitlines()[-2:] == [
        "1. A: draw left right -> 3 ! {so be it} @1:02.5",
        "2. B: cross 3 3,2+1 @1:05",
    ]


def test_rows_may_be_shuffles_skipped_or_the_end() -> None:
    rows = ',mix,deck,"3,_","5,6",,,\n,nothing,,,,,,\nA,draw left left,,,,,,\n,end,,A 3 4,,,,\n'
    made = record(rows)
    lines = write_text(made).splitlines()[-3:]
    assert lines == ["~: deck 3 _ -> 5 6", "1. A: draw left left", "= A 3 4"]


def test_the_items_of_a_cell_can_become_a_sum() -> None:
    assert record('A,both,9,"5,4",,,,\n').plies[0].move == "cross 9 5+4"  # type: ignore[union-attr]


def test_without_seed_and_shuffles_the_cards_are_unseen() -> None:
    made = record("A,draw,,L,,,,\n", MAPPING.replace('Seed = "tuesday-7"\n', ""))
    assert made.plies[0] == Shuffle("deck", ("_",))
    assert "A" in made.plies[1].seat  # type: ignore[union-attr]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_tables_have_any_usual_delimiter_and_line_end(delimiter: str, end: str) -> None:
    row = ["A", "draw", "", "L", "", "", '"one\ntwo ""three"""', ""]
    text = "\ufeff" + COLUMNS.replace(",", delimiter) + delimiter.join(row) + "\n"
    log = text.replace("\n", end).encode()
    reading = read(log, MAPPING.encode())
    assert reading.record is not None
    assert reading.record.plies[0].comments == ('one\ntwo "three"',)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("row", "code", "mark"),
    [
        ("A,drwa,,L,,,,", "cgn.verb", "drwa"),
        ("Zoe,draw,,L,,,,", "cgn.turn", "Zoe"),
        (",draw,,L,,,,", "cgn.ply-syntax", ",draw,,L,,,,"),
        ("A,draw,,,,,,", "cgn.argument", "draw"),
        ("A,draw,,sideways,,,,", "cgn.argument", "sideways"),
        ("A,cross,3,3;3,,,,", "cgn.ply-syntax", "cross"),
        ("A,draw,,L,,!!!,,", "cgn.ply-syntax", "!!!"),
        ("A,draw,,L,,,,noon", "cgn.ply-syntax", "noon"),
        ("A,draw,,L,<3>,,,", "cgn.ply-syntax", "<3>"),
        ("A,draw,,L,,,a\x07b,", "cgn.control-character", "a\x07b"),
        (",mix,deck,,,,,", "cgn.shuffle-syntax", "mix"),
        (",end,,A,,,,", "cgn.end-syntax", "end"),
        (",end,,A 1 2 3,,,,", "cgn.end-syntax", "end"),
        (",,,L,,,,", "cgn.verb", ",,,L,,,,"),
        (",end,,A 3 4,,,,\nA,draw,,L,,,,", "cgn.after-end", "A,draw,,L,,,,"),
    ],
)
def test_a_mistake_is_shown_in_its_cell(row: str, code: str, mark: str) -> None:
    diagnostic = problem(COLUMNS + "B,nothing,,,,,,\n" + row + "\n", REQUIRED)
    assert (diagnostic.code, marked(diagnostic)) == (code, mark)
    assert diagnostic.place.line == 2 + 1 + row.count("\n")


def test_an_unknown_action_gets_a_suggestion() -> None:
    assert problem(COLUMNS + "A,drwa,,L,,,,\n", REQUIRED).help == "did you mean `draw`?"
    diagnostic = problem(COLUMNS + "A,zzz,,L,,,,\n", REQUIRED)
    assert diagnostic.help == "say in [moves] what it stands for; an empty text skips such rows"


def test_an_illegal_move_is_shown_in_its_cell() -> None:
    log = COLUMNS + 'A,draw,,"R,L",,,,\nB,draw,,"R,L",,,,\nA,cross,3,"3,4",,,,\n'
    reading = read(log.encode(), MAPPING.encode())
    diagnostic = validate(reading).problem
    assert diagnostic is not None
    assert (diagnostic.place.file, diagnostic.place.line, marked(diagnostic)) == (
        "log.csv",
        4,
        "3,4",
    )


def test_nested_fields_of_json_are_found() -> None:
    mapping = MAPPING.replace('"cards"', '"do.cards"')
    log = '{"who": "A", "what": "draw", "do": {"cards": ["L", "nowhere"]}}\n'
    diagnostic = problem(log, mapping)
    assert (marked(diagnostic), diagnostic.place.pointer) == ('["L", "nowhere"]', "/do/cards")


def test_long_numbers_of_json_keep_their_digits() -> None:
    diagnostic = problem('{"who": 12345678901234567890, "what": "draw", "cards": ["L"]}\n')
    assert "12345678901234567890" in diagnostic.message


@pytest.mark.parametrize(
    ("log", "code"),
    [
        ("{\n", "cgn.json-syntax"),
        ('{"who": "A", "who": "B"}\n', "cgn.duplicate-key"),
        ('{"what": "nothing"}\n[1]\n', "cgn.json-type"),
        ("who,what\nA,draw\n", "cgn.missing-key"),
        ("", "cgn.missing-key"),
        ('who,what,row,cards,drawn,mark,note,at\nA,"draw" it,,L,,,,\n', "cgn.ply-syntax"),
    ],
)
def test_a_log_that_is_neither_a_table_nor_json_is_refused(log: str, code: str) -> None:
    assert problem(log).code == code


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("header = 1", "Expected `object`, got `int` - at `$.header`"),
        (MAPPING + "\n[sets]\n", "Object contains unknown field `sets`"),
        (REQUIRED.replace('action = "what"', ""), "[columns] has no `action`"),
        (f'separator = ""\n{MAPPING}', "separator is empty"),
        (MAPPING.replace("triggs", "trigs"), "[header]: unknown game"),
        (MAPPING.replace('B = "Bo"', ""), "[header]: a game needs at least two seats"),
        (
            MAPPING.replace("{row}", "{line}"),
            "[moves] cross: unknown `{line}`; [columns] has {seat}",
        ),
        (MAPPING.replace(":sum", ":add"), "[moves] both: unknown `{cards:add}`"),
        ("[header", "Expected"),
    ],
)
def test_an_invalid_mapping_is_refused(toml: str, message: str) -> None:
    with pytest.raises(BadMapping) as refused:
        read(COLUMNS.encode(), toml.encode())
    assert message in refused.value.message


@given(
    st.one_of(
        st.binary(),
        st.text(alphabet='{}[]",:;\n\r A1_~=->draw\\u').map(str.encode),
        st.lists(st.text(alphabet='A,"draw L\n;~='), max_size=5).map(
            lambda rows: (COLUMNS + "\n".join(rows)).encode()
        ),
    )
)
def test_any_log_is_refused_or_gives_a_record_that_can_be_written(log: bytes) -> None:
    for shape in ("", 'records = ""\n', 'game = "who"\n', "pattern = '(?P<who>.)(?P<what>.*)'\n"):
        mapping = shape + (MAPPING if "pattern" not in shape else OF_TEXT)
        for reading in read_log(log, "log", read_mapping(mapping.encode())):
            assert (reading.record is None) != (reading.problem is None)
            if reading.record is not None:
                write_text(reading.record)
                validate(reading)


def test_the_examples_use_every_part_of_a_ply_but_marks() -> None:
    used = chain.from_iterable(
        read_mapping(path.read_bytes()).columns for path in sorted(EXAMPLES.glob("*.toml"))
    )
    assert {"seat", "action", "reveals", "comment", "time", "cards"} <= set(used)
