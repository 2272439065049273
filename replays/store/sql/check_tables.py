"""Checks games in progress: their rows agree, and their plies are legal."""

from collections.abc import Iterator
from contextlib import suppress

from notation.fault import Fault
from replays.frames_json import views_of
from replays.playhead import Playhead
from replays.store.sql.decks import UserDecks
from replays.store.sql.store import Store
from replays.store.sql.tables import Tables
from replays.store.table_model import Kind, OtherVersion, Table
from replays.tables.own_records import views_of_own
from replays.tables.whole import Whole


def check_tables(store: Store) -> Iterator[str]:
    """The faults of games in progress, and of those that have ended."""
    with store.reading() as db:
        ids = [name for (name,) in db.execute("SELECT id FROM game_table ORDER BY key")]
    for name in ids:
        table = store.tables.get(name)
        if table is not None:
            with suppress(OtherVersion):
                faults = [*_faults(store, table)]
                if store.tables.get(name) == table:  # nothing happened there meanwhile
                    yield from (f"table {name}: {fault}" for fault in faults)


def _faults(store: Store, table: Table) -> Iterator[str]:
    versions = [event.version for event in store.tables.events(table)]
    if versions != [*range(1, table.version + 1)]:
        yield f"it has the version {table.version}, and other events"
    whole = store.tables.whole(table)
    if len(whole.sent) != table.plies:
        yield f"it has {table.plies} plies, and {len(whole.sent)} are kept"
        return
    if table.dealt and not table.open:
        yield from _shown(store.tables, table)
    if table.dealt and not table.kind.has_own_records:
        yield from _illegal(whole, store.decks)


def _shown(tables: Tables, table: Table) -> Iterator[str]:
    """The views that are not shown every ply."""
    seats = len(table.players)
    views = views_of_own(seats)
    if not table.kind.has_own_records:
        views = views_of(seats, all_open=table.kind is Kind.SEEDED)
    for view in views:
        plies = [position.ply for position in tables.positions(table, view)]
        if plies != [*range(table.plies + 1)]:
            yield f"the view {view} is not shown every ply"


def _illegal(whole: Whole, decks: UserDecks) -> Iterator[str]:
    """The rules that the plies break."""
    try:
        record = whole.record()
        replay = Playhead(record, decks.decks_for(record.deck))
        replay.seek(replay.plies)
        if replay.fault is not None:
            yield f"ply {replay.ply + 1} is not legal: {replay.fault.message}"
    except (Fault, ValueError) as error:
        yield f"its record cannot be played: {error}"
