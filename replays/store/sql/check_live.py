"""Checks games in progress: their rows agree, and their plies are legal."""

from collections.abc import Iterator

from notation.fault import Fault
from replays.live.own_records import views_of_own
from replays.live.whole import Whole
from replays.store.live_model import Table
from replays.store.sql.decks import UserDecks
from replays.store.sql.store import Store
from replays.view.playhead import Playhead


def check_tables(store: Store) -> Iterator[str]:
    """The faults of games in progress, and of those that have ended."""
    with store.reading() as db:
        ids = [name for (name,) in db.execute("SELECT id FROM game_table ORDER BY key")]
    for name in ids:
        table = store.tables.get(name)
        if table is not None:
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
    if table.kind.has_own_records:
        yield from _incomplete(whole, table)
    if table.dealt and not table.kind.has_own_records:
        yield from _illegal(whole, store.decks)


def _incomplete(whole: Whole, table: Table) -> Iterator[str]:
    """The views whose own record lacks a ply."""
    seen = [whole.dealt, *[one.seen for one in whole.sent]]
    for view in views_of_own(len(table.players)):
        if not all(view in one for one in seen):
            yield f"the record of the view {view} lacks a ply"


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
