"""Writes the guesses of tokens into the record."""

import re

from msgspec.structs import replace

from engines.decks import Decks
from notation.record import UNKNOWN_CARD, Entry, Ply, Record
from replays.fill_in_reveals import with_reveals
from replays.unseen.follower import LineFollower
from replays.unseen.tokens import face


def completion(record: Record, follower: LineFollower) -> Record:
    """The record with every shuffle written in full, by the guesses of the follower's tokens.

    It has no variations and no SeedHash.
    """
    orders = {id(line): bag for line, bag in follower.lines}
    passed = {id(ply): cards for ply, cards in follower.passed}
    plies: list[Entry] = []
    for entry in record.plies:
        if isinstance(entry, Ply):
            rest = map(face, passed.get(id(entry), ()))
            move = re.sub(f"\\b{UNKNOWN_CARD}\\b", lambda _: next(rest), entry.move)  # noqa: B023 - called at once
            plies.append(replace(entry, move=move, variations=()))
        elif (bag := orders.get(id(entry))) is not None:
            plies.append(replace(entry, order=tuple(map(face, bag.order))))
        else:
            plies.append(entry)
    return replace(record, plies=tuple(plies), seed_hash=None)


def named(record: Record, decks: Decks) -> Record:
    """A completion that checks, with a card for each `_` in its reveals."""
    if not any(_partly(entry) for entry in record.plies):
        return record
    full = with_reveals(record, decks)
    pairs = zip(record.plies, full.plies, strict=True)
    plies = [replace(old, reveals=new.reveals) if _partly(old) else old for old, new in pairs]
    return replace(record, plies=tuple(plies))


def _partly(entry: Entry) -> bool:
    return any(card.endswith(UNKNOWN_CARD) for card in entry.reveals)
