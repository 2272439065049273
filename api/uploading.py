"""From a record as it was read to what the store takes, and to what its uploader is told."""

from typing import Any

from api.schemas.replays import StoredSchema
from engines.decks import OWN_DECKS, Decks
from notation.reading import Reading
from notation.render.json import to_dict
from replays.store.data import Added
from replays.store.store import Store
from replays.store.uploads import Prepared

_STORED = StoredSchema()


def decks_of(reading: Reading, store: Store) -> Decks:
    """The decks that a record is to be checked with."""
    if reading.record is None or reading.record.deck is None:
        return OWN_DECKS
    return store.decks.decks_for(reading.record.deck)


def told_of(prepared: Prepared, added: Added) -> dict[str, Any]:
    """What became of an upload, as JSON."""
    report = prepared.report
    told: dict[str, Any] = _STORED.dump(
        {
            "id": added.id,
            "created": added.created,
            "held": added.held,
            "game": report.game,
            "verdict": report.verdict,
            "plies": report.plies,
            "same_game": added.same_game,
        }
    )
    return told | {"warnings": [to_dict(warning) for warning in report.warnings]}
