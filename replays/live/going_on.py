"""Games in progress that go on from a finished one: its first plies, as a match keeps them."""

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from notation.chance import UnseenCards
from notation.origin import FROM_TAG, Origin, shared_plies
from notation.record import Entry, Ply, Record, Shuffle
from replays.legs import beginning, main_line
from replays.live.own_records import views_of_own
from replays.live.ply_request import Refusal
from replays.live.record_parts import RecordParts, StoredPly, entries_of, parts_of, plies_from
from replays.view.redact import hidden_shuffle, redact
from replays.view.views import ALL, OWNER
from replays.what_if import Untriable, tried_line


class GoingOn(Struct, frozen=True):
    """How a game goes on from a replay: after which of its plies, and with which moves first.

    `players` are the names of those who play now, by default of those who played; `tags` are the
    free tags of the new game.
    """

    replay: str
    ply: int
    moves: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    tags: dict[str, str] = {}


def go_on(record: Record, wish: GoingOn, decks: Decks = OWN_DECKS) -> tuple[RecordParts, Origin]:
    """The match that goes on from a finished game, and where it leaves that.

    With a Seed, its later cards are those of the game. Without one the plies tell the cards, and
    each view has its own record; then no moves are tried first. Raises Refusal if it cannot go on
    so, and Fault if the game cannot be played.
    """
    plies = len(record.moves)
    if wish.ply > plies:
        raise Refusal(f"this replay has {plies} plies, so none goes on after ply {wish.ply}")
    if wish.players and len(wish.players) != len(record.seats):
        raise Refusal(f"this game has {len(record.seats)} players, and goes on with as many")
    line, shared = beginning(main_line(record), wish.ply), wish.ply
    if wish.moves:
        line = _tried(record, wish, decks)
        shared = shared_plies(record, line, wish.ply)
    origin = Origin(wish.replay, shared)
    line = replace(
        line,
        seats=wish.players or record.seats,
        tags={**wish.tags, FROM_TAG: str(origin)},
        comments=(),
        plies=tuple(map(_bare, line.plies)),
    )
    return _seeded(line) if line.seed is not None else _unseen(line, decks), origin


def _tried(record: Record, wish: GoingOn, decks: Decks) -> Record:
    """The record of a game until a ply, and on with the moves that come first."""
    if record.seed is None:
        raise Refusal("this replay has no Seed, so nobody knows the cards of other moves")
    try:
        return tried_line(record, wish.ply, wish.moves, decks)
    except Untriable as reason:
        raise Refusal(str(reason)) from None


def _bare(entry: Entry) -> Entry:
    """An entry as somebody plays it: without remarks, and without the time, which is another's."""
    if isinstance(entry, Shuffle):
        return entry
    return Ply(entry.seat, entry.move, entry.reveals)


def _seeded(line: Record) -> RecordParts:
    """The match of a line whose seed tells the cards."""
    return replace(parts_of(line), sent=plies_from(line.moves, ALL))


class _Grouped(Struct, frozen=True):
    """The entries of a record: the deal, each ply with the shuffles before it, and the rest."""

    deal: list[Entry]
    plies: list[list[Entry]]
    rest: list[Shuffle]


def _grouped(record: Record) -> _Grouped:
    """The entries of a record, ply by ply."""
    deal: list[Entry] = []
    plies: list[list[Entry]] = []
    lead: list[Shuffle] = []
    is_deal = True
    for entry in record.plies:
        if isinstance(entry, Ply):
            is_deal = False
            plies.append([*lead, entry])
            lead = []
        elif is_deal:
            deal.append(entry)
        else:
            lead.append(entry)
    return _Grouped(deal, plies, lead)


def _unseen(line: Record, decks: Decks) -> RecordParts:
    """The match of a line whose plies tell the cards: each view has its record of what it saw."""
    line = replace(line, seed_hash=None)
    try:
        seen = {
            view: _grouped(line if view == OWNER else redact(line, view, decks))
            for view in views_of_own(len(line.seats))
        }
    except UnseenCards:
        raise Refusal("too many cards are unknown to follow this game") from None
    own = seen[OWNER]
    sent = [
        StoredPly(
            entries_of(entries),
            OWNER,
            seen={view: entries_of(other.plies[at]) for view, other in seen.items()},
        )
        for at, entries in enumerate(own.plies)
    ]
    if sent:
        sent[-1] = replace(sent[-1], tail=entries_of(map(hidden_shuffle, own.rest)))
    return replace(
        parts_of(line),
        opening=entries_of(own.deal),
        dealt={view: entries_of(other.deal) for view, other in seen.items()},
        sent=tuple(sent),
    )
