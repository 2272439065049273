"""Copies between stores of either kind."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from replays.live.playing import begin
from replays.store.model import ADMIN, Key, Order, Viewer, Visibility
from replays.store.open_store import open_store
from replays.store.query import Query
from replays.store.sql.copy import GAMES, REPLAYS, WHOLE, OtherStore, copy
from replays.store.sql.schema import COLUMNS
from replays.store.sql.store import Store
from tests.replays.store.contracts.beside import deck
from tests.replays.store.contracts.matches import call
from tests.replays.store.contracts.matches import new as new_table
from tests.replays.store.making import record, upload_of

Open: TypeAlias = Callable[[str], Store]
KINDS = ("sqlite", "postgres")
ALL = Query(own=True, order=Order.OLDEST)


@pytest.fixture
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens new stores of either kind."""
    with ExitStack() as stack:

        def new(kind: str) -> Store:
            if kind == "postgres":
                address = request.getfixturevalue("server").database()
            else:
                address = str(tmp_path / f"{len(list(tmp_path.iterdir()))}.db")
            return stack.enter_context(open_store(address, lambda: 7))

        yield new


def filled(store: Store) -> Store:
    """A store with something of everything: replays, holds, decks, tokens, keys and tables."""
    store.decks.add(deck("mine"), "ana")
    store.tokens.create("ana", ["upload"], "d" * 64, expires=9)
    made = [upload_of(record(f"game {number}")) for number in range(6)]
    half = upload_of(record("half", plies=8))
    store.add([*made, half], "ana", key=Key("key", "f"))
    store.add(made[:2], "bo", Visibility.PRIVATE)
    store.add([upload_of(record("hidden"))], "bo", Visibility.PRIVATE)
    store.give_up(made[3].id, Viewer("ana"))
    store.set_visibility(made[4].id, Viewer("ana"), Visibility.UNLISTED)
    for number in "12":
        seeded = replace(record(plies=0), seed=f"seed {number}")
        begun = begin(seeded)
        invited = {"A": "i" * 63 + number}
        match = new_table(number, parts=begun, invitations=invited)
        store.matches.create(match, call())
    return store


def silent(*_: object) -> None:
    """No progress bar."""


def contents(store: Store) -> list[object]:
    """Everything in a store, as readers see it."""
    replays = store.page(ALL, ADMIN, None, 1_000).entries
    return [
        *(store.get(entry.id, viewer) for entry in replays for viewer in (ADMIN, Viewer("bo"))),
        *(store.page(Query(text=text), ADMIN) for text in ("ana", "nobody")),
        store.tokens.list(),
        store.decks.page(),
        [store.matches.get(number * 32) for number in "12"],
        sorted(store.changes(0).ids or ()),
    ]


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_copy_holds_what_its_source_holds(opened: Open, source: str, target: str) -> None:
    old, new = filled(opened(source)), opened(target)
    assert copy(old, new, silent) == 7
    assert contents(new) == contents(old)
    assert list(new.check(silent)) == []


@pytest.mark.parametrize("target", KINDS)
def test_a_copy_behaves_like_its_source(opened: Open, target: str) -> None:
    old, new = filled(opened("sqlite")), opened(target)
    copy(old, new, silent)
    for store in (old, new):
        store.tokens.create("bo", [], "e" * 64)
        store.add([upload_of(record("later"))], "cleo")
    assert contents(new) == contents(old)


def test_a_second_copy_brings_changes_and_repairs_damage(opened: Open) -> None:
    old, new = filled(opened("sqlite")), opened("sqlite")
    copy(old, new, silent)
    old.add([upload_of(record("later"))], "cleo")
    old.give_up(old.page(ALL, ADMIN).entries[0].id, ADMIN)
    new.do(lambda work: work.db.execute("UPDATE player SET name = 'x'").rowcount)
    new.do(lambda work: work.db.execute("DELETE FROM game_table").rowcount)
    copy(old, new, silent)
    assert contents(new) == contents(old)
    assert list(new.check(silent)) == []


def test_a_store_with_other_replays_is_never_overwritten(opened: Open) -> None:
    old, new = filled(opened("sqlite")), opened("sqlite")
    new.add([upload_of(record("own"))], "dora")
    before = contents(new)
    with pytest.raises(OtherStore, match="the data of another store"):
        copy(old, new, silent)
    assert contents(new) == before


def test_a_store_with_other_tokens_is_never_overwritten(opened: Open) -> None:
    old, new = filled(opened("sqlite")), opened("sqlite")
    new.tokens.create("dora", [], "a" * 64)
    with pytest.raises(OtherStore):
        copy(old, new, silent)
    assert [token.owner for token in new.tokens.list()] == ["dora"]


def test_an_empty_source_empties_no_store(opened: Open) -> None:
    new = filled(opened("sqlite"))
    with pytest.raises(OtherStore):
        copy(opened("sqlite"), new, silent)
    assert new.count(ALL, ADMIN) == 7


@pytest.mark.parametrize("kind", KINDS)
def test_every_column_of_every_table_is_copied(opened: Open, kind: str) -> None:
    columns = (
        "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table'"
        if kind == "sqlite"
        else "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = 'public'"
    )
    apart = ("arrival", "sqlite_", "_sqlite", "words", "cgn_migration")
    with opened(kind).reading() as db:
        columns_of_store = {
            (table, name) for table, name in db.execute(columns) if not table.startswith(apart)
        }
    copied = {
        (table, name)
        for table in (*REPLAYS, *GAMES, *WHOLE)
        if table != "words"
        for name in COLUMNS[table].names
    }
    assert copied == columns_of_store
