"""Triggs: cross off every box first, with cards and sums of cards. For 2 to 4 players."""

from pathlib import Path

from engines.deck import load_deck
from engines.game import Game
from engines.triggs.cards import read_cards
from engines.triggs.flow import set_up
from engines.triggs.moves import MOVES
from engines.triggs.players import sensible
from engines.triggs.rules import PLAYS

GAME = Game(
    name="triggs",
    title="Triggs",
    seats=(2, 3, 4),
    rules_versions=("1",),
    rules=Path(__file__).with_name("rules.md"),
    moves=MOVES,
    plays=PLAYS,
    deck=load_deck(Path(__file__).with_name("deck.toml")),
    read=read_cards,
    set_up=set_up,
    player=sensible,
)
"""What is declared about Triggs."""
