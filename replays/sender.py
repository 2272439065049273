"""Refusals of plies, in words that are made of the record as their sender has it."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engines.registry import Decks
from engines.table import Due
from notation.diagnostics import Diagnostic, Place
from notation.fault import Fault
from notation.places import JsonSource, Source
from notation.read import Form
from notation.record import Ply, Record, Result, Where
from notation.write import write
from replays.diagnose import diagnose
from replays.play import play_line
from replays.set_up import game_of, open_table
from replays.view.redact import redact


@dataclass(frozen=True)
class SenderSource(Source):
    """The source of the sender's record, asked by the places of the whole one.

    The sender's record has lines for shuffles, so its entries have other indexes; `indexes` has
    that of each entry of the whole record.
    """

    inner: Source
    indexes: tuple[int, ...]

    @property
    def file(self) -> str:  # type: ignore[override]  # nobody sets it
        """The name of the file: none."""
        return self.inner.file

    @property
    def record(self) -> int:  # type: ignore[override]  # as above
        """The number of the record: the only one."""
        return self.inner.record

    def place(self, where: Where, start: int = 0, end: int | None = None) -> Place:
        """As in Source."""
        if where[:1] == ("plies",):
            where = ("plies", self.indexes[int(where[1])], *where[2:])
        return self.inner.place(where, start, end)

    def last(self) -> Place:
        """As in Source."""
        return self.inner.last()

    def spell(self, result: Result) -> str:
        """As in Source."""
        return self.inner.spell(result)


def sender_source(
    whole: Record, own: Record, plies: Sequence[Ply], text: Source | None = None
) -> Source:
    """The source of the sender's `own` record with these plies after it.

    It is asked by the places of the `whole` record with the same plies. `text` is the own record
    with them as it was sent; by default it is written as JSON.
    """
    at = [index for index, entry in enumerate(own.plies) if isinstance(entry, Ply)]
    indexes, played = list[int](), 0
    for entry in whole.plies:
        played += isinstance(entry, Ply)
        indexes.append(at[played - 1] if played else 0)
    indexes += range(len(own.plies), len(own.plies) + len(plies))
    if text is None:
        longer = replace(own, plies=(*own.plies, *plies), result=None)
        text = JsonSource("", 1).holding(write(longer, Form.JSON).encode())
    return SenderSource(text, tuple(indexes))


def refused_ply(record: Record, ply: Ply, decks: Decks) -> Diagnostic:
    """Why the rules refuse a ply with which its seat would go on after a record.

    Raises ValueError if they do not refuse it.
    """
    longer = replace(record, plies=(*record.plies, ply), result=None)
    try:
        play_line(open_table(longer, game_of(longer, decks)), longer.plies, longer.seed)
    except Fault as fault:
        own = redact(record, ply.seat, decks)
        source = sender_source(record, own, (ply,))
        return diagnose(fault, longer, source, decks, secret=True)[1]
    raise ValueError("the rules do not refuse this ply")


def unasked_ply(record: Record, *, seat: str, due: Due | None, decks: Decks) -> Diagnostic:
    """Why a seat cannot go on after a record: it is not asked. `due` is what it knows of that.

    The words are the same whichever seat is asked and whatever the move is.
    """
    if due is None:
        fault = Fault("cgn.game-over", "the game is over")
    else:
        asked = f"asked now: {' or '.join(due.seats)}, who {due.title}"
        fault = Fault("cgn.turn", f"{seat} is not asked for a move now", asked)
    own = redact(record, seat, decks)
    number = 1 + sum(isinstance(entry, Ply) for entry in record.plies)
    problem = sender_source(record, own, ()).diagnostic(fault)
    return replace(problem, game=record.game, ply=number, seat=seat, player=record.player(seat))
