"""What can be set, each thing declared once.

The flags of `cgn serve`, the variables `CGN_…`, the keys of the TOML file, what --show-config
prints, and the table in docs/service.md all come from these declarations.
"""

from dataclasses import dataclass, field, fields
from typing import TypeAlias, TypeVar, cast

from notation.grammar import MAX_JSON
from notation.weight import BUDGET
from replays.store.model import MAX_PAGE, Quota

T = TypeVar("T", str, int, bool)

Value: TypeAlias = str | int | bool
"""What a setting can be."""

_KIB, _MIB, _GIB = 1 << 10, 1 << 20, 1 << 30
_DAY = 24 * 60 * 60


MOST_PICKED = 12
"""The replays that the start page may show first; it reads them each time that it is made."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One setting: its name, default and help; a number lies from `low` to `high`."""

    name: str
    default: Value
    help: str
    low: int | None = None
    high: int | None = None

    @property
    def flag(self) -> str:
        """How it is set on the command line: `--max-body`."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """How it is set in the environment: `CGN_MAX_BODY`."""
        return f"CGN_{self.name.upper()}"


def _set(default: T, about: str, low: int | None = None, high: int | None = None) -> T:
    return field(default=default, metadata={"help": about, "low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the service runs, and every limit that it keeps. `declared` describes each."""

    host: str = _set("127.0.0.1", "The address to listen on.")
    port: int = _set(8000, "The port to listen on.", 1, 65_535)
    data: str = _set("cgn.db", "The store: an SQLite file, or postgresql://HOST/DATABASE.")
    workers: int = _set(0, "Processes for quick checks of records. 0: one for each core.", 0, 256)
    threads: int = _set(96, "Requests that are processed at the same time.", 1, 256)
    connections: int = _set(2_048, "Connections that are kept open at once.", 16, 65_536)
    waits: int = _set(64, "Requests of one client that wait for a change at once.", 0, 65_536)
    max_body: int = _set(MAX_JSON, "Bytes in the body of a request, unpacked.", _KIB, _GIB)
    max_import: int = _set(256 * _MIB, "Bytes in an import, unpacked.", _KIB, 16 * _GIB)
    max_records: int = _set(
        200, "Records in a validation, a conversion, or a form of files.", 1, 1_000_000
    )
    max_page: int = _set(100, "Entries in a page of a list.", 1, MAX_PAGE)
    max_frames: int = _set(2_000, "Frames in one answer.", 1, 100_000)
    max_film: int = _set(16 * _MIB, "Bytes of frames in one answer.", _MIB, _GIB)
    max_export: int = _set(
        64 * _MIB, "Bytes of records, as JSON, in one stream of them.", _KIB, 16 * _GIB
    )
    statistics: int = _set(10_000, "The newest public replays that statistics count.", 1, 1_000_000)
    max_replays: int = _set(1_000_000, "Replays that an owner may hold.", 0, 10**12)
    max_bytes: int = _set(4 * _GIB, "Bytes that the replays of an owner may take.", 0, 1 << 50)
    max_decks: int = _set(100, "Decks that an owner may add.", 0, 1_000_000)
    max_tables: int = _set(100, "Games in progress that an owner may have.", 0, 1_000_000)
    max_tokens: int = _set(100, "Usable tokens that an owner may have.", 0, 1_000_000)
    pastes: int = _set(
        20, "Logs that a client may have kept for a day, of 256 KB each. 0: none.", 0, 1_000_000
    )
    reviews: int = _set(
        20, "Reviews of games that an owner may ask for in a day. 0: none.", 0, 1_000_000
    )
    moving_pictures: int = _set(
        10, "Moving pictures that are drawn for a client in an hour. 0: none.", 0, 1_000_000
    )
    open_tables: int = _set(
        0,
        "Tables that people without a token may open in a day, from one network. 0: none.",
        0,
        1_000_000,
    )
    max_plies: int = _set(2_000, "Plies of a game in progress.", 1, 100_000)
    table_days: int = _set(30, "Days without an event after which a table ends.", 1, 3_650)
    max_weight: int = _set(
        BUDGET, "Work that one request may cause, in units of 10 microseconds.", 2_000, 10**9
    )
    cache: int = _set(64 * _MIB, "Bytes of answers that are cached.", 0, 16 * _GIB)
    cache_age: int = _set(
        250, "Milliseconds for which a list may be older than the last upload.", 0, 60_000
    )
    reads: int = _set(
        1_200, "Requests that read, for each client and minute. 0: any number.", 0, 10**9
    )
    writes: int = _set(600, "Other requests, for each client and minute. 0: any number.", 0, 10**9)
    idle_timeout: int = _set(
        60, "Seconds without traffic after which a connection is closed.", 1, _DAY
    )
    picked: str = _set(
        "", f"Replays that the start page shows first: up to {MOST_PICKED} ids, with commas."
    )
    cors: str = _set("*", "Origins whose pages may call, separated by commas. *: any.")
    proxies: int = _set(0, "Reverse proxies in front, whose X-Forwarded headers count.", 0, 10)
    public_address: str = _set(
        "", "The public address, for links: https://cgn.example. Empty: as asked."
    )
    access_log: bool = _set(False, "Log every request on standard error.")  # noqa: FBT003 - a default

    @property
    def quota(self) -> Quota:
        """What each owner may hold."""
        return Quota(
            replays=self.max_replays,
            bytes=self.max_bytes,
            decks=self.max_decks,
            tables=self.max_tables,
            tokens=self.max_tokens,
            pastes=self.pastes,
            reviews=self.reviews,
            open_tables=self.open_tables,
        )

    @property
    def picked_ids(self) -> tuple[str, ...]:
        """The ids of the replays that are shown first."""
        return tuple([one.strip() for one in self.picked.split(",") if one.strip()])

    @property
    def table_life(self) -> int:
        """Seconds for which a game in progress waits for its next event."""
        return self.table_days * _DAY


def declared() -> tuple[Declared, ...]:
    """Every setting, in the order of the help page."""
    return tuple(
        Declared(part.name, cast("Value", part.default), **part.metadata)
        for part in fields(Settings)
    )
