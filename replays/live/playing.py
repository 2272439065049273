"""The effect of a ply, or an end, on the record of a match."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from engines.table import Due, Points, Table
from notation.end_line import check_result
from notation.fault import Fault
from notation.record import Ply, Record
from replays.diagnose import diagnose
from replays.live.endings import Ending, asks_only, ended_by, ending_at, scores_of
from replays.live.followed import follow
from replays.live.ply_request import ParsedPlies, PlyRequest, Refusal
from replays.live.record_parts import RecordParts, StoredPly, parts_of, plies_from
from replays.play import play_line
from replays.set_up import game_of, open_table
from replays.unseen.follow import opened_with
from replays.unseen.follower import LineFollower
from replays.view.frames import legal_moves
from replays.view.narration import seen_total
from replays.view.redact import redact
from replays.view.views import ALL, seen_by, views_of


class Asked(Struct, frozen=True):
    """What is asked in a match and the scores there, as a view knows them."""

    due: Due | None
    scores: tuple[int | None, ...]


class Advanced(Struct, frozen=True):
    """Accepted plies, and what each view is asked then.

    `ended` is the whole record if the game ended; how it ended, where no replay is made of it yet.
    """

    sent: tuple[StoredPly, ...]
    asked: dict[str, Asked]
    ended: Record | Ending | None


class Leaving(Struct, frozen=True):
    """What comes of a seat that resigns: all that are `gone` then, and how the game ends, if so."""

    gone: tuple[str, ...]
    ending: Ending | None


def begin(record: Record, decks: Decks = OWN_DECKS) -> RecordParts:
    """A match for a record without plies. Raises Fault if the header asks for something unknown."""
    open_table(record, game_of(record, decks))
    return parts_of(record)


def play(parts: RecordParts, request: PlyRequest, decks: Decks = OWN_DECKS) -> Advanced:
    """Play what was sent, all of it or nothing.

    Raises Refusal, in words that are made of the sender's record.
    """
    record = parts.record()
    parsed = ParsedPlies(request, record, lambda: record_for(record, request.view, decks))
    plies = parsed.plies
    longer = replace(record, plies=record.plies + plies)
    try:
        table = _at_end(longer, decks)
    except Fault as fault:
        _, problem = diagnose(fault, longer, parsed.source, decks, secret=True)
        raise Refusal(f"{problem.code}: {problem.message}", problem) from None
    return Advanced(
        plies_from(plies, request.view), _asked(table), _ended(longer, table, parts.gone)
    )


def _at_end(record: Record, decks: Decks) -> Table:
    """The position at the end of a record that has all cards. Raises Fault if it is wrong."""
    table = open_table(record, game_of(record, decks))
    play_line(table, record.plies, record.seed)
    return table


def asked(parts: RecordParts, decks: Decks = OWN_DECKS) -> dict[str, Asked]:
    """What is asked now and the scores, as each view knows them."""
    return _asked(_at_end(parts.record(), decks))


def _asked(table: Table) -> dict[str, Asked]:
    lines = {seat: table.known(table.score, seat) for seat in table.seats}
    return {
        view: Asked(table.due_for(seen_by(view)), scores_in(lines, view))
        for view in views_of(len(table.seats))
    }


def record_of_view(parts: RecordParts, view: str, decks: Decks = OWN_DECKS) -> Record:
    """The record of a game in progress as a view has it, with the scores that the view knows."""
    return record_for(parts.record(), view, decks)


def record_for(record: Record, view: str, decks: Decks = OWN_DECKS) -> Record:
    """The record of a game in progress as a view has it, without comments.

    If the view does not see all, it ends with the scores that the view knows.
    """
    if view != ALL:
        return redact(record, view, decks)
    plies = (
        replace(entry, comments=()) if isinstance(entry, Ply) else entry for entry in record.plies
    )
    return replace(record, plies=tuple(plies))


def scores_in(lines: Mapping[str, Sequence[Points] | None], view: str) -> tuple[int | None, ...]:
    """The total of each seat's score, given by its lines; None where the view does not know it."""
    seen = seen_by(view)
    return tuple([seen_total(own, is_own=seen in (None, seat)) for seat, own in lines.items()])


def _ended(record: Record, table: Table, gone: Sequence[str]) -> Record | None:
    """The record with its end line, if the game is over, or asks a seat that is gone."""
    ending = ending_at(table, gone) if table.over or table.to_act in gone else None
    return None if ending is None else ended_by(record, ending, table.scores())


def last_table(record: Record, decks: Decks = OWN_DECKS) -> Table | None:
    """The position at the end of a record, without optional answers to its last ply.

    None if nobody can follow it.
    """
    with suppress(Fault):
        followed = follow(record, game_of(record, decks))
        return None if followed is None else followed.table
    return None


def end(parts: RecordParts, ending: Ending, decks: Decks = OWN_DECKS) -> Record:
    """The record of a game that ends.

    Raises Refusal if no such seats can have won, or it is not over and no termination is given.
    """
    record = parts.record()
    table = last_table(record, decks)
    if ending.termination is None and table is not None and not table.over:
        raise Refusal("the game is not over: send a `termination`")
    scores = ending.scores or scores_of(table, len(record.seats))
    try:
        check_result(ending.winners, scores, len(record.seats))
    except Fault as fault:
        raise Refusal(fault.message) from None
    return ended_by(record, ending, scores)


def resign(
    parts: RecordParts, seat: str, asked: Sequence[str] | None, decks: Decks = OWN_DECKS
) -> Leaving:
    """What comes of it if a seat resigns, for itself and its team.

    The game ends if one seat or team is left, or if the rules ask only seats that are gone. `asked`
    are the seats that may be asked, where the cards do not tell which one is: then it goes on, too,
    if nobody knows who would win.
    """
    record = parts.record()
    start, _ = opened_with(record, game_of(record, decks), LineFollower())
    team = next(side for side in start.allies() if seat in side)
    gone = tuple([one for one in start.seats if one in (*parts.gone, *team)])
    if sum(set(gone).isdisjoint(side) for side in start.allies()) <= 1:
        return Leaving(gone, ending_at(start, gone))
    table = last_table(record, decks)
    if table is None:
        return Leaving(gone, None)
    if asked is None:
        asked = () if table.to_act is None else (table.to_act,)
    return Leaving(gone, ending_at(table, gone) if asks_only(asked, gone) else None)


def legal(
    parts: RecordParts, view: str, decks: Decks = OWN_DECKS
) -> tuple[list[str] | None, bool | None]:
    """The legal moves of the seat that is asked, and whether these are all.

    None and None in a view of another seat, and if nobody can follow the game.
    """
    table = last_table(parts.record(), decks)
    moves = None if table is None else legal_moves(table, seen_by(view))
    return moves, None if table is None or moves is None else table.lists_all
