"""The differences between the databases: how they find words, and how they handle JSON."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Insert: TypeAlias = Callable[[Any, str, Iterable[Mapping[str, Any]]], None]
"""Inserts rows into a table on a connection."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """A condition on a separate table, which has the number of the replay in `column`.

    As the only condition of a query its table is walked in the order of numbers. With another one,
    its numbers from `:low` to `:high` are a set that the walk of the other is compared with.
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
        phrases: the values of its parameters, from phrases that all have to be there.
        join: how it joins two tables of which the first is to be walked.
        insert: how it inserts many rows, which all have the same columns.
        each: the rows `p.value` of a JSON array of arrays, the parameter `:rows`.
        listed: the JSON array, as a text, of the column `id` of all rows.
        counter: the statement that takes the counter row, and locks it until the transaction ends.
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
    snapshot: str
    sequences: tuple[str, ...]
