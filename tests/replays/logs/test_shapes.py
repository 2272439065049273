"""Logs of every shape: documents, several games, text, and what their cells may be."""

import json

import pytest

from notation.diagnostics import Diagnostic
from notation.outcome import Reading
from notation.record import Ply
from notation.text_writer import write_text
from replays.logs.mapping import BadMapping, read_mapping
from replays.logs.read_log import read_log

PLAYERS = '[header]\nGame = "triggs"\nA = "Ana"\nB = "Bo"\nSeed = "tuesday-7"\n'
COLUMNS = '[columns]\nseat = "who"\naction = "do"\nto = "to"\nreveals = "got"\ntime = "at"\n'
MOVES = '[moves]\ndraw = "draw {to:words}"\nend = "= {to}"\nsay = ""\n"*" = "{action}"\n'
EVENTS = [{"who": "Ana", "do": "draw right left"}, {"who": "Bo", "do": "draw left left"}]
DRAWN = ["1. A: draw right left", "2. B: draw left left"]


def readings(log: object, mapping: str) -> list[Reading]:
    raw = log if isinstance(log, str) else json.dumps(log, indent=1)
    return list(read_log(raw.encode(), "log", read_mapping(mapping.encode())))


def plies(reading: Reading) -> list[str]:
    assert reading.record is not None, reading.problem
    return [line for line in write_text(reading.record).splitlines() if line[:1].isdigit()]


def problem(log: object, mapping: str) -> Diagnostic:
    (reading,) = readings(log, mapping)
    assert reading.problem is not None
    return reading.problem


def time_of(cells: list[str], column: str) -> list[float | None]:
    mapping = PLAYERS + COLUMNS.replace('"at"', column) + MOVES
    rows = "".join([f"A;draw right left;;;{cell}\n" for cell in cells])
    (reading,) = readings(f"who;do;to;got;at\n{rows}", mapping)
    assert reading.record is not None, reading.problem
    return [ply.at for ply in reading.record.plies if isinstance(ply, Ply)]


def test_pointers_lead_to_the_rows_of_a_document() -> None:
    mapping = 'records = "/log/0/events"\n' + PLAYERS + COLUMNS + MOVES
    (reading,) = readings({"log": [{"events": EVENTS}]}, mapping)
    assert plies(reading) == DRAWN


def test_a_document_may_itself_be_the_list_of_rows() -> None:
    (reading,) = readings(EVENTS, 'records = ""\n' + PLAYERS + COLUMNS + MOVES)
    assert plies(reading) == DRAWN


@pytest.mark.parametrize("as_lines", [True, False])
def test_a_file_holds_several_games_with_headers_of_their_own(as_lines: bool) -> None:  # noqa: FBT001 - a parameter
    header = '[header]\nGame = "{game}"\nA = "{a}"\nB = "{b}"\nSeed = "x"\nDate = "{day:date}"\n'
    columns = 'game = "/game"\na = "/seats/0/name"\nb = "/seats/1/name"\nday = "/begun"\n'
    games = [
        {
            "game": "Point Salad",
            "seats": [{"name": name}, {"name": "Bo"}],
            "begun": "2026-11-22T19:00:00Z",
            "events": [{"who": name, "do": "point 2"}],
        }
        for name in ("Ana", "Cleo")
    ]
    mapping = 'records = "/events"\n' + header + COLUMNS + columns + MOVES
    if as_lines:
        found = readings("".join([json.dumps(game) + "\n" for game in games]), mapping)
    else:
        found = readings({"games": games}, 'games = "/games"\n' + mapping)
    records = [reading.record for reading in found]
    assert [record and (record.game, record.seats[0]) for record in records] == [
        ("point_salad", "Ana"),
        ("point_salad", "Cleo"),
    ]
    assert [record and record.tags for record in records] == [{"Date": "2026-11-22"}] * 2


def test_a_column_tells_games_apart_that_mix() -> None:
    log = "table,who,do,to,got,at\n1,A,draw,right left,,\n2,A,draw,left left,,\n1,B,say,,,\n"
    first, second = readings(log, 'game = "table"\n' + PLAYERS + COLUMNS + MOVES)
    assert plies(first) == ["1. A: draw right left"]
    assert plies(second) == ["1. A: draw left left"]
    assert (first.source.record, second.source.record) == (1, 2)


