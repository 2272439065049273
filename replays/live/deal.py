"""The deal that nobody chooses: its seed comes from the service and from every seat.

The service shows the SHA-256 of its secret first, then each seat that of its nonce; then the nonces
are sent, and with the last one the cards are dealt. docs/tables.md explains all of it.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from notation.chance import seed_hash
from notation.record import Record
from replays.live.ply_request import Refusal
from replays.live.record_parts import RecordParts, parts_of
from replays.set_up import game_of, open_table

DEALT_TAG = "Dealt"
"""The free tag of a dealt game: the SHA-256 of the service's secret."""

HEX = "[0-9a-f]{32}"
"""How secrets and nonces look: 128 bits."""


def promise_of(secret: str) -> str:
    """What is shown of a secret, or of a nonce, before that itself: its SHA-256.

    >>> promise_of("00" * 16)[:16]
    '84e0c0eafaa95a34'
    """
    return sha256(secret.encode()).hexdigest()


def seed_of(secret: str, nonces: Iterable[str]) -> str:
    """The seed of a deal, from the secret and the nonces in the order of the seats.

    >>> seed_of("5f", ["a1", "b2"])
    '5f.a1.b2'
    """
    return ".".join([secret, *nonces])


def begin(record: Record, decks: Decks = OWN_DECKS) -> RecordParts:
    """A match that is to be dealt. Raises Refusal if its header anticipates the deal."""
    if record.seed is not None or record.seed_hash is not None or DEALT_TAG in record.tags:
        raise Refusal(
            f"the deal makes `seed`, `seedHash` and the tag `{DEALT_TAG}`: leave them out"
        )
    game_of(record, decks)
    return parts_of(record)


def deal(
    parts: RecordParts, secret: str, nonces: Sequence[str], decks: Decks = OWN_DECKS
) -> RecordParts:
    """The match with its seed, and its cards dealt."""
    record, seed = parts.record(), seed_of(secret, nonces)
    tags = {**record.tags, DEALT_TAG: promise_of(secret)}
    record = replace(record, seed=seed, seed_hash=seed_hash(seed), tags=tags)
    open_table(record, game_of(record, decks))
    return parts_of(record)
