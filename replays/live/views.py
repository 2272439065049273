"""The views of a game in progress, and the record that each of them has."""

from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from notation.record import Ply, Record
from replays.view.frames_json import ALL
from replays.view.redact import redact

OWNER = "owner"
"""The view of an owner who did not bring the seed: the open cards, and those the owner wrote."""


def seen_by(view: str) -> str | None:
    """The view as frames have it: None sees everything."""
    return None if view in (ALL, OWNER) else view


def record_for(record: Record, view: str, decks: Decks = OWN_DECKS) -> Record:
    """The record of a game in progress as a view has it, without comments.

    If the view does not see all, it ends with the scores that the view knows.
    """
    if view != ALL:
        return redact(record, view, decks)
    plies = (
        replace(entry, comments=()) if isinstance(entry, Ply) else entry for entry in record.plies
    )
    return replace(record, plies=tuple(plies))
