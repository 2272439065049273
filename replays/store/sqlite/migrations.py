"""The steps from an empty file to the tables of this version."""

from sqlite_utils import Database, Migrations

from replays.store.sql.schema import STEP, for_sqlite

_WORDS = "CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'ascii', columnsize = 0);"


def _make_tables(db: Database) -> None:
    db.executescript(for_sqlite() + _WORDS)


STEPS = {STEP: _make_tables}
"""Every step, by its name, in order."""

MIGRATIONS = Migrations("cgn")
"""The steps; sqlite-utils applies them, and keeps in the file which ones it has applied."""

for _name, _step in STEPS.items():
    MIGRATIONS(name=_name)(_step)
