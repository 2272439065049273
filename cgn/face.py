"""The names of the library, which `cgn` has from here."""

from cgn.records import load, read, read_decks, simulate, steps, write
from client.answers import Stored
from client.protocol import (
    Problem,
    Received,
    Rejected,
    ServiceError,
    UnexpectedAnswer,
    Unreachable,
)
from engines.deck import BadDeck
from engines.decks import Decks
from engines.registry import game_names, load_game
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.outcome import Reading
from notation.read import Form
from notation.record import Ply, Record, Result, Shuffle
from replays.digests import canonical_text, game_digest, position_digests, record_digest
from replays.play import Step
from replays.validate import Report, validate
from replays.view.frames import Frame, catalogue, legal_moves
from replays.view.frames import film as frames
from replays.view.moves import moves
from replays.view.redact import redact

__all__ = [
    "BadDeck",
    "Decks",
    "Diagnostic",
    "Fault",
    "Form",
    "Frame",
    "Ply",
    "Problem",
    "Reading",
    "Received",
    "Record",
    "Rejected",
    "Report",
    "Result",
    "ServiceError",
    "Shuffle",
    "Step",
    "Stored",
    "UnexpectedAnswer",
    "Unreachable",
    "canonical_text",
    "catalogue",
    "frames",
    "game_digest",
    "game_names",
    "legal_moves",
    "load",
    "load_game",
    "moves",
    "position_digests",
    "read",
    "read_decks",
    "record_digest",
    "redact",
    "simulate",
    "steps",
    "validate",
    "write",
]
