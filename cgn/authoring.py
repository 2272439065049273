"""What the author of a game imports: docs/adding-a-game.md shows how to use it.

It loads the rules' side of CGN alone, neither the library's face nor anything that replays records.
"""

from engines.catalogue import CardKind, Catalogue
from engines.deck import BadDeck, check_code, fit
from engines.game import Game, Option
from engines.play import Illegal, LazyMoves, Phase, Play, Question, Reason, Reveals, Seen, Turn
from engines.players import Choose, best
from engines.playing_cards import PlayingCard, describe_playing_cards, playing_cards
from engines.table import Counter, Points, Table
from engines.wording import Phrase, Sentence, card, number, say, seat, zone
from engines.zone import Display, Visibility
from notation.arguments import Choice, Code, Joined, Number
from notation.chance import Chance
from notation.moves import Key, Move, MoveSet

__all__ = [
    "BadDeck",
    "CardKind",
    "Catalogue",
    "Chance",
    "Choice",
    "Choose",
    "Code",
    "Counter",
    "Display",
    "Game",
    "Illegal",
    "Joined",
    "Key",
    "LazyMoves",
    "Move",
    "MoveSet",
    "Number",
    "Option",
    "Phase",
    "Phrase",
    "Play",
    "PlayingCard",
    "Points",
    "Question",
    "Reason",
    "Reveals",
    "Seen",
    "Sentence",
    "Table",
    "Turn",
    "Visibility",
    "best",
    "card",
    "check_code",
    "describe_playing_cards",
    "fit",
    "number",
    "playing_cards",
    "say",
    "seat",
    "zone",
]
