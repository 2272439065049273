"""The work of reviews, run by checkers: a job for each ply. Knows no HTTP."""

from msgspec.json import encode

from api.checking.job import RawDecks, costs, decks_of
from api.checking.record_jobs import weight_of
from replays.review import DEALS, SEED, check_fit, review_ply
from replays.store.export_import import record_of

REVIEWED = 100_000
"""Reviewing a ply, at most: 0.6 s of CPU on average in The Jam, and up to 0.9."""


@costs(lambda _, body: weight_of(body))
def fit(_: RawDecks, number: int, body: bytes) -> None:
    """Raise Unfit if this stored replay cannot be reviewed."""
    check_fit(record_of(number, body))


@costs(lambda *_: REVIEWED)
def ply_review(raw_decks: RawDecks, number: int, body: bytes, ply: int) -> bytes:
    """The review of a ply of this stored replay, as JSON. Raises Needed, and Unfit."""
    record = record_of(number, body)
    return encode(review_ply(record, ply, SEED, DEALS, decks_of(record, raw_decks)))
