"""Prepares a record for a store."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from msgspec.structs import replace

from engines.deck import parse_deck
from engines.registry import OWN_DECKS, Decks
from notation.fault import Fault
from notation.json_writer import write_json_line
from notation.outcome import Reading
from notation.record import Entry, Ply, Record
from notation.streams import gzipped
from replays.digests import canonical, record_digest
from replays.store.model import DeckUpload, StoredSummary, Upload
from replays.store.words import joined
from replays.validate import INVALID, Report, validate, warnings_of
from replays.view.redact import redact

_LEVEL = 4  # a seventh larger than the smallest, in half the time
_SEARCHED = ("Event", "Site")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The report on a record and, if it is valid and new, the upload for a store."""

    report: Report
    upload: Upload | None


def prepare(reading: Reading, decks: Decks = OWN_DECKS, digest: str | None = None) -> Prepared:
    """Check a record, and prepare its upload. Raises nothing for any input.

    `decks` are the users' decks that the record may name, from `UserDecks.decks_for`. `digest` is
    the record's, if it is known.
    """
    report = validate(reading, decks, digest=digest is None, game_digest=True)
    name = digest or report.digest
    report = replace(report, digest=name)
    if reading.record is None or name is None or report.verdict == INVALID:
        return Prepared(report, None)
    digests = (name, report.game_digest or name)
    return Prepared(report, _upload(canonical(reading.record), report, digests, decks))


def prepare_deck(raw: bytes) -> DeckUpload:
    """Check a deck file. Raises BadDeck if it is not a deck, or does not fit its game."""
    deck = parse_deck(raw)
    Decks([deck])
    return DeckUpload(deck.digest, deck.game, raw)


def digest_of_whole(reading: Reading) -> str | None:
    """The digest of a record with an end line, by which the store may know it already.

    None for any other: the digest of an unfinished game is found only by playing it.
    """
    record = reading.record
    return None if record is None or record.result is None else record_digest(record)


def report_of_known(reading: Reading, digest: str, known: StoredSummary) -> Report:
    """The report of a record that its uploader holds already, without playing it again."""
    record, source = reading.record, reading.source
    if record is None or record.result is None:
        raise ValueError("only a record with an end line is known by its digest")
    return Report(
        source.file,
        source.record,
        record.game,
        known.verdict,
        known.plies,
        warnings=warnings_of(reading, record),
        scores=record.result.scores,
        winners=record.result.winners,
        digest=digest,
        deck=record.deck,
    )


def packed(record: Record) -> bytes:
    """The body of a record: one line of JSON, gzipped, always the same bytes."""
    return gzipped(write_json_line(record).encode(), _LEVEL)


def _upload(record: Record, report: Report, digests: tuple[str, str], decks: Decks) -> Upload:
    scores = report.scores or ()
    winners = record.result.winners if record.result is not None else ()
    public = record if winners else _public(record, decks)
    words = joined(_words(public))
    return Upload(
        id=digests[0],
        game_digest=digests[1],
        game=record.game,
        rules=record.rules,
        deck=record.deck,
        options=record.options,
        players=record.seats,
        tags=record.tags,
        verdict=report.verdict,
        plies=report.plies,
        winners=winners,
        scores=scores,
        public_scores=(None,) * len(scores) if public.result is None else public.result.scores,
        body=packed(record),
        public_body=None if winners else packed(public),
        words=words,
        unpacked=_bytes([words, *record.seats, *chain(*record.tags.items())]),
    )


def _public(record: Record, decks: Decks) -> Record:
    """An unfinished game as everyone saw it; without plies if it is undetermined."""
    try:
        return redact(record, decks=decks)
    except Fault:
        return replace(record, seed=None, comments=(), plies=(), result=None)


def _bytes(texts: Iterable[str]) -> int:
    """The bytes of texts in UTF-8."""
    return sum(len(text.encode()) for text in texts)


def _words(record: Record) -> Iterator[str]:
    yield from record.seats
    yield from (record.tags[tag] for tag in _SEARCHED if tag in record.tags)
    yield from record.comments
    yield from _comments(record.plies)


def _comments(line: tuple[Entry, ...]) -> list[str]:
    comments: list[str] = []
    for entry in line:
        if isinstance(entry, Ply) and (entry.comments or entry.variations):
            comments += entry.comments
            for variation in entry.variations:
                comments += _comments(variation)
    return comments
