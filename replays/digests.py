"""The digests of a record, of its game, and of a position, by the engine of the game."""

from collections.abc import Container, Iterable, Iterator, Sequence

from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks, game_or_none
from engines.table import Table
from notation import digests
from notation.digests import Event
from notation.record import Record
from notation.text_writer import write_text
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.unseen.tokens import Token


def canonical(record: Record) -> Record:
    """The record as its canonical form has it: without the name of the game's own deck."""
    if record.deck is None:
        return record
    game = game_or_none(record.game)
    if game is not None and record.deck in (game.deck.name, game.deck.digest):
        return replace(record, deck=None)
    return record


def canonical_text(record: Record) -> str:
    """The one byte sequence of a record, as text."""
    return write_text(canonical(record))


def record_digest(record: Record) -> str:
    """SHA-256 of the canonical form, in hex: the name of the record."""
    return digests.record_digest(canonical_text(record))


def game_digest(record: Record, decks: Decks = OWN_DECKS) -> str:
    """The digest of everything that decides play, and so the same for every upload of a game.

    Raises Fault if the main line cannot be played.
    """
    table = open_table(record, game_of(record, decks))
    return digest_of_events(record, table, _events(record, table))


def beginning_digests(
    record: Record, lengths: Container[int], decks: Decks = OWN_DECKS
) -> Iterator[tuple[int, str]]:
    """The number of plies and the game's digest of each beginning with one of these lengths.

    The game is played once. Raises Fault at the first thing that is wrong.
    """
    table = open_table(record, game_of(record, decks))
    events: list[Event] = [*table.chance.shuffles]
    for plies, step in enumerate(steps(table, record.plies, record.seed), start=1):
        events += [(step.ply.seat, step.ply.move), *step.shuffles]
        if plies in lengths:
            yield plies, digest_of_events(record, table, events)


def digest_of_events(record: Record, table: Table, events: Iterable[Event]) -> str:
    """The game's digest, from the events of a record that was played on this table."""
    game = table.game
    return digests.game_digest(
        game.name, record.rules, game.deck.name, table.options, len(record.seats), events
    )


def _events(record: Record, table: Table) -> Iterator[Event]:
    yield from table.chance.shuffles
    for step in steps(table, record.plies, record.seed):
        yield step.ply.seat, step.ply.move
        yield from step.shuffles


def is_known(table: Table) -> bool:
    """Whether all cards of a position are known; otherwise it has no digest."""
    cards = (card for zone in table.zones() for card in zone.cards)
    return not any(isinstance(card, Token) for card in cards)


def position_digest(table: Table) -> str:
    """The digest of everything that is part of a position: whose turn, counters, zones."""
    return digests.position_digest(*_position(table))


def position_bytes(table: Table) -> bytes:
    """The bytes of which `position_digest` is the digest."""
    return digests.position_bytes(*_position(table))


def _position(
    table: Table,
) -> tuple[str, str | None, list[tuple[str, int]], list[tuple[str, Sequence[str]]]]:
    return (
        table.game.name,
        table.to_act,
        [(counter.key, counter.value) for counter in table.counters()],
        [
            (zone.key, zone.cards if zone.ordered else tuple(sorted(zone.cards)))
            for zone in table.zones()
        ],
    )


def position_digests(record: Record, decks: Decks = OWN_DECKS) -> Iterator[str]:
    """The digest of the position before ply 1, then after each ply of the main line.

    Raises Fault at the first thing that is wrong.
    """
    table = open_table(record, game_of(record, decks))
    yield position_digest(table)
    for step in steps(table, record.plies, record.seed):
        yield position_digest(step.table)
