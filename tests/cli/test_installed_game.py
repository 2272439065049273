"""Commands treat a game from an installed package like a built-in one."""

import json
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.running import cgn
from tests.cli.test_completion import offered
from tests.packages import install


@pytest.fixture
def game(posy: Path) -> Path:
    """A record of the installed game."""
    path = posy.parent / "game.cgn"
    path.write_text(cgn("simulate", "posy", "--seed", "s").stdout, encoding="utf-8")
    return path


def test_its_records_are_validated_with_the_rules_they_break(game: Path) -> None:
    assert cgn("validate", game).stdout.startswith(f"{game}: valid (posy, ")
    game.write_text(game.read_text(encoding="utf-8").replace("1. A: place ", "1. A: place no-"))
    log = json.loads(cgn("validate", "--format", "sarif", game).stdout)["runs"][0]
    assert [result["ruleId"] for result in log["results"]] == ["posy.not-held"]
    assert "lies in the player's own hand" in json.dumps(log["tool"])


def test_its_records_are_drawn_and_stepped_through(game: Path) -> None:
    shown = cgn("show", game, "--ply", "1", "--view", "B").stdout
    assert shown.startswith("Posy  ")
    assert "vase" in shown
    assert "1. A  Ana puts " in cgn("step", game).stdout


def won(posy: Path) -> Path:
    """The record on the page that adds the game."""
    path = posy.parent / "won.cgn"
    path.write_text(cgn("simulate", "posy", "--seats", "3", "--seed", "park").stdout)
    return path


def test_its_table_is_drawn_as_its_layout_says(posy: Path) -> None:
    game = won(posy)
    shown = cgn("show", game).stdout
    assert "A Ana 12  every flower +3\n   [tulip-4 = 4]  daisy-4 = 4  rose-1 = 1\n" in shown
    page = cgn("export", game, "-o", "-").stdout
    assert 'id="zone-vase-A" class="zone scoring"' in page
    assert ".c-rose{--ground:#f9c9d3;" in page


@pytest.mark.parametrize(
    ("shape", "drawn"),
    [
        ("cards", "  vase 3  [tulip-4]  daisy-4  rose-1\n"),
        ("strips", "  vase 3  [tulip-4]  daisy-4  rose-1\n"),
        ("in_play", "  vase: [tulip-4]  daisy-4  rose-1\n"),
        ("pile", "  vase 3, on top [tulip-4]\n"),
        ("offer", "  vase 3, on top [tulip-4]\n"),
        ("slot", "  vase [tulip-4] daisy-4 rose-1\n"),
        ("tally", "  daisy 1  rose 1  [tulip 1]\n"),
        ("sets", "    [tulip-4] daisy-4 rose-1\n"),
    ],
)
def test_a_page_and_a_terminal_draw_any_shape(posy: Path, shape: str, drawn: str) -> None:
    layout = posy / "layout.toml"
    own = layout.read_text(encoding="utf-8").partition("[terminal]")[0]
    layout.write_text(own.replace("vase:scoring", f"vase:{shape}"), encoding="utf-8")
    game = won(posy)
    assert drawn in cgn("show", game).stdout
    page = cgn("export", game, "-o", "-").stdout
    assert re.search(rf'id="zone-vase(-A)?" class="zone ({shape}|in-play)', page)


def test_it_is_drawn_without_a_layout(posy: Path) -> None:
    (posy / "layout.toml").unlink()
    game = won(posy)
    assert "  hand 1  rose-3\n  vase 3  [tulip-4]  daisy-4  rose-1\n" in cgn("show", game).stdout
    assert 'id="zone-vase-A" class="zone cards"' in cgn("export", game, "-o", "-").stdout


def test_its_records_are_converted_and_formatted(game: Path) -> None:
    text = game.read_text(encoding="utf-8")
    named = text.replace("[A ", '[Deck "posy/standard"]\n[A ')
    assert cgn("fmt", "-", stdin=named).stdout == text
    in_json = cgn("convert", game, "--format", "json").stdout
    assert cgn("convert", "-", "--format", "text", stdin=in_json).stdout == text


