"""`cgn show`: a position as a drawing or as data."""

import json
from pathlib import Path

import pytest

from cli.draw.glyphs import UNICODE
from tests.cli.running import EXAMPLE, JAM, OTHER, ROOT, broken, cgn

HEADER = """\
[CGN "1"]
[Game "triggs"]
[Rules "1"]
[A "Ana"]
[B "Bo"]

"""

POSITION = """\
Triggs · Tuesday club · round 1                                      ply 1 of 88
Ana draws 3 from the right pile and 3 from the left pile.
▶ Bo (B) draws, discards or crosses off

 left 23             middle 50           right 23            discard 0
  ┃6┃                 ┃▒┃                 ┃10┃                 ·

  A Ana                        0 of 41 │ ▶ B Bo                         0 of 41
   1 ▫▫             7 ▫▫▫▫             │    1 ▫▫             7 ▫▫▫▫
   2 ▫▫             8 ▫▫▫▫             │    2 ▫▫             8 ▫▫▫▫
   3 ▫▫             9 ▫▫▫▫             │    3 ▫▫             9 ▫▫▫▫
   4 ▫▫▫           10 ▫▫▫▫             │    4 ▫▫▫           10 ▫▫▫▫
   5 ▫▫▫           11 ▫▫▫▫▫            │    5 ▫▫▫           11 ▫▫▫▫▫
   6 ▫▫▫           12 ▫▫▫▫▫            │    6 ▫▫▫           12 ▫▫▫▫▫
  hand 7 of 10  2 [3] [3] 10 11 11 12  │   hand 5 of 10  1 5 6 7 11
"""


def test_a_position_is_drawn() -> None:
    result = cgn("show", EXAMPLE, "--ply", "1")
    assert (result.exit_code, result.stdout) == (0, POSITION)


def test_the_last_position_is_the_default() -> None:
    assert "ply 88 of 88" in cgn("show", EXAMPLE).stdout
    assert "\n★ Bo (B) wins (A 39, B 41)\n" in cgn("show", EXAMPLE).stdout


def test_a_view_shows_only_what_a_seat_sees() -> None:
    shown = cgn("show", EXAMPLE, "--ply", "1", "--view", "b").stdout
    assert "ply 1 of 88 · view B" in shown
    assert "hand 5 of 10  1 5 6 7 11" in shown
    assert "hand 7 of 10  [▒] [▒] ▒ ▒ ▒ ▒ ▒" in shown
    assert "  ┃6┃                 ┃▒┃ " in shown


@pytest.mark.parametrize(("view", "places"), [("A", (9, -1)), ("B", (0, -1)), ("public", (0, 9))])
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_view_gives_no_hint_of_a_hidden_card(
    view: str, places: tuple[int, int], form: str, tmp_path: Path
) -> None:
    """Two deals that differ only in two cards hidden from the view are drawn alike."""
    path = tmp_path / "deal.cgn"
    deck = [str(value) for value in range(1, 13)] * 9
    one, other = places
    drawn = []
    for _ in range(2):
        path.write_text(f"{HEADER}~: deck {' '.join(deck)}\n")
        drawn.append(
            [cgn("show", path, "--view", v, "--format", form).stdout for v in (view, "all")]
        )
        deck[one], deck[other] = deck[other], deck[one]
    assert drawn[0][0] == drawn[1][0]
    assert drawn[0][1] != drawn[1][1]


@pytest.mark.parametrize("file", [EXAMPLE, OTHER])
def test_of_a_pile_only_open_cards_are_shown(file: Path) -> None:
    everything = cgn("show", file, "--ply", "5").stdout.splitlines()
    public = cgn("show", file, "--ply", "5", "--view", "public").stdout.splitlines()
    shared = slice(everything.index("") + 1, everything.index("") + 3)
    assert everything[shared] == public[shared]


