"""The questions of a stranger: each answer is where the page says, at most two presses away."""

import re
from functools import cache

import pytest

from engines.game import Game
from engines.registry import GAMES, load_game
from pages.drawing import regions, sheet
from pages.scene import Scene
from pages.sheet import legal_of
from replays.view.explained import explained
from replays.view.frames import Frame
from replays.view.playhead import Playhead
from tests.api.pages.drawn import example, shot
from tests.api.pages.html import Page
from tests.docs.blocks import ROOT

PAGE = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+)\n((?:.*\n)*?)(?=^## |\Z)", PAGE, re.MULTILINE))
ROW = re.compile(r"^\| ([^|]+\?) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
QUESTIONS = [
    (game, question, way, answer)
    for game in GAMES
    for question, way, answer in ROW.findall(SECTIONS[load_game(game).title])
]
TWELVE = 12


@cache
def shown(game: str) -> tuple[Scene, list[Frame]]:
    return shot(example(game))


def words_at(html: str) -> str:
    return " ".join(Page(html).text.split())


def told(game: Game, way: str) -> str:
    """What a reader finds on this way."""
    scene, frames = shown(game.name)
    kind, _, ply = way.partition(", ply ")
    if way == "How it works":
        return " ".join(explained(game, frames[0], example(game.name).options))
    if pressed := re.fullmatch('press "(.+)"', way):
        return game.how.words[pressed[1]]
    frame = frames[int(ply)]
    if kind == "Scores":
        replay = Playhead(example(game.name))
        replay.seek(frame.ply)
        return words_at(sheet(scene, frame, legal_of(replay.table, None)))
    drawn = regions(scene, frame)
    if kind == "sentence":
        return words_at(drawn["sentence"])
    assert kind == "strip"
    return " ".join([words_at(drawn[f"strip-{seat}"]) for seat in scene.seats])


@pytest.mark.parametrize("game", GAMES)
def test_twelve_questions_are_asked_of_each_game(game: str) -> None:
    assert len([one for one in QUESTIONS if one[0] == game]) == TWELVE


@pytest.mark.parametrize(
    ("game", "question", "way", "answer"),
    QUESTIONS,
    ids=[f"{one[0]}-{one[1]}" for one in QUESTIONS],
)
def test_the_answer_is_where_the_page_says(game: str, question: str, way: str, answer: str) -> None:
    assert answer in told(load_game(game), way), question
