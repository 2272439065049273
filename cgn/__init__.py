"""CGN, the Card Game Notation, as a Python library. docs/library.md shows how to use it.

`read` and `write` spell records, `validate` judges them, `steps` and `frames` play them, and
`Client` talks to a service that stores them.
"""

from typing import TYPE_CHECKING, Any

from cgn.protocol import (
    Problem,
    Received,
    Rejected,
    ServiceError,
    Stored,
    UnexpectedAnswer,
    Unreachable,
)
from cgn.records import read, read_decks, simulate, steps, write
from engines.deck import BadDeck
from engines.decks import Decks
from engines.registry import game_names, load_game
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.outcome import Reading
from notation.read import Form
from notation.record import Ply, Record, Result, Shuffle
from replays.digests import canonical_text, game_digest, position_digests, record_digest
from replays.frames import Frame, catalogue, legal_moves
from replays.frames import film as frames
from replays.moves import moves
from replays.play import Step
from replays.redact import redact
from replays.validate import Report, validate

if TYPE_CHECKING:
    from cgn.client import Client

__all__ = [
    "BadDeck",
    "Client",
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


def __getattr__(name: str) -> Any:  # noqa: ANN401 - as the language has it
    """`Client`, imported when it is first asked for, since it needs the extra `client`."""
    if name != "Client":
        raise AttributeError(f"module 'cgn' has no attribute {name!r}")
    try:
        from cgn.client import Client  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"cgn.Client needs {error.name}, which is not installed: pip install 'cgn[client]'",
            name=error.name,
        ) from None
    return Client
