"""Lets guests in, and erases what they leave. Each function runs in a transaction of its caller."""

from msgspec.json import encode

from replays.store.live_model import Guest, Match, NameTaken
from replays.store.model import OverQuota, Quota, Viewer
from replays.store.sql.connection import Transaction
from replays.store.sql.writes import StoredReplay, give_up
from replays.store.tokens import GUEST, digest_of

DAY = 24 * 60 * 60
"""Seconds for which an opened table counts, and for which a guest's table waits for a ply."""

MOST_RUNNING = 200
"""Running tables of all guests together."""

RUNNING = "running tables of guests"
"""The name of that limit."""

_DIGITS = 5
"""Hex digits of the digest of a network that are kept: 4,096 addresses of IPv4 have the same ones,
so they name nobody, and two networks of a thousand seldom share them."""


def admit(work: Transaction, owner: str, guest: Guest, quota: Quota, now: int) -> None:
    """Count a table that a guest opens, and store the token of a guest who is new.

    Raises OverQuota if there are too many tables of guests, from this network within a day or
    running at all, and NameTaken if somebody else has this name.
    """
    db, network = work.db, digest_of(guest.network)[:_DIGITS]
    forget_openings(work, now - DAY)
    own = "SELECT count(*) FROM opening WHERE network = :network"
    (opened,) = db.execute(own, {"network": network}).fetchone()
    if quota.open_tables is not None and opened >= quota.open_tables:
        raise OverQuota("open_tables", quota.open_tables)
    running = "SELECT count(*) FROM game_table WHERE by_guest AND termination IS NULL"
    (tables,) = db.execute(running).fetchone()
    if tables >= MOST_RUNNING:
        raise OverQuota(RUNNING, MOST_RUNNING)
    db.execute(
        "INSERT INTO opening (network, opened) VALUES (:network, :now)",
        {"network": network, "now": now},
    )
    _give_token(work, owner, guest.token, now)


def forget_openings(work: Transaction, past: int) -> None:
    """Forget the tables that were opened until a time."""
    work.db.execute("DELETE FROM opening WHERE opened <= :past", {"past": past})


def _give_token(work: Transaction, owner: str, digest: str, now: int) -> None:
    """Store the token of a guest, unless it is stored already."""
    known = work.db.execute("SELECT digest FROM token WHERE owner = :owner", {"owner": owner})
    digests = {found for (found,) in known}
    if not digests:
        scopes = encode([GUEST]).decode()
        work.db.execute(
            "INSERT INTO token (owner, scopes, digest, created)"
            " VALUES (:owner, :scopes, :digest, :now)",
            {"owner": owner, "scopes": scopes, "digest": digest, "now": now},
        )
    elif digests != {digest}:
        raise NameTaken("another guest has this name")


def release(work: Transaction, match: Match, now: int) -> None:
    """Give up the replay of a guest's match that was removed, unless they have it of another match.

    With the last match of a guest, their token goes.
    """
    db, values = work.db, {"owner": match.owner, "replay": match.replay}
    others = "SELECT 1 FROM game_table WHERE owner = :owner AND replay = :replay"
    if match.replay is not None and db.execute(others, values).fetchone() is None:
        stored = StoredReplay.find(db, match.replay, match.owner)
        if stored is not None and stored.hold is not None:
            give_up(work, stored, Viewer(match.owner), now)
    left = "SELECT 1 FROM game_table WHERE owner = :owner"
    if db.execute(left, values).fetchone() is None:
        db.execute("DELETE FROM token WHERE owner = :owner", values)
        db.execute("DELETE FROM owner WHERE name = :owner", values)
