"""Takes a record in: from what was sent to what the store keeps, and what its uploader is told."""

from contextlib import suppress
from io import BytesIO

from api.codec import only_reading
from api.content_types import Spelling
from api.problems import broken
from api.shapes import Stored
from engines.decks import OWN_DECKS, Decks
from notation.outcome import Reading
from notation.record import Entry, Ply
from replays.store.model import Added, Key, Upload, Visibility
from replays.store.prepare import Prepared, prepare
from replays.store.protocol import Store

SHORT = 1 << 16
"""Bytes of a record that may be read while others wait."""

_FEW = 1_000
"""Plies that are checked while others wait: some 10 milliseconds."""

_COPY = 20
"""As how many plies a variation counts: the table is copied for it."""


class TakesLong(Exception):
    """A record that others would wait for too long."""


class Keeping:
    """A record on its way into the store, where it is checked and stored among others.

    `future` is settled once it is stored, or not; `result` waits for that.
    """

    def __init__(
        self,
        raw: bytes,
        kind: Spelling,
        store: Store,
        holder: str,
        visibility: Visibility = Visibility.PUBLIC,
        key: Key | None = None,
    ) -> None:
        self._raw = raw
        self._kind = kind
        self._store = store
        self._prepared: Prepared
        self.future = store.add_later(self._check, holder, visibility, key)

    def result(self) -> tuple[Prepared, Added]:
        """What was found, and what became of it.

        Raises Problem (422) where it is not fine, or more than one, and TakesLong where it was
        not stored for that alone.
        """
        (added,) = self.future.result()
        return self._prepared, added

    def _check(self) -> list[Upload]:
        reading = only_reading(self._kind, BytesIO(self._raw))
        if takes_long(reading):
            raise TakesLong
        self._prepared = checked(reading, self._store)
        return [_upload_of(self._prepared)]


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
    if len(raw) <= SHORT:
        with suppress(TakesLong):
            return Keeping(raw, kind, store, holder, visibility, key).result()
    prepared = checked(only_reading(kind, BytesIO(raw)), store)
    (added,) = store.add([_upload_of(prepared)], holder, visibility, key)
    return prepared, added


def checked(reading: Reading, store: Store) -> Prepared:
    """A record, checked with the decks that the store has."""
    return prepare(reading, decks_of(reading, store))


def takes_long(reading: Reading) -> bool:
    """Whether others would wait too long for this record to be checked."""
    return reading.record is not None and _weight(reading.record.plies) > _FEW


def decks_of(reading: Reading, store: Store) -> Decks:
    """The decks that a record is to be checked with."""
    if reading.record is None or reading.record.deck is None:
        return OWN_DECKS
    return store.decks.decks_for(reading.record.deck)


def told_of(prepared: Prepared, added: Added) -> Stored:
    """What became of an upload. Raises Problem (422) if the record was refused."""
    upload = _upload_of(prepared)
    return Stored(
        id=added.id,
        created=added.created,
        held=added.held,
        same_game=added.same_game,
        game=upload.game,
        verdict=upload.verdict,
        plies=upload.plies,
        warnings=prepared.report.warnings,
    )


def _upload_of(prepared: Prepared) -> Upload:
    """What is to be stored. Raises Problem (422) where it is not fine."""
    if prepared.upload is None:
        raise broken(prepared.report.problem, prepared.report.warnings)
    return prepared.upload


def _weight(line: tuple[Entry, ...]) -> int:
    variations = [v for entry in line if isinstance(entry, Ply) for v in entry.variations]
    return len(line) + sum(_COPY + _weight(variation) for variation in variations)
