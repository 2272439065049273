"""Conditions that select records of an archive."""

from msgspec import Struct

from engines.registry import game_or_none
from notation.end_line import ending
from notation.record import Ply, Record, walk
from replays.many.tools.columns import column, depth_of, values
from replays.many.tools.look import Depth, Seen
from replays.many.tools.where import where


class Span(Struct, frozen=True):
    """Whole numbers, or beginnings of dates, from one to another; None: no bound."""

    least: str | None = None
    most: str | None = None

    def has(self, value: str) -> bool:
        """Whether a date, or a number of the same length, is within.

        >>> Span("2026-03", "2026-05").has("2026-05-31"), Span("2026-03", None).has("2025")
        (True, False)
        """
        least, most = self.least, self.most
        return (least is None or value >= least) and (most is None or value[: len(most)] <= most)

    def counts(self, number: int) -> bool:
        """Whether a number is within.

        >>> Span("9", None).counts(10), Span("2", "4").counts(5)
        (True, False)
        """
        least, most = self.least, self.most
        return (least is None or number >= int(least)) and (most is None or number <= int(most))


class Condition(Struct, frozen=True, kw_only=True):
    """Conditions on a record. An empty value, or None, imposes none.

    A record has one of the `games`, `results` and `verdicts`; all of the `players`, `winners`,
    `options`, `marks` and `comments`. Players and comments are in any case, and of a comment only
    a part has to be given. `expression` is one of SQL over the columns of a table. With `invert`,
    the others are taken.
    """

    games: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    event: str | None = None
    date: Span | None = None
    seats: Span | None = None
    plies: Span | None = None
    expression: str | None = None
    invert: bool = False

    def depth(self) -> Depth:
        """How much of a record has to be read."""
        if self.verdicts:
            return Depth.RULES
        depth = Depth.RECORD if self.marks or self.comments else Depth.HEADER
        if self.plies is not None:
            depth = max(depth, Depth.MOVES)
        if self.expression is not None:
            depth = max(depth, depth_of(where(self.expression).columns))
        return depth

    def takes(self, seen: Seen) -> bool:
        """Whether a record is taken. Raises BadCondition if that cannot be judged."""
        return self._holds(seen) is not self.invert

    def _holds(self, seen: Seen) -> bool:
        if self.verdicts and (seen.report is None or seen.report.verdict not in self.verdicts):
            return False
        if self._asks_content() and not self._fits(seen):
            return False
        return self.expression is None or self._judged(self.expression, seen)

    def _asks_content(self) -> bool:
        lists = (self.games, self.results, self.players, self.winners, self.options, self.marks)
        single = (self.event, self.date, self.seats, self.plies)
        return any((*lists, self.comments)) or any(one is not None for one in single)

    def _fits(self, seen: Seen) -> bool:
        """Whether what a record holds fits; nothing does if it cannot be read."""
        if seen.sketch is None:
            return False
        record = seen.sketch.record
        if not (self._fits_header(record) and self._fits_names(record)):
            return False
        if self.plies is not None and not self.plies.counts(len(seen.sketch.moves)):
            return False
        return not (self.marks or self.comments) or self._fits_remarks(seen.record)

    def _judged(self, expression: str, seen: Seen) -> bool:
        judge = where(expression)
        return judge(values(seen, [column(name) for name in judge.columns]))

    def _fits_header(self, record: Record) -> bool:
        if self.games and record.game not in self.games:
            return False
        if self.seats is not None and not self.seats.counts(len(record.seats)):
            return False
        if self.options and not self._fits_options(record):
            return False
        return not self.results or ending(record) in self.results

    def _fits_options(self, record: Record) -> bool:
        """Whether a record has the options; one that it leaves out has its default."""
        game = game_or_none(record.game)
        settled = record.options if game is None else game.settle(record.options)
        return all(settled.get(name) == value for name, value in self.options)

    def _fits_names(self, record: Record) -> bool:
        if self.date is not None and not self.date.has(record.tags.get("Date", "")):
            return False
        if self.event is not None and not _alike(self.event, record.tags.get("Event")):
            return False
        if self.players and not _all_of(self.players, record.seats):
            return False
        if not self.winners:
            return True
        winners = record.result.winners if record.result is not None else ()
        return _all_of(self.winners, [record.player(seat) for seat in winners])

    def _fits_remarks(self, record: Record | None) -> bool:
        if record is None:
            return False
        plies = [entry for _, entry in walk(record.plies) if isinstance(entry, Ply)]
        if not {ply.mark for ply in plies}.issuperset(self.marks):
            return False
        said = [*record.comments, *(text for ply in plies for text in ply.comments)]
        return all(any(part in text.casefold() for text in said) for part in _folded(self.comments))


def _alike(name: str, other: str | None) -> bool:
    return other is not None and name.casefold() == other.casefold()


def _folded(texts: tuple[str, ...]) -> list[str]:
    return [text.casefold() for text in texts]


def _all_of(names: tuple[str, ...], others: tuple[str, ...] | list[str]) -> bool:
    return {name.casefold() for name in others}.issuperset(_folded(names))