def test_it_is_listed_and_described(posy: Path, game: Path) -> None:
    assert "posy                  Posy; 2 to 3 players" in cgn("games").stdout
    for part, file in (("--rules", "rules.md"), ("--deck", "deck.toml")):
        assert cgn("games", "posy", part).stdout == (posy / file).read_text(encoding="utf-8")
    schema = json.loads(cgn("games", "posy", "--schema").stdout)
    record = json.loads(cgn("convert", game, "--format", "json").stdout)
    Draft202012Validator(schema).validate(record)


@pytest.mark.usefixtures("posy")
def test_its_codes_are_explained_and_listed() -> None:
    assert "The rules of posy, section 3: Placing" in cgn("explain", "posy.too-short").stdout
    assert "posy.too-short" in cgn("explain").stdout
    assert "did you mean `posy.too-short`" in cgn("explain", "posy.to-short").stderr


@pytest.mark.usefixtures("posy")
def test_it_is_offered_and_suggested() -> None:
    assert offered("simulate", "po") == ["point_salad", "posy"]
    assert offered("explain", "posy.t") == ["posy.too-short"]
    assert offered("simulate", "posy", "--option", "") == []
    assert "did you mean `posy`?" in cgn("simulate", "possy").stderr


def test_it_is_played_with_a_users_deck(posy: Path) -> None:
    mine = posy.parent / "mine.toml"
    own = (posy / "deck.toml").read_text(encoding="utf-8")
    mine.write_text(own.replace("hand = 2", "hand = 3"), encoding="utf-8")
    record = cgn("simulate", "posy", "--seed", "s", "--deck", mine).stdout
    assert '[Deck "sha256:' in record
    assert cgn("validate", "-", "--deck", mine, stdin=record).exit_code == 0
    assert "cgn.deck" in cgn("validate", "-", stdin=record).stdout
    mine.write_text(own.replace("hand = 2", "hand = 5"), encoding="utf-8")
    refused = cgn("simulate", "posy", "--deck", mine)
    assert "cards: there are too few for three hands" in refused.stderr


def test_a_package_that_cannot_be_used_is_reported_beside_the_list(posy: Path) -> None:
    install(posy.parent, "lost", {"lost": "lost:GAME"}, {})
    result = cgn("games")
    assert result.exit_code == 0
    assert "posy" in result.stdout
    assert "lost" not in result.stdout
    assert result.stderr.startswith('Warning: the game "lost" of the package lost 1.0 cannot be')
    assert "No module named 'lost'" in cgn("games", "lost").stderr
    assert "No module named 'lost'" in cgn("explain", "lost.rule").stderr
    assert offered("simulate", "lost", "--option", "") == []


def test_a_record_of_a_package_that_cannot_be_used_says_so(tmp_path: Path, posy: Path) -> None:
    install(posy.parent, "lost", {"lost": "lost:GAME"}, {})
    path = tmp_path / "lost.cgn"
    path.write_text('[CGN "1"]\n[Game "lost"]\n[Rules "1"]\n[A "Ana"]\n[B "Bo"]\n[Seed "s"]\n')
    result = cgn("validate", path)
    assert result.exit_code == 1
    assert "error[cgn.game]" in result.stdout
    assert "of the package lost 1.0 cannot be used" in result.stdout


def test_a_games_code_that_raises_is_the_packages_fault(posy: Path) -> None:
    flow = posy / "flow.py"
    text = flow.read_text(encoding="utf-8")
    flow.write_text(text.replace("    card = table.pile.draw()", "    card = table.pile.drw()"))
    failed = cgn("simulate", "posy", "--seed", "s")
    assert (failed.exit_code, failed.stdout) == (2, "")
    assert failed.stderr.startswith(
        "cgn: the package posy 1.0 failed: AttributeError: 'Zone' object has no attribute 'drw'"
    )
    assert "(posy/flow.py, line " in failed.stderr
    assert failed.stderr.endswith("; report it to its authors with the command and its input\n")
