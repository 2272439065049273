"""Users' decks: --deck, the folder of decks, and messages about missing decks."""

from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, cgn

NONE = {"CGN_DECKS": "/nowhere"}


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A user's deck for Triggs: eight cards of each value."""
    path = tmp_path / "decks" / "my.toml"
    path.parent.mkdir()
    template = cgn("games", "triggs", "--deck").stdout
    path.write_text(template.replace("copies = 9", "copies = 8"), encoding="utf-8")
    return path


@pytest.fixture
def record(deck: Path, tmp_path: Path) -> Path:
    """A game on that deck."""
    path = tmp_path / "game.cgn"
    played = cgn("simulate", "triggs", "--seed", "s", "--deck", deck, env=NONE)
    assert '[Deck "sha256:' in played.stdout
    path.write_text(played.stdout, encoding="utf-8")
    return path


def test_a_record_is_played_on_the_deck_that_it_names(deck: Path, record: Path) -> None:
    for command in (["validate"], ["validate", "--jobs", "2"], ["show"], ["step"]):
        result = cgn(*command, record, "--deck", deck, env=NONE)
        assert result.exit_code == 0, result.output
    assert cgn("diff", record, "--ply", "1", "--ply", "1", "--deck", deck, env=NONE).exit_code == 0
    assert cgn("fmt", "--check", "--reveals", record, "--deck", deck, env=NONE).exit_code == 0


def test_a_copy_of_the_games_own_deck_is_the_own_deck(tmp_path: Path) -> None:
    copy = tmp_path / "copy.toml"
    copy.write_text(cgn("games", "the_jam", "--deck").stdout, encoding="utf-8")
    simulate = ("simulate", "the_jam", "--seed", "s", "--max-plies", "9")
    assert cgn(*simulate, "--deck", copy, env=NONE).stdout == cgn(*simulate, env=NONE).stdout


def test_a_deck_of_the_folder_needs_no_naming(deck: Path, record: Path) -> None:
    own = {"CGN_DECKS": str(deck.parent)}
    assert cgn("validate", record, env=own).exit_code == 0
    listed = cgn("games", env=own).stdout
    assert "own deck  triggs" in listed
    assert "my.toml" in "".join(listed.split())
    assert "own deck  triggs" in cgn("games", "triggs", env=own).stdout
    assert "own deck" not in cgn("games", "point_salad", env=own).stdout


def test_a_missing_deck_is_reported_with_advice(record: Path) -> None:
    result = cgn("validate", record, env=NONE)
    assert result.exit_code == 1
    assert "error[cgn.deck]" in result.stdout
    assert "give it to `--deck`, or to a service" in result.stdout


def test_an_unused_deck_is_reported_with_its_tag(deck: Path) -> None:
    result = cgn("validate", EXAMPLE, "--deck", deck, env=NONE)
    assert result.exit_code == 0
    assert 'my.toml: no record names this deck, by [Deck "sha256:' in result.stderr
    assert cgn("validate", EXAMPLE, "--deck", deck, "-q", env=NONE).stderr == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no.toml: there is no such file"),
        ("rows", "this is not TOML: Expected '=' after a key"),
        ('game = "triggs"\norigin = "reference"\nsource = "x"\n', "missing required field"),
    ],
)
def test_an_invalid_deck_is_an_error(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "no.toml"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    result = cgn("validate", EXAMPLE, "--deck", path, env=NONE)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_bad_deck_in_the_folder_is_skipped_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("rows", encoding="utf-8")
    result = cgn("validate", EXAMPLE, env={"CGN_DECKS": str(tmp_path)})
    assert result.exit_code == 0
    assert "Warning" in result.stderr
    assert "bad.toml: this is not TOML" in result.stderr


def test_one_game_is_simulated_on_one_deck_of_its_own(deck: Path) -> None:
    other = cgn("simulate", "point_salad", "--deck", deck, env=NONE)
    assert other.exit_code == 2
    assert "this deck is for triggs, not for point_salad" in other.stderr
    second = deck.with_name("second.toml")
    second.write_text(deck.read_text(encoding="utf-8").replace("= 8", "= 10"), encoding="utf-8")
    both = cgn("simulate", "triggs", "--deck", deck, "--deck", second, env=NONE)
    assert both.exit_code == 2
    assert "one game is played with one deck" in both.stderr
