"""Opens the store at an address. The one place that knows the kinds of stores."""

from pathlib import Path
from re import match
from urllib.parse import urlsplit

from replays.store.model import NO_QUOTA, Clock, Quota, StoreUnusable
from replays.store.sql.store import Store
from replays.store.sqlite.store import SqliteStore

_URL = "[a-z][a-z0-9+.-]*://"
_POSTGRES = ("postgresql://", "postgres://")


class NoStore(StoreUnusable):
    """There is no store at the address."""


def open_store(
    address: str | Path, clock: Clock, *, quota: Quota = NO_QUOTA, make: bool = True
) -> Store:
    """The store at an address: the path of an SQLite file, or `postgresql://…`.

    `clock` gives the time, `quota` is what each owner may hold. A missing file is made, unless
    `make` is false: then NoStore is raised; so are missing tables in a PostgreSQL database. Raises
    StoreUnusable if the address is of another kind or the store cannot be used, and StoreBusy
    if the database cannot be reached.
    """
    url = str(address)
    if url.startswith(_POSTGRES):
        return _postgres(url, clock, quota, make=make)
    if match(_URL, url):  # not shown: an address may hold a password
        raise StoreUnusable(
            "a store is the path of an SQLite file or an address postgresql://HOST/DATABASE"
        )
    path = Path(address)
    if not make and not path.exists():
        raise NoStore("there is no such store")
    return SqliteStore(path, clock, quota)


def shown(address: str | Path) -> str:
    """An address as messages show it, without secrets.

    >>> shown("postgresql://cgn:secret@db.example:5432/cgn?sslmode=require")
    'postgresql://db.example:5432/cgn'
    >>> shown("club/cgn.db")
    'club/cgn.db'
    """
    if not match(_URL, str(address)):
        return str(address)
    try:
        url = urlsplit(str(address))
    except ValueError:
        return str(address).partition("://")[0] + "://"
    return f"{url.scheme}://{url.netloc.rpartition('@')[2]}{url.path}"


def _postgres(address: str, clock: Clock, quota: Quota, *, make: bool) -> Store:
    try:
        from replays.store.postgres.migrations import is_there  # noqa: PLC0415 - of an extra
        from replays.store.postgres.store import PostgresStore  # noqa: PLC0415 - likewise
    except ModuleNotFoundError as error:
        if error.name not in ("psycopg", "psycopg_pool"):
            raise
        raise StoreUnusable(
            "a store on PostgreSQL needs the extra `postgres`: pip install 'cgn[postgres]'"
        ) from None
    if (
        address.partition("://")[2].partition("/")[0].count("@") > 1
    ):  # the database would be asked for on another host
        raise StoreUnusable("an `@` in the name or the password of a user is written `%40`")
    if not make and not is_there(address):
        raise NoStore("there is no store in this database")
    return PostgresStore(address, clock, quota)
