"""Adds up what records say of games and players. Everything is a sum, so parts can be added up."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from msgspec import field

from engines.registry import OWN_DECKS, Decks
from notation.chance import UnseenCards
from notation.diagnostics import Diagnostic
from notation.end_line import FINISHED, ending
from notation.fault import Fault
from notation.outcome import Raw, Reading
from notation.record import SEATS, Record
from notation.summary import Summary
from replays.many.job import Job, PartEnd
from replays.many.parts import Part
from replays.many.tools.look import Depth, Seen, is_valid, look
from replays.play import play_line
from replays.set_up import game_of, open_table

WHOLE = 2520
"""The units of a win: every number of winners from 1 to 10 shares it evenly."""

Sums: TypeAlias = Counter[tuple[str | int, ...]]
"""Sums by their subject: a word, the game, and more, as the functions below add them."""


class Summed(PartEnd):
    """The sums of the records of a part."""

    sums: Sums = field(default_factory=Counter)


class Summing(Job[Diagnostic, Summed], frozen=True, kw_only=True):
    """Adds up records. What cannot be read is a diagnostic.

    With `check`, records that break the rules are left out. With `points`, games are played, and
    points added up by their source.
    """

    decks: Decks = OWN_DECKS
    check: bool = False
    points: bool = False

    def begun(self, part: Part) -> Summed:
        """No sums yet."""
        return Summed(part.file, part.last, part.size)

    def each(self, found: Raw | Reading, end: Summed) -> Iterator[Diagnostic]:
        """Add a record."""
        seen = look(found, self._depth(), self.decks)
        if isinstance(seen, Diagnostic):
            yield seen
        elif seen.sketch is None:
            if seen.report is not None and seen.report.problem is not None:
                yield seen.report.problem
        else:
            self._add(seen, seen.sketch, end.sums)

    def _depth(self) -> Depth:
        if self.check:
            return Depth.RULES
        return Depth.RECORD if self.points else Depth.MOVES

    def _add(self, seen: Seen, sketch: Summary, sums: Sums) -> None:
        game = sketch.record.game
        sums["records", game] += 1
        if self.check and not is_valid(seen):
            sums["invalid", game] += 1
            return
        result = sketch.record.result
        if result is None or not result.winners:
            return
        if self.points and seen.record is not None and not self._add_points(seen.record, sums):
            sums["invalid", game] += 1
            return
        add_result(sketch.record, sums)
        add_players(sketch.record, sums)
        add_moves(sketch, sums)

    def _add_points(self, record: Record, sums: Sums) -> bool:
        """Add the points of each seat by their source. Returns whether the game could be played."""
        try:
            table = open_table(record, game_of(record, self.decks))
            play_line(table, record.plies, record.seed)
            scores = [(seat, table.score(seat)) for seat in table.seats]
        except UnseenCards:
            return True  # it may be right; its points are not known
        except Fault:
            return False
        winners = record.result.winners if record.result is not None else ()
        for seat, lines in scores:
            won = "winning" if seat in winners else "other"
            sums["played", record.game, won] += 1
            for line in lines:
                sums["points", record.game, line.source, won] += line.points
        return True


def add_result(record: Record, sums: Sums) -> None:
    """Add the winners of a finished game, by its seats."""
    game, seats, result = record.game, len(record.seats), record.result
    if result is None:
        return
    sums["finished", game] += 1
    sums["shared", game] += len(result.winners) > 1
    sums["games", game, seats] += 1
    share = WHOLE // len(result.winners)
    for seat in result.winners:
        sums["wins", game, seats, seat] += share
    for seat, score in zip(SEATS, result.scores, strict=False):
        if score is not None:
            sums["score", game] += score
            sums["scored", game] += 1
            if seat in result.winners:
                sums["winning score", game] += score
                sums["winning scored", game] += 1


def add_players(record: Record, sums: Sums) -> None:
    """Add the results of each player in a finished game; seats without a name are left out."""
    game, result = record.game, record.result
    if result is None:
        return
    share, even = WHOLE // len(result.winners), WHOLE // len(record.seats)
    for seat, name, score in zip(SEATS, record.seats, result.scores, strict=False):
        if not name:
            continue
        sums["player", game, name] += 1
        sums["player even", game, name] += even
        if seat in result.winners:
            sums["player wins", game, name] += share
        if score is not None:
            sums["player score", game, name] += score
            sums["player scored", game, name] += 1


def add_moves(sketch: Summary, sums: Sums) -> None:
    """Add the length of a game that was played to its end, and its first move."""
    record, moves = sketch.record, sketch.moves
    if ending(record) == FINISHED:
        sums["plies", record.game, len(record.seats), len(moves)] += 1
    if moves and record.result is not None:
        seat, move = moves[0]
        sums["opening", record.game, move] += 1
        if seat in record.result.winners:
            sums["opening wins", record.game, move] += WHOLE // len(record.result.winners)
