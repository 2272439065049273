"""How each game works, as its `how.toml` says: for every option, without numbers of a deck."""

from itertools import product
from string import Formatter

import pytest

from engines.game import Game
from engines.how import How
from engines.registry import GAMES, load_game
from notation.record import SEATS, Record
from pages.drawing import regions
from replays.simulate import simulate
from replays.view.explained import explained, usually_explained
from replays.view.frames import frame
from replays.view.playhead import Playhead
from tests.api.pages.drawn import shot
from tests.api.pages.html import Page

ALL = [load_game(name) for name in GAMES]
LINES = 8


def dealt(game: Game, seats: int, options: dict[str, str]) -> Record:
    """A record without plies."""
    names = tuple(SEATS[:seats])
    return Record(game=game.name, rules="1", seats=names, options=options, seed="", plies=())


def deals(game: Game) -> list[Record]:
    """A record without plies for each number of seats and each value of its options."""
    records = []
    for seats in game.seats:
        values = [
            [(option.name, value) for value in (None, *option.values.get(seats, ()))]
            for option in game.options
        ]
        for chosen in product(*values):
            options = {name: value for name, value in chosen if value is not None}
            records.append(dealt(game, seats, options))
    return records


@pytest.mark.parametrize("game", ALL, ids=GAMES)
def test_eight_lines_explain_a_game_with_any_options(game: Game) -> None:
    for record in deals(game):
        lines = explained(game, frame(Playhead(record)), record.options)
        assert len(lines) == LINES
        assert lines[0].startswith("Goal: ")
        assert lines[-1].startswith("End: ")
        assert any(line.startswith("Turn: ") for line in lines)
        assert not any("None" in line or "{" in line for line in lines)


@pytest.mark.parametrize("game", ALL, ids=GAMES)
def test_no_number_of_the_deck_stands_in_the_lines(game: Game) -> None:
    how = game.how
    for text in (*how.lines, *how.words.values(), *how.words):
        plain = "".join(literal for literal, *_ in Formatter().parse(text))
        assert not any(letter.isdigit() for letter in plain), text


@pytest.mark.parametrize("game", ALL, ids=GAMES)
def test_every_word_that_is_explained_stands_on_a_table(game: Game) -> None:
    missing = set(game.how.words)
    for number in range(40):
        seats = game.seats[number % len(game.seats)]
        scene, frames = shot(simulate(game, seats, f"words {number}", {}, game.player))
        for shown in frames[:: 1 if number == 0 else 5]:
            texts = [Page(str(html)).text.lower() for html in regions(scene, shown).values()]
            missing -= {word for word in missing if any(word in text for text in texts)}
        if not missing:
            break
    assert not missing


def test_the_numbers_are_those_of_the_table() -> None:
    turkey = load_game("turkey_my_mayonnaise")
    pairs = {"teams": "yes"}
    record = dealt(turkey, 6, pairs)
    assert usually_explained(turkey)[0] == "Goal: be the first to bank 50 points."
    assert explained(turkey, frame(Playhead(record)), pairs)[0] == (
        "Goal: be the first team to bank 100 points."
    )


def test_a_game_without_the_file_has_no_lines() -> None:
    assert How().told({}, {}) == []