def test_a_mistake_in_one_game_leaves_the_others() -> None:
    log = "table,who,do,to,got,at\n1,Zoe,draw,right left,,\n2,A,draw,left left,,\n"
    first, second = readings(log, 'game = "table"\n' + PLAYERS + COLUMNS + MOVES)
    assert first.problem is not None
    assert plies(second) == ["1. A: draw left left"]


def test_winners_targets_and_scores_go_by_the_names_of_players() -> None:
    mapping = PLAYERS + COLUMNS + 'won = "won"\npoints = "points"\n'
    mapping += '[moves]\nend = "= {won:seats} {points:scores}"\n[seats]\n7 = "B"\nnone = "*"\n'
    for won, letters in (("Ana", ("A",)), (["Ana", "7"], ("A", "B")), ("none", ())):
        (reading,) = readings(
            json.dumps({"do": "end", "won": won, "points": {"7": 3, "Ana": 4}}), mapping
        )
        assert reading.record is not None, reading.problem
        assert reading.record.result is not None
        assert (reading.record.result.winners, reading.record.result.scores) == (letters, (4, 3))


@pytest.mark.parametrize(
    ("column", "cells", "seconds"),
    [
        ('"at"', ["0:05", "1:02:03.5"], [5, 3723.5]),
        ('{ column = "at", unit = "s" }', ["1.25", "90"], [1.25, 90]),
        ('{ column = "at", unit = "ms" }', ["1250", "90000"], [1.25, 90]),
        ('{ column = "at", unit = "unix" }', ["1795978800", "1795978801.5"], [0, 1.5]),
        ('{ column = "at", unit = "unix-ms" }', ["1795978800250", "1795978800300"], [0, 0.05]),
        ('{ column = "at", unit = "time-of-day" }', ["23:59", "0:01", "0:02:30"], [0, 120, 210]),
        ('"at"', ["2026-11-22T23:59:59Z", "2026-11-23T01:00:00.5+01:00"], [0, 1.5]),
        ('"at"', ["2026-11-22 19:03:07", "2026-11-22 19:04"], [0, 53]),
    ],
)
def test_times_have_units(column: str, cells: list[str], seconds: list[float]) -> None:
    assert time_of(cells, column) == seconds


@pytest.mark.parametrize(
    ("column", "cells", "message", "advice"),
    [
        ('"at"', ["1250"], "`1250` has no unit", '`time = {column = "at", unit = "ms"}`'),
        ('{ column = "at", unit = "ms" }', ["23:52"], "`23:52` is not a number", "unit"),
        ('{ column = "at", unit = "ms" }', ["soon"], "`soon` is not a number", "unit"),
        ('{ column = "at", unit = "s" }', ["1795978800"], "more than a game can last", "unix"),
        ('"at"', ["2026-11-22T19:00", "2026-11-22T18:59"], "before the first time", "correct"),
        ('"at"', ["2026-11-22T19:00", "2026-11-22T19:00Z"], "time zone", "correct"),
        ('"at"', ["2026-13-22T19:00"], "no date with a time", "2026-11-22T19:03:07"),
        ('{ column = "at", unit = "time-of-day" }', ["24:01"], "not a time of day", "19:03"),
    ],
)
def test_a_time_without_a_meaning_is_refused(
    column: str, cells: list[str], message: str, advice: str
) -> None:
    rows = "".join([f"A;draw right left;;;{cell}\n" for cell in cells])
    mapping = PLAYERS + COLUMNS.replace('"at"', column) + MOVES
    diagnostic = problem(f"who;do;to;got;at\n{rows}", mapping)
    assert message in diagnostic.message
    assert advice in (diagnostic.help or "")
    assert (diagnostic.label, diagnostic.place.line) == ("column `at`", len(cells) + 1)


CARDS = '[cards]\npepper = "PE"\n"onion 4" = "ON04"\n'
SALAD = PLAYERS.replace("triggs", "point_salad")


