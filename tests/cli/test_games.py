"""`cgn games`: the list of games, and the page of one."""

import json

import pytest

from engines.registry import GAMES, load_game
from tests.cli.running import EXAMPLE, ROOT, cgn


def test_every_game_is_listed() -> None:
    result = cgn("games")
    assert result.exit_code == 0
    for name in GAMES:
        assert name in result.stdout
        assert load_game(name).title in result.stdout
    assert "2 to 6 players" in result.stdout


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_seats_moves_options_and_deck(name: str) -> None:
    game = load_game(name)
    text = " ".join(cgn("games", name).stdout.split())
    assert f"players {game.seats[0]} to {game.seats[-1]}" in text
    assert game.deck.name in text
    assert " ".join(game.deck.source.split()) in text
    for spec in game.moves.specs:
        assert spec.usage in text
        assert spec.meaning in text
        assert all(f"`{example}`" in text for example in spec.examples)
    for option in game.options:
        assert f"option {option.name}" in text


def test_options_have_their_values_by_seats() -> None:
    text = cgn("games", "point_salad").stdout
    assert "1, 2, 3 with 2 players\n" in text
    assert "1 with 4 to 6 players\n" in text


def test_zones_say_who_sees_them() -> None:
    text = cgn("games", "triggs").stdout
    assert "left, right: only the top card open" in text
    assert "each seat's hand: open to their owner" in text


@pytest.mark.parametrize(("part", "file"), [("--rules", "rules.md"), ("--deck", "deck.toml")])
def test_its_files_are_printed_as_they_are(part: str, file: str) -> None:
    text = (ROOT / "engines" / "triggs" / file).read_text(encoding="utf-8")
    assert cgn("games", "triggs", part).stdout == text


@pytest.mark.parametrize("name", GAMES)
def test_its_schema_takes_its_records(name: str) -> None:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - only here

    schema = json.loads(cgn("games", name, "--schema").stdout)
    record = json.loads(cgn("simulate", name, "--seed", "s", "--format", "json").stdout)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(record)
    other = json.loads(cgn("convert", EXAMPLE, "--format", "json").stdout) | {"game": "chess"}
    assert not Draft202012Validator(schema).is_valid(other)


def test_a_game_says_how_to_start_a_record_by_hand() -> None:
    text = " ".join(cgn("games", "triggs").stdout.split())
    assert '`[Seed "any words"]` in the header; then `cgn show FILE --ply 0` shows every' in text
    assert "With 2 players: `~: deck …`;" in text


def test_one_file_is_printed_at_a_time() -> None:
    result = cgn("games", "triggs", "--rules", "--deck")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "one at a time" in result.stderr


def test_an_unknown_game_is_a_usage_error() -> None:
    result = cgn("games", "pointsalad")
    assert result.exit_code == 2
    assert "did you mean `point_salad`?" in result.stderr


def test_a_part_needs_a_game() -> None:
    assert cgn("games", "--rules").exit_code == 2
