"""A commit whose end nobody knows is StoreUnsure on PostgreSQL, and is never made again."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any, cast

import psycopg
import pytest
from psycopg import errors

from replays.store.model import StoreUnsure
from replays.store.postgres.dialect import committing
from replays.store.sql.connection import Transaction
from replays.store.sql.writer import Writer


@pytest.mark.parametrize(
    "error",
    [
        psycopg.OperationalError("the connection is lost"),
        errors.AdminShutdown("terminating connection"),
        errors.CrashShutdown("terminating connection"),
        errors.SerializationFailure("could not serialize access"),
    ],
)
def test_a_connection_lost_in_a_commit_is_store_unsure(error: psycopg.Error) -> None:
    with pytest.raises(StoreUnsure, match="lost while it took a commit"), committing():
        raise error


@pytest.mark.parametrize("error", [errors.DiskFull("no space left"), errors.CheckViolation("no")])
def test_a_refusal_of_a_commit_is_itself(error: psycopg.Error) -> None:
    with pytest.raises(type(error)), committing():
        raise error


class Unsure:
    """A connection whose commits are unsure; it counts them."""

    def __init__(self) -> None:
        self.commits = 0
        self.may = Event()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A transaction; the first waits until it may go on."""
        self.may.wait()
        yield cast("Transaction", None)
        self.commits += 1
        raise StoreUnsure("the database was lost while it took a commit")

    def close(self) -> None:
        """Nothing is open."""


def test_what_was_perhaps_committed_is_not_committed_again() -> None:
    connection = Unsure()
    writer = Writer(connection)
    done: list[int] = []

    def work(_: Transaction, given: Any) -> list[int]:  # noqa: ANN401 - numbers
        done.extend(given)
        return list(given)

    waiting = [writer.submit(work, number) for number in range(5)]
    connection.may.set()
    assert [type(one.exception()) for one in waiting] == [StoreUnsure] * 5
    assert sorted(done) == list(range(5))
    writer.close()