def test_cards_may_be_objects() -> None:
    columns = COLUMNS.replace('"got"', '{ column = "got", card = "{veg}{id:02}" }')
    row = {"who": "A", "do": "point 2", "got": {"veg": "pepper", "id": 8}}
    (reading,) = readings(json.dumps(row), SALAD + columns + MOVES + CARDS)
    assert plies(reading) == ["1. A: point 2 -> PE08"]


def test_cards_may_come_from_two_cells() -> None:
    columns = COLUMNS.replace('"got"', '{ card = "{veg}{id:02}" }') + 'veg = "veg"\nid = "id"\n'
    log = 'who,do,to,at,veg,id\nA,"veg 1a,1b",,,"pepper,PE","8,13"\nB,point 2,,,,\n'
    (reading,) = readings(log, SALAD + columns + MOVES + CARDS)
    assert plies(reading) == ["1. A: veg 1a,1b -> PE08 PE13", "2. B: point 2"]


@pytest.mark.parametrize(
    ("column", "row", "message", "advice"),
    [
        ('"got"', {"got": {"veg": "pepper", "id": 8}}, "an object, with `veg`, `id`", "{veg}{id}"),
        ('{ column = "got", card = "{suit}" }', {"got": [{"veg": "x"}]}, "no `suit`", "{suit}"),
        ('{ card = "{to}{time}" }', {"to": "x"}, "to has 1, time has 0", "{to}{time}"),
    ],
)
def test_an_object_that_is_no_card_is_refused(
    column: str, row: dict[str, object], message: str, advice: str
) -> None:
    mapping = SALAD + COLUMNS.replace('"got"', column) + MOVES
    diagnostic = problem(json.dumps({"who": "A", "do": "point 2", **row}), mapping)
    assert message in diagnostic.message
    assert advice in (diagnostic.help or "")


def test_rows_without_a_seat_are_skipped_or_mapped() -> None:
    log = "who,do,to,got,at\n,draw right left,,,\nDealer,draw,,,\nA,draw left left,,,\n"
    skipping = PLAYERS + COLUMNS + MOVES + '[seats]\n"" = ""\nDealer = ""\n'
    assert plies(readings(log, skipping)[0]) == ["1. A: draw left left"]
    mapping = skipping.replace('"" = ""\nDealer', '"" = "B"\nDealer')
    assert plies(readings(log, mapping)[0]) == ["1. B: draw right left", "2. A: draw left left"]
    diagnostic = problem(log, PLAYERS + COLUMNS + MOVES)
    assert diagnostic.message == "this row does not say whose move it is"
    assert '`"" = ""`' in (diagnostic.help or "")
    assert "[columns] seat is `who`, empty here" in (diagnostic.help or "")
    nobody = problem(log, PLAYERS + COLUMNS.replace('seat = "who"\n', "") + MOVES)
    assert "name in [columns], as `seat`, the column of the player" in (nobody.help or "")


def test_a_row_may_be_several_plies_of_both_players() -> None:
    mapping = (
        '[header]\nGame = "triggs"\nA = "Ana"\nB = "Bo"\nSeed = "tuesday-7"\n'
        '[columns]\nana = "Ana"\nbo = "Bo"\nseen = "Seen"\ncomment = "Note"\n'
        '[moves]\n"*" = """\nA: draw {ana:words} -> {seen:words}\nB: draw {bo:words}\n"""\n'
    )
    log = 'Ana;Bo;Seen;Note\nleft,right;left,left;3,4;"first"\nleft,left;;;\n'
    assert plies(readings(log, mapping)[0]) == [
        "1. A: draw left right -> 3 4",
        "2. B: draw left left {first}",
        "3. A: draw left left",
    ]


def test_rows_may_follow_the_end_if_they_are_skipped() -> None:
    log = "who,do,to,got,at\n,end,A 3 4,,\nA,say,,,\n"
    assert readings(log, PLAYERS + COLUMNS + MOVES)[0].record is not None


CHAT = r"""
pattern = ['(?P<seat>\w+) (?P<action>draws) (?P<piles>.+)', '\w+: .*']
"""


def test_lines_of_text_are_read_by_patterns() -> None:
    mapping = CHAT + PLAYERS + '[moves]\ndraws = "draw {piles:words}"\n'
    (reading,) = readings("Ana draws right, left\n\nBo: hi\nBo draws left, left\n", mapping)
    assert plies(reading) == DRAWN


