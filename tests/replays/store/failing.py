"""A disk that fails."""

import sqlite3
from functools import partial
from typing import Any

import pytest


def fail_once(statement: str, code: int, patch: pytest.MonkeyPatch) -> None:
    """Let a statement fail once, with this code of SQLite, on connections opened from now on."""
    failed: list[str] = []

    class Failing(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:  # noqa: ANN401 - as in sqlite3
            if sql != statement or failed:
                return super().execute(sql, *values)
            failed.append(sql)
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = code
            raise error

    patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Failing))
