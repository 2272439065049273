"""Options, outcomes and decks of records that `cgn upload` and `cgn store import` store."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from cli.common import counted
from cli.decks import UserDecks
from notation.outcome import Reading
from replays.store.model import Visibility

visibility_option = click.option(
    "--visibility",
    type=click.Choice([visibility.value for visibility in Visibility]),
    default=Visibility.PUBLIC.value,
    help="Who can find them: everyone, those who know the id, or only you.",
)

NEW, THERE, REFUSED = "new", "already there", "refused"
"""The outcomes of storing a record."""


def summary(outcomes: Counter[str]) -> str:
    """The number of records, and the count of each outcome."""
    parts = ", ".join(f"{outcomes[outcome]:,} {outcome}" for outcome in (NEW, THERE, REFUSED))
    return f"{counted(outcomes.total(), 'record')}: {parts}"


def with_decks(
    readings: Iterable[Reading],
    decks: UserDecks,
    add: Callable[[bytes], object],
    added: Iterable[str] = (),
) -> Iterator[Reading]:
    """The readings; `add` gets a user's deck before the first reading that names it.

    Decks whose names are in `added` are there already.
    """
    done = set(added)
    for reading in readings:
        name = reading.record.deck if reading.record is not None else None
        if name is not None and name in decks.files and name not in done:
            add(Path(decks.files[name]).read_bytes())
            done.add(name)
        yield reading