def test_a_line_that_fits_no_pattern_is_shown() -> None:
    mapping = CHAT + PLAYERS + '[moves]\ndraws = "draw {piles:words}"\n'
    diagnostic = problem("Ana draws right, left\n* ping\n", mapping)
    assert diagnostic.message == "`* ping` fits no pattern of the mapping"
    assert (diagnostic.place.line, diagnostic.place.column, diagnostic.place.end) == (2, 1, 7)


@pytest.mark.parametrize(
    ("log", "message", "pointer"),
    [
        ({"moves": EVENTS}, "there is nothing at `/events`", None),
        ({"events": {}}, "there is no list at `/events`", "/events"),
        ({"events": [EVENTS[0], 7]}, "this row is no object", "/events/1"),
        ({"events": [{**EVENTS[0], "who": "Zoe"}]}, "`Zoe` is not a player", "/events/0/who"),
    ],
)
def test_a_mistake_in_a_document_is_shown_in_its_place(
    log: object, message: str, pointer: str | None
) -> None:
    diagnostic = problem(log, 'records = "/events"\n' + PLAYERS + COLUMNS + MOVES)
    assert message in diagnostic.message
    assert diagnostic.place.pointer == pointer


@pytest.mark.parametrize(
    ("header", "rows", "message", "advice"),
    [
        ('Game = "{to}"\nA = "Ana"\nB = "Bo"', "A,say,trigs,,", "unknown game", "[header] Game"),
        ('Game = "triggs"\nA = "{to}"', "A,say,Ana,,", "at least two seats", "[header]"),
        ('Game = "triggs"\nA = "Ana"\nB = "{to}"', ",say,x\x07,,", "control", "[header] B"),
        (
            'Game = "triggs"\nA = "Ana"\nB = "Bo"\nDate = "{to:date}"',
            "A,say,22.11.,,",
            "`22.11.` does not begin with a date",
            "2026-11-22",
        ),
    ],
)
def test_a_wrong_header_is_shown_in_the_row_that_gave_it(
    header: str, rows: str, message: str, advice: str
) -> None:
    diagnostic = problem(f"who,do,to,got,at\n{rows}\n", f"[header]\n{header}\n" + COLUMNS + MOVES)
    assert message in diagnostic.message
    assert advice in (diagnostic.help or "")
    assert diagnostic.place.line == 2


@pytest.mark.parametrize(
    ("mapping", "message"),
    [
        ('records = "events"\n' + PLAYERS + COLUMNS + MOVES, 'write a JSON pointer, such as "/eve'),
        ('games = "/games"\n' + PLAYERS + COLUMNS + MOVES, "where the rows of a game are"),
        ('game = ""\n' + PLAYERS + COLUMNS + MOVES, "game is empty"),
        (CHAT + 'records = ""\n' + PLAYERS + MOVES, "leave one out"),
        ("pattern = '('\n" + PLAYERS + MOVES, "pattern: missing )"),
        (CHAT + PLAYERS + '[columns]\nto = "pile"\n' + MOVES, "(?P<pile>…)`; did you mean"),
        (PLAYERS + COLUMNS + 'T = "x"\n' + MOVES, "[columns] T: this is no name"),
        (PLAYERS + COLUMNS + "card = {}\n" + MOVES, "[columns] card: name a column"),
        (PLAYERS + COLUMNS.replace('"to"', '{ column = "to", unit = "s" }') + MOVES, "has a unit"),
        (PLAYERS + COLUMNS.replace('"at"', '{ column = "at", unit = "h" }') + MOVES, "'h'"),
        (PLAYERS + COLUMNS + 'x = { card = "{y}" }\n' + MOVES, "[columns] x: unknown `{y}`"),
        (PLAYERS + COLUMNS + MOVES + '[seats]\nZoe = "Z"\n', "[seats] Zoe: `Z` is no seat"),
        (PLAYERS + 'Date = "{day}"\n' + COLUMNS + MOVES, "[header] Date: unknown `{day}`"),
    ],
)
def test_a_mapping_that_contradicts_itself_is_refused(mapping: str, message: str) -> None:
    with pytest.raises(BadMapping) as refused:
        read_mapping(mapping.encode())
    assert message in refused.value.message
