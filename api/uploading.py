"""Takes a record in: from what was sent to what the store keeps, and what its uploader is told."""

from io import BytesIO
from typing import Any

from api.media import Spelling
from api.problems import broken
from api.records import only_reading
from engines.decks import OWN_DECKS, Decks
from notation.reading import Reading
from notation.render.json import to_dict
from replays.store.data import Added, Key, Upload, Visibility
from replays.store.store import Store
from replays.store.uploads import Prepared, prepare

_SHORT = 1 << 16
"""Bytes of a record that others wait for while it is checked."""


def keep(
    raw: bytes,
    kind: Spelling,
    store: Store,
    holder: str,
    visibility: Visibility = Visibility.PUBLIC,
    key: Key | None = None,
) -> tuple[Prepared, Added]:
    """Check a record and store it.

    Raises Problem (422) where it is not fine, or more than one.
    """
    checked: list[Prepared] = []

    def check() -> list[Upload]:
        reading = only_reading(kind, BytesIO(raw))
        prepared = prepare(reading, decks_of(reading, store))
        if prepared.upload is None:
            raise broken(prepared.report.problem, prepared.report.warnings)
        checked.append(prepared)
        return [prepared.upload]

    uploads = check if len(raw) <= _SHORT else check()
    (added,) = store.add(uploads, holder, visibility, key)
    return checked[0], added


def decks_of(reading: Reading, store: Store) -> Decks:
    """The decks that a record is to be checked with."""
    if reading.record is None or reading.record.deck is None:
        return OWN_DECKS
    return store.decks.decks_for(reading.record.deck)


def told_of(prepared: Prepared, added: Added) -> dict[str, Any]:
    """What became of an upload, as StoredSchema has it."""
    report = prepared.report
    return {
        "id": added.id,
        "created": added.created,
        "held": added.held,
        "same_game": added.same_game,
        "game": report.game,
        "verdict": report.verdict,
        "plies": report.plies,
        "warnings": [to_dict(warning) for warning in report.warnings],
    }
