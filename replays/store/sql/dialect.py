"""The differences between the databases: words, JSON, inserts, transactions."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Insert: TypeAlias = Callable[[Any, str, Iterable[Mapping[str, Any]]], None]
"""Inserts rows into a table on a connection."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A condition on a separate table, which has the number of the replay in `column`.

    As the only condition of a query, its table is walked in the order of numbers. With another
    condition, its numbers from `:low` to `:high` are a set, with which the other walk is compared.
    """

    table: str
    where: str
    column: str

    @property
    def among(self) -> str:
        """The condition on a replay."""
        return (
            f"r.number IN (SELECT {self.column} FROM {self.table} WHERE {self.where}"  # noqa: S608 - of constants
            f" AND {self.column} BETWEEN :low AND :high)"
        )


@dataclass(frozen=True, slots=True)
class Dialect:
    """The dialect of one database.

    Attributes:
        words: the condition on words.
        phrases: makes the values of its parameters from phrases, all of which must be found.
        join: joins two tables so that the first is walked.
        insert: inserts many rows, which all have the same columns.
        each: the rows `p.value` of a JSON array of arrays, the parameter `:rows`.
        listed: the JSON array, as a text, of the column `id` of all rows.
        counter: the statement that takes the counter row, and locks it until the transaction ends.
        telling: the end of the statement that writes this row back: it tells other processes, if
            the database can.
        snapshot: the statement that begins a transaction which reads everything as of one moment.
        sequences: statements after which new rows get keys above those that were copied.
    """

    words: Lookup
    phrases: Callable[[list[list[str]]], dict[str, Any]]
    join: str
    insert: Insert
    each: str
    listed: str
    counter: str
    telling: str
    snapshot: str
    sequences: tuple[str, ...]