def test_points_stand_beside_the_cards_that_give_them() -> None:
    shown = cgn("show", JAM, "--ply", "16").stdout
    assert "jams   2  cherry/peach 2  dogwood/strawberry 4" in shown
    assert "tasks     W6 strawberry cherry gooseberry dogwood = 7" in shown
    assert f"3/carrot {UNICODE.minus}2/onion = 1" in cgn("show", OTHER, "--ply", "30").stdout


def test_unseen_and_hidden_cards_have_different_symbols(tmp_path: Path) -> None:
    path = tmp_path / "redacted.cgn"
    path.write_text(cgn("redact", JAM, "--view", "A").stdout)
    unknown = cgn("show", path, "--ply", "50").stdout
    assert "  B Tom ?   tasks ?\n  hand   4  ? " in unknown
    hidden = cgn("show", JAM, "--ply", "50", "--view", "A").stdout
    assert "tasks ▒\n  hand   4  ▒ " in hidden
    assert "?" not in hidden


def test_json_is_the_frame() -> None:
    result = cgn("show", EXAMPLE, "--ply", "1", "--view", "B", "--format", "json")
    frame = json.loads(result.stdout)
    assert frame["ply"] == 1
    assert frame["view"] == "B"
    assert frame["sentence"]["text"] == "Ana draws 3 from the right pile and 3 from the left pile"
    hand = next(zone for zone in frame["zones"] if zone["key"] == "hand.A")
    assert {card["code"] for card in hand["cards"]} == {None}
    assert frame["scores"] == [0, 0]


def test_a_time_in_json_is_in_seconds(tmp_path: Path) -> None:
    path = tmp_path / "half.cgn"
    path.write_text(EXAMPLE.read_text().replace("@0:37\n", "@0:37.5\n", 1))
    times = [
        json.loads(cgn("show", file, "--ply", ply, "--format", "json").stdout)["at"]
        for file, ply in ((EXAMPLE, "0"), (EXAMPLE, "1"), (path, "1"))
    ]
    assert times == [None, 37, 37.5]


@pytest.mark.parametrize("width", [24, 33, 60, 80, 120, 200])
@pytest.mark.parametrize("file", [EXAMPLE, OTHER])
def test_no_line_is_wider_than_requested(width: int, file: Path) -> None:
    for ply in (0, 1, 20, 40):
        shown = cgn("show", file, "--ply", str(ply), env={"COLUMNS": str(width)}).stdout
        assert max(map(len, shown.splitlines())) <= width


def test_two_seats_stand_side_by_side_on_a_wide_screen() -> None:
    shown = cgn("show", EXAMPLE, "--ply", "1", env={"COLUMNS": "120"}).stdout
    assert "  A Ana " in next(line for line in shown.splitlines() if "▶ B Bo " in line)


def test_empty_zones_and_unset_flags_take_no_line(tmp_path: Path) -> None:
    path = tmp_path / "ten.cgn"
    path.write_text(
        cgn("simulate", "turkey_my_mayonnaise", "--seats", "10", "--seed", "ten").stdout
    )
    start = cgn("show", path, "--ply", "0").stdout
    assert "misses a turn" not in start
    assert "to go" not in start
    assert cgn("show", path, "--ply", "150").stdout.count("· misses a turn") == 2


def test_colour_is_used_only_if_wanted() -> None:
    assert "\x1b" not in cgn("show", EXAMPLE).stdout
    forced = cgn("show", EXAMPLE, "--ply", "1", env={"NO_COLOR": None, "FORCE_COLOR": "1"}).stdout
    assert "  hand 7 of 10  2 \x1b[1;33m[3]\x1b[0m " in forced
    assert "\x1b" not in cgn("show", EXAMPLE, env={"FORCE_COLOR": "1"}).stdout


def test_a_terminal_without_unicode_gets_ascii() -> None:
    from click.testing import CliRunner  # noqa: PLC0415 - another encoding than the other tests

    from cli.main import main  # noqa: PLC0415

    runner = CliRunner(charset="ascii", env={"NO_COLOR": "1", "COLUMNS": "80"})
    result = runner.invoke(main, ["show", str(EXAMPLE), "--ply", "1", "--view", "B"])
    assert result.exit_code == 0
    assert result.stdout.isascii()
    assert "   1 .. " in result.stdout
    assert "hand 7 of 10  [%] [%] % %" in result.stdout


