"""Keys by which equal records and equal games are found, each exact or made so later."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from hashlib import blake2b
from typing import TypeAlias

from msgspec.structs import replace

from engines.registry import Decks
from notation.fault import Fault
from notation.outcome import Raw
from notation.record import Record, Shuffle
from notation.split_records import without_notes
from notation.summary import Move, Summary, summarize
from notation.text_reader import RawText
from replays.digests import beginning_digests, game_digest, record_digest
from replays.legs import beginning

_KEY = 16
"""Bytes of a key. Half of SHA-256 or BLAKE2: equal keys are those of equal things."""

Group: TypeAlias = tuple[str, int]
"""A game and its number of seats: only such records can be alike."""


def likely_key(sketch: Summary) -> bytes:
    """The key of the header and the result: the same for equal records, rarely for others.

    The deck is left out, since naming the game's own one makes no difference.
    """
    record = sketch.record
    result = record.result
    parts = (
        *(record.game, record.rules, record.seed, record.seed_hash, record.termination),
        *record.seats,
        *sorted(record.options.items()),
        *sorted(record.tags.items()),
        *((None,) if result is None else (result.winners, result.scores)),
    )
    return _hash([repr(parts)])


def bytes_key(raw: Raw) -> bytes:
    """The key of the bytes of a record, without the notes that follow it."""
    data = without_notes(raw.raw) if isinstance(raw, RawText) else raw.raw.strip()
    return blake2b(data, digest_size=_KEY).digest()


def record_key(record: Record) -> bytes:
    """The key of the canonical form: the same for equal records, and for no others."""
    return _of_digest(record_digest(record))


def group_of(sketch: Summary) -> Group:
    """The group of a record."""
    return sketch.record.game, len(sketch.record.seats)


def moves_key(group: Group, moves: Sequence[Move]) -> bytes:
    """The key of the moves: equal games have the same."""
    return _hash([repr(group), *[f"\n{seat} {move}" for seat, move in moves]])


def beginnings(
    group: Group, moves: Sequence[Move], lengths: AbstractSet[int]
) -> Iterable[tuple[int, bytes]]:
    """Of each beginning that has one of these lengths, the length and the key of its moves."""
    state = blake2b(repr(group).encode(), digest_size=_KEY)
    for number, (seat, move) in enumerate(moves[:-1], start=1):
        state.update(f"\n{seat} {move}".encode())
        if number in lengths:
            yield number, state.copy().digest()


def chance_key(sketch: Summary) -> bytes:
    """The key of what decides the cards, as written; with the moves, it decides the game."""
    record = sketch.record
    parts = (
        *(record.rules, record.deck, record.seed, record.seed_hash),
        *sorted(record.options.items()),
        *sketch.shuffles,
    )
    return _hash([repr(parts)])


def opening_key(sketch: Summary, decks: Decks) -> bytes:
    """The key of the game before its first ply: equal games have the same.

    It needs only a deal, and differs for nearly all other games with the same moves.
    """
    dealt = tuple([Shuffle(pile, order) for before, pile, order in sketch.shuffles if not before])
    return game_key(replace(sketch.record, plies=dealt, result=None), decks)


def game_key(record: Record, decks: Decks) -> bytes:
    """The key of the game as its engine plays it, or of the text if it cannot be played."""
    try:
        return _of_digest(game_digest(record, decks))
    except Fault:
        return _written_key(record)


def beginning_keys(
    record: Record, lengths: Collection[int], decks: Decks
) -> Iterator[tuple[int, bytes]]:
    """Of each beginning of these lengths, the length and the key of its game; played once."""
    left = set(lengths)
    try:
        for plies, digest in beginning_digests(beginning(record, max(left)), lengths, decks):
            left.remove(plies)
            yield plies, _of_digest(digest)
    except Fault:
        for plies in left:
            yield plies, _written_key(beginning(record, plies))


def _of_digest(digest: str) -> bytes:
    return bytes.fromhex(digest)[:_KEY]


def _written_key(record: Record) -> bytes:
    sketch = summarize(record)
    return _hash([repr(chance_key(sketch)), repr(sketch.moves), repr(group_of(sketch))])


def joined(*keys: bytes) -> bytes:
    """One key of several."""
    return blake2b(b"".join(keys), digest_size=_KEY).digest()


def _hash(parts: Iterable[str]) -> bytes:
    return blake2b("".join(parts).encode(errors="surrogatepass"), digest_size=_KEY).digest()
