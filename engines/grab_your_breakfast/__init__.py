"""Grab Your Breakfast: take tiles from the ends of the rows, and make sets. For 2 to 4 players."""

from pathlib import Path

from engines.game import Game
from engines.grab_your_breakfast.cards import read_cards
from engines.grab_your_breakfast.details import SetsDetails, StackDetails
from engines.grab_your_breakfast.flow import set_up
from engines.grab_your_breakfast.moves import MOVES
from engines.grab_your_breakfast.players import sensible
from engines.grab_your_breakfast.rules import PLAYS
from engines.grab_your_breakfast.words import describe

GAME = Game(
    name="grab_your_breakfast",
    title="Grab Your Breakfast",
    seats=(2, 3, 4),
    rules_versions=("1",),
    folder=Path(__file__).parent,
    moves=MOVES,
    plays=PLAYS,
    read=read_cards,
    set_up=set_up,
    player=sensible,
    describe=describe,
    unseen=True,
    details=(StackDetails, SetsDetails),
    looks_ahead=True,
)
"""What is declared about Grab Your Breakfast."""