def test_names_cannot_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "name.cgn"
    path.write_text(EXAMPLE.read_text().replace('"Ana"', '"A\u202ena [bold]"'))
    shown = cgn("show", path).stdout
    assert "\u202e" not in shown
    assert "A\\u{202e}na [bold]" in shown


def test_a_broken_record_is_drawn_up_to_its_mistake(tmp_path: Path) -> None:
    path = broken(tmp_path)
    assert cgn("show", path, "--ply", "87").exit_code == 0
    result = cgn("show", path)
    assert result.exit_code == 1
    assert "ply 87 of 88" in result.stdout
    assert "error[triggs.sum]" in result.stderr


@pytest.mark.parametrize("command", ["show", "step"])
def test_in_a_view_the_message_of_a_mistake_reveals_nothing(command: str, tmp_path: Path) -> None:
    """Without a view, the message names the hand and the moves; with one, only the rule."""
    path = broken(tmp_path)
    whole = cgn(command, path).stderr
    assert "table: Bo holds 2 2 6 6 10 10 11" in whole
    result = cgn(command, path, "--view", "A")
    assert result.exit_code == 1
    assert result.stderr == (
        "error[triggs.sum]: ply 88 (Bo, B): what is wrong here is hidden from this view\n"
        f"  --> {path}:102:20  (triggs, record 1)\n"
        "   = rule: triggs, Crossing off: one card, or the sum of two cards, makes the value "
        "named\n"
        "   = help: look at it with `--view all`, or with `cgn validate`\n"
        "   = more: cgn explain triggs.sum\n\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ply", "89"], f"--ply 89: record 1 of {EXAMPLE} has 88 plies"),
        (
            ["--view", "C"],
            "--view C: the views of this record are all, A (Ana), B (Bo), public",
        ),
        (["--record", "2"], f"--record 2: {EXAMPLE} has 1 record"),
    ],
)
def test_an_unknown_ply_record_or_view_is_a_usage_error(arguments: list[str], message: str) -> None:
    result = cgn("show", EXAMPLE, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_file_that_cannot_be_read_exits_2(tmp_path: Path) -> None:
    assert cgn("show", tmp_path / "none.cgn").exit_code == 2
    assert cgn("show", tmp_path).exit_code == 2


def test_record_chooses_among_several() -> None:
    text = EXAMPLE.read_text() + "\n" + OTHER.read_text()
    assert "Point Salad" in cgn("show", "-", "--record", "2", stdin=text).stdout
    assert "record 1 ·" in cgn("show", "-", stdin=text).stdout


def test_every_format_of_a_record_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.cgn.json"
    path.write_text(cgn("convert", EXAMPLE, "--format", "json").stdout)
    assert cgn("show", path).stdout == cgn("show", EXAMPLE).stdout


def test_no_file_of_the_command_line_names_a_game() -> None:
    from engines.registry import GAMES, load_game  # noqa: PLC0415

    for path in (ROOT / "cli" / "draw", ROOT / "cli" / "stepper"):
        source = "".join(file.read_text(encoding="utf-8") for file in path.glob("*.py")).lower()
        assert source
        assert not any(game in source or load_game(game).title.lower() in source for game in GAMES)


@pytest.mark.parametrize("columns", ["60", "120"])
@pytest.mark.parametrize(
    "file",
    sorted((ROOT / "conformance" / "valid").glob("the-jam-*-kids.cgn")),
    ids=lambda file: file.name,
)
def test_a_variant_without_some_zones_is_drawn_too(file: Path, columns: str) -> None:
    for ply in ("0", "9"):
        result = cgn("show", file, "--ply", ply, env={"COLUMNS": columns})
        assert (result.exit_code, result.stderr) == (0, "")
        assert "basket" in result.stdout
