"""Turkey My Mayonnaise: build sandwiches, spoil those of others. For 2 to 10 players."""

from pathlib import Path

from engines.game import Game, Option
from engines.turkey_my_mayonnaise.cards import read_cards
from engines.turkey_my_mayonnaise.details import SandwichDetails
from engines.turkey_my_mayonnaise.flow import set_up
from engines.turkey_my_mayonnaise.moves import MOVES
from engines.turkey_my_mayonnaise.names import (
    IngredientFace,
    RecipeFace,
    SpoilFace,
    describe,
)
from engines.turkey_my_mayonnaise.players import cook
from engines.turkey_my_mayonnaise.rules import PLAYS

TEAMS = Option(
    "teams",
    "partners sit across, and share recipes and score",
    {6: ("yes",), 8: ("yes",), 10: ("yes",)},
    absent="everyone plays alone",
)

GAME = Game(
    name="turkey_my_mayonnaise",
    title="Turkey My Mayonnaise",
    seats=(2, 3, 4, 5, 6, 7, 8, 9, 10),
    rules_versions=("1",),
    folder=Path(__file__).parent,
    moves=MOVES,
    plays=PLAYS,
    read=read_cards,
    set_up=set_up,
    player=cook,
    options=(TEAMS,),
    describe=describe,
    unseen=True,
    faces=(RecipeFace, IngredientFace, SpoilFace),
    details=(SandwichDetails,),
)
"""What is declared about Turkey My Mayonnaise."""
