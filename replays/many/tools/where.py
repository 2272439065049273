"""SQL conditions on the columns of a record, evaluated by SQLite in memory, a row at a time."""

import re
import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from os import getpid
from threading import get_ident
from weakref import finalize

from notation.wording import quote
from replays.many.tools.columns import COLUMNS, UnknownColumn, Value, column

_LONGEST = 1 << 16
"""Bytes of a value, and of an expression.

`instr(hex(zeroblob(500000)), …)` takes more than 20 s within one step, with a limit of 1 MB.
"""

_PATTERN = 1_000
"""Bytes of a pattern of LIKE or GLOB."""

_STEPS, _MOST_STEPS = 10_000, 5_000_000
"""After how many steps of SQLite's machine to count, and how many one record may take."""

_ALLOWED = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION)
_FORBIDDEN = ("load_extension", "printf", "format")
"""Functions: `printf('%.*c', 2000000000, 'x')` takes 8 s, and a gigabyte, within one step."""
_NAMED = re.compile(r"\b(?:tag|option)_[A-Za-z][A-Za-z0-9_]*")
_REFUSED = re.compile(r"not authorized to use function: (\w+)")
_MISSING = re.compile(r"no such column: (?:.*\.)?(.*)")


class BadCondition(Exception):
    """A condition that cannot be evaluated; the message says why."""


class _Meter:
    """Counts the steps of SQLite's machine for one record.

    The connection holds it, and must not hold the condition, which closes the connection.
    """

    def __init__(self) -> None:
        self.steps = 0

    def count(self) -> int:
        """Whether to stop."""
        self.steps += _STEPS
        return self.steps > _MOST_STEPS


class Where:
    """A condition. `columns` are the names of those that it reads.

    Calling it with their values says whether it holds. Raises BadCondition if it is not an
    expression over the columns, and when it cannot be evaluated.
    """

    def __init__(self, expression: str) -> None:
        try:
            size = len(expression.encode())
        except UnicodeEncodeError:
            raise BadCondition("the expression is not UTF-8") from None
        if size > _LONGEST // 2:
            raise BadCondition("the expression is too long")
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False
        )
        finalize(self, self._connection.close)
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, _PATTERN)
        kinds = {name: column(name).kind for name in (*COLUMNS, *_NAMED.findall(expression))}
        self.columns = self._read_by(expression, kinds)
        given = ", ".join(f'CAST(? AS {kinds[name]}) AS "{name}"' for name in self.columns)
        self._sql = f"SELECT ({expression}\n) IS TRUE FROM (SELECT {given or 'NULL'})"  # noqa: S608 - an expression, as checked
        self._meter = _Meter()
        self._connection.set_progress_handler(self._meter.count, _STEPS)

    def __call__(self, row: Sequence[Value]) -> bool:
        """Whether the condition holds for these values. NULL does not."""
        self._meter.steps = 0
        try:
            (holds,) = self._connection.execute(self._sql, row).fetchone()
        except sqlite3.Error as error:
            why = "it takes too long" if "interrupted" in str(error) else str(error)
            raise BadCondition(why) from None
        return bool(holds)

    def _read_by(self, expression: str, kinds: dict[str, str]) -> tuple[str, ...]:
        """The columns that an expression reads, as SQLite reports them to the authorizer."""
        declared = ", ".join(f'"{name}" {kind}' for name, kind in kinds.items())
        self._connection.execute(f"CREATE TABLE record ({declared})")
        read: dict[str, None] = {}
        selects = 0

        def authorize(action: int, _: str | None, name: str | None, *__: str | None) -> int:
            nonlocal selects
            selects += action == sqlite3.SQLITE_SELECT
            if action == sqlite3.SQLITE_READ and name:
                read[name] = None
            allowed = action in _ALLOWED and selects <= 1 and name not in _FORBIDDEN
            return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

        self._connection.set_authorizer(authorize)
        try:
            found = self._connection.execute(f"SELECT ({expression}\n) IS TRUE FROM record")  # noqa: S608 - as above
        except sqlite3.Warning:
            raise BadCondition("write one expression, without `;`") from None
        except sqlite3.Error as error:
            raise BadCondition(_explained(str(error))) from None
        finally:
            self._connection.set_authorizer(None)
        if len(found.description) != 1 or found.fetchone() is not None:
            raise BadCondition("write one expression")
        for name in read:
            if name not in kinds:  # SQLite's own ROWID
                raise BadCondition(_unknown(name))
        return tuple(read)


def where(expression: str) -> Where:
    """The condition, made once for each thread: no other can use it. Raises BadCondition."""
    return _where(expression, getpid(), get_ident())


@lru_cache(maxsize=64)
def _where(expression: str, *_: int) -> Where:
    return Where(expression)


def _explained(error: str) -> str:
    """The message of SQLite, with what to do about it."""
    if (match := _MISSING.fullmatch(error)) is not None:
        return _unknown(match[1])
    if error.startswith("Incorrect number of bindings"):
        return "write the values themselves; `?` and `:name` have none"
    if (match := _REFUSED.fullmatch(error)) is not None:
        return f"the function {match[1]} cannot be used in a condition"
    if error == "not authorized" or "prohibited" in error:
        return "only an expression over the columns is allowed, no statement or subquery"
    return error.partition("\n")[0]  # what follows is not of the expression


def _unknown(name: str) -> str:
    return f"there is no column {quote(name)}; {UnknownColumn(name).advice}"
