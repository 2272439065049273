"""My Game: win the most tricks with a pack of cards. For 2 to 4 players."""

from pathlib import Path

from cgn.authoring import Game

from .cards import SEATS, read_cards
from .flow import set_up
from .moves import MOVES
from .players import sensible
from .rules import PLAYS
from .words import describe

GAME = Game(
    name="my_game",
    title="My Game",
    seats=SEATS,
    rules_versions=("1",),
    folder=Path(__file__).parent,
    moves=MOVES,
    plays=PLAYS,
    read=read_cards,
    set_up=set_up,
    player=sensible,
    describe=describe,
)
"""What is declared about the game."""
