"""Point Salad: draft point cards, and the veggies that they score. For 2 to 6 players."""

from pathlib import Path
from typing import get_args

from engines.game import Game, Option
from engines.point_salad.cards import read_cards
from engines.point_salad.flow import set_up
from engines.point_salad.moves import MOVES
from engines.point_salad.players import drafter
from engines.point_salad.rules import PLAYS
from engines.point_salad.scoring import PointSide
from engines.point_salad.words import describe, sides

ROUNDS = Option(
    "rounds",
    "the number of rounds played with one deck; their scores are added up",
    {2: ("1", "2", "3"), 3: ("1", "2"), 4: ("1",), 5: ("1",), 6: ("1",)},
)

GAME = Game(
    name="point_salad",
    title="Point Salad",
    seats=(2, 3, 4, 5, 6),
    rules_versions=("1",),
    folder=Path(__file__).parent,
    moves=MOVES,
    plays=PLAYS,
    read=read_cards,
    set_up=set_up,
    player=drafter,
    options=(ROUNDS,),
    describe=describe,
    sides=sides,
    unseen=True,
    faces=get_args(PointSide),
)
"""What is declared about Point Salad."""
