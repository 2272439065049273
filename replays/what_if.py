"""Other moves than were played: a game from any of its plies on, with moves that are tried."""

from collections.abc import Sequence

from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from notation.chance import UnseenCards
from notation.fault import Fault
from notation.record import Entry, Ply, Record
from notation.text_writer import write_line
from replays.local.table import Refused, open_game
from replays.view.choices import Choices, choices, with_made
from replays.view.frames import frame, legal_moves
from replays.view.playhead import Playhead

MOST_TRIED = 150
"""The most moves of a line that is tried: a game of The Jam for two has some 120 plies."""


class Untriable(Exception):
    """Why these moves cannot be tried, in words."""


class MoveRefused(Untriable):
    """A move that is against the rules: the text quotes it.

    `UNQUOTED` says it without, for pages whose address has the move: they would say what whoever
    sends their link wants them to.
    """

    UNQUOTED = "a move of this line is against the rules"


def tried_line(record: Record, ply: int, moves: Sequence[str], decks: Decks = OWN_DECKS) -> Record:
    """The record of a game until this ply of its main line, and on with moves that are tried.

    Whoever is asked makes the next one. With a Seed, later cards are those of the game itself;
    without one, the shuffles that the record does not tell are made up. It has no end line. Raises
    Untriable if there is no such ply, if nobody told all cards, or if a move is against the rules.
    """
    if len(moves) > MOST_TRIED:
        raise Untriable(f"a line has at most {MOST_TRIED} moves")
    try:
        table = open_game(record, ply, decks=decks)
    except UnseenCards:
        raise Untriable("nobody told all cards of this game, so nothing can be tried") from None
    except (Fault, ValueError) as error:
        reason = error.message if isinstance(error, Fault) else str(error)
        raise Untriable(f"nothing can be tried here: {reason}") from None
    for move in moves:
        try:
            table.play(move)
        except Refused as refused:
            raise MoveRefused(f"`{move}`: {refused.problem.message}") from None
    return replace(table.record(), result=None, termination=None)


def written(tried: Record, ply: int) -> str:
    """The moves of a line that was tried after a ply, numbered as in a log; with their reveals."""
    return write_line(_after(tried.plies, ply), ply + 1)


def choices_after(
    record: Record, taps: Sequence[str] = (), decks: Decks = OWN_DECKS
) -> Choices | None:
    """What whoever is asked at the end of a record may do, with the moves that these taps make.

    None once the game is over.
    """
    head = Playhead(record, decks)
    head.seek(head.plies)
    shown, table = frame(head, None), head.table
    found = choices(table, shown, record.seats, legal_moves(table))
    if found is None or not (found.opens and taps):
        return found
    return with_made(found, table, shown, record.seats, taps)


def as_variation(record: Record, ply: int, tried: Record) -> Record:
    """A record with a tried line as a variation of the first ply that it replaces.

    `ply` is the one after which it does. Raises Untriable after the last ply,
    which has none to replace, and if nothing but the game itself was tried.
    """
    new = _after(tried.plies, ply)
    if not new:
        raise Untriable("no move was tried but those of the game")
    entries, plies = list(record.plies), 0
    for at, entry in enumerate(entries):
        if isinstance(entry, Ply):
            if plies == ply:
                entries[at] = replace(entry, variations=(*entry.variations, tuple(new)))
                return replace(record, plies=tuple(entries))
            plies += 1
    raise Untriable("after the last ply there is none that other moves could replace")


def _after(entries: Sequence[Entry], ply: int) -> list[Entry]:
    """The entries from the ply after this one on."""
    plies = 0
    for at, entry in enumerate(entries):
        plies += isinstance(entry, Ply)
        if plies > ply:
            return list(entries[at:])
    return []
