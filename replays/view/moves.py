"""The moves of a replay by its lines, as a view sees them, without the cards."""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks
from engines.table import Table
from notation.json_places import pointer
from notation.json_shape import doc
from notation.record import Entry, Path, Ply, Record
from replays.legs import line_to, variations
from replays.play import Step, steps
from replays.set_up import game_of, open_table
from replays.unseen.follow import leaves_cards_out
from replays.view.narration import Narrator, PlyView
from replays.view.playhead import Playhead, Rounds


class PlayedPly(PlyView, frozen=True):
    """A ply of a list of moves; in a variation, `ply` is the number of the ply that it replaces."""

    variations: Annotated[tuple["Variation", ...], doc("The lines that replace it.")] = ()


class Variation(Struct, frozen=True):
    """A line that replaces a ply."""

    line: Annotated[str, doc("Its JSON pointer in the record.", "/plies/5/variations/0")]
    moves: tuple[PlayedPly, ...]


def moves(record: Record, decks: Decks = OWN_DECKS, view: str | None = None) -> Iterator[PlayedPly]:
    """The moves of a record, from ply 0 on. Raises Fault if the record is wrong."""
    narrator = Narrator(record, view)
    if leaves_cards_out(record):
        replay = Playhead(record, decks)
        yield from _Unseen(record, decks, narrator).rows(replay, record.plies, ())
        return
    table = open_table(record, game_of(record, decks))
    rounds = Rounds()
    rounds.begins(table)
    yield _row(narrator, table, 0, rounds.number)
    yield from _Line(narrator, record.seed).rows(table, record.plies, (), rounds, 1)


class _Line:
    """Plays lines and their variations, each on its own table."""

    def __init__(self, narrator: Narrator, seed: str | None) -> None:
        self._narrator = narrator
        self._seed = seed

    def rows(
        self, table: Table, line: tuple[Entry, ...], start: Path, rounds: Rounds, first: int
    ) -> Iterator[PlayedPly]:
        """The moves of a line from a position on; the first has this number."""
        behind, table.story = table.copy(), []
        follow = steps(behind, line, self._seed, start)
        for number, step in enumerate(steps(table, line, self._seed, start), first):
            row = _row(self._narrator, table, number, rounds.number, step, behind)
            lines = [
                self._variation(behind.copy(), inner, (*step.path, at), copy(rounds), number)
                for at, inner in enumerate(step.ply.variations)
            ]
            yield replace(row, variations=tuple(lines))
            rounds.begins(table)
            table.story = []
            next(follow)

    def _variation(
        self, table: Table, line: tuple[Entry, ...], start: Path, rounds: Rounds, first: int
    ) -> Variation:
        return Variation(named(start), tuple(self.rows(table, line, start, rounds, first)))


class _Unseen:
    """The same for a record that leaves cards out; each line is followed separately."""

    def __init__(self, record: Record, decks: Decks, narrator: Narrator) -> None:
        self._record = record
        self._decks = decks
        self._narrator = narrator

    def rows(self, replay: Playhead, line: tuple[Entry, ...], start: Path) -> Iterator[PlayedPly]:
        """The moves from the current position of a replay, where the line begins."""
        if replay.ply == 0:
            yield _row(self._narrator, replay.table, 0, replay.round)
        for index, entry in enumerate(line):
            if not isinstance(entry, Ply) or not replay.forward():
                continue
            row = _row(
                self._narrator, replay.table, replay.ply, replay.round, replay.last, replay.before
            )
            lines = [
                self._variation(inner, (*start, index, at), replay.ply)
                for at, inner in enumerate(entry.variations)
            ]
            yield replace(row, variations=tuple(lines))

    def _variation(self, line: tuple[Entry, ...], start: Path, first: int) -> Variation:
        alone, _ = line_to(self._record, (*start, 0))
        replay = Playhead(alone, self._decks)
        replay.seek(first - 1)
        moves = [row for row in self.rows(replay, line, start) if row.ply]
        return Variation(named(start), tuple(moves))


def named(start: Path) -> str:
    """The JSON pointer of a line.

    >>> named((5, 0)), named((5, 0, 2, 1))
    ('/plies/5/variations/0', '/plies/5/variations/0/2/variations/1')
    """
    where: list[str | int] = ["plies"]
    for index, number in zip(start[::2], start[1::2], strict=True):
        where += [index, "variations", number]
    return pointer(tuple(where))


def start_of(line: str, record: Record) -> Path | None:
    """Where the line of a JSON pointer starts in a record; None if there is no such line.

    The inverse of `named`.
    """
    return next((path[:-1] for path in variations(record) if named(path[:-1]) == line), None)


def _row(
    narrator: Narrator,
    table: Table,
    number: int,
    round_: int,
    step: Step | None = None,
    before: Table | None = None,
) -> PlayedPly:
    ply, scores = step.ply if step else None, narrator.scores(table)
    move, sentence = None, None
    if step and before:
        move, sentence = narrator.move(step.ply, before, narrator.reveals(step.reveals))
    return PlayedPly(
        ply=number,
        round=round_,
        seat=ply.seat if ply else None,
        move=move,
        sentence=sentence,
        auto=narrator.story(table) if step else (),
        mark=ply.mark if ply else "",
        comments=narrator.comments(ply),
        at=ply.at if ply else None,
        scores=tuple([total for total, _ in scores]),
        open_scores=narrator.open_scores(table, scores),
        due=narrator.due(table),
    )


class Line(Struct, frozen=True):
    """A line of play.

    Attributes:
        key: its JSON pointer in the record; empty: it is the game.
        parent: the line that it leaves, as `key`.
        fork: the ply of that line that it replaces; 0: it is the game.
        moves: its moves from ply 0 on; those before the fork are the parent's.
        beside: the other variations of the same ply, the next one first.
    """

    key: str = ""
    parent: str = ""
    fork: int = 0
    moves: tuple[PlayedPly, ...] = ()
    beside: tuple[Variation, ...] = ()


def lines(game: Sequence[PlayedPly]) -> Iterator[Line]:
    """The game whose moves these are, then its variations, each followed by those within it."""
    yield from _lines(Line(moves=tuple(game)))


def _lines(line: Line) -> Iterator[Line]:
    yield line
    for move in line.moves[line.fork :]:
        variations = move.variations
        for at, variation in enumerate(variations):
            moves = (*line.moves[: move.ply], *variation.moves)
            beside = (*variations[at + 1 :], *variations[:at])
            yield from _lines(Line(variation.line, line.key, move.ply, moves, beside))


def record_of_line(record: Record, line: str) -> Record | None:
    """A line as a separate record without variations; None if there is no such line."""
    if not line:
        return record
    start = start_of(line, record)
    return None if start is None else line_to(record, (*start, 0))[0]
