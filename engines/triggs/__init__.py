"""Triggs: cross off every box first, with cards and sums of cards. For 2 to 4 players."""

from pathlib import Path

from engines.game import Game
from engines.triggs.cards import read_cards
from engines.triggs.flow import set_up
from engines.triggs.moves import MOVES
from engines.triggs.players import sensible
from engines.triggs.rules import PLAYS
from engines.triggs.words import describe

GAME = Game(
    name="triggs",
    title="Triggs",
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
    looks_ahead=True,
)
"""What is declared about Triggs."""
