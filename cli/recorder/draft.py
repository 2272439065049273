"""An unfinished game: its lines, its record, and its position."""

import re
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from itertools import chain

from msgspec import structs

from cli.inputs import Unreadable
from cli.load import BrokenRecord, record_of
from engines.game import Game
from engines.play import Phase
from engines.registry import Decks
from engines.table import Table
from notation.diagnostics import Diagnostic, Place
from notation.fault import Fault
from notation.outcome import Reading
from notation.record import Entry, Ply, Record, Result, Shuffle, where_of
from notation.split_records import LATER
from notation.text_reader import read_text
from notation.text_writer import write_ply, write_result, write_shuffle, write_text
from replays.legs import variations
from replays.play import Step
from replays.set_up import game_of, shuffles_after
from replays.unseen.follow import leaves_cards_out
from replays.validate import UNDETERMINED, Report, validate
from replays.view.playhead import Playhead

_NUMBERED = re.compile(r"\s*[0-9]+\.\s*([A-J]):\s*")
_NUMBER = re.compile(r"^\s*[0-9]+(?=\.)")


def move_of(line: str) -> str:
    """The text to type for a line of play: all after number and seat.

    >>> move_of("24. A: cross 12 12,1"), move_of("24. "), move_of("2")
    ('cross 12 12,1', '', '')
    """
    match = _NUMBERED.match(line)
    return line[match.end() :].strip() if match else ""


def seat_of(line: str) -> str:
    """The letter of the seat in a line of play; empty if it has none."""
    match = _NUMBERED.match(line)
    return match[1] if match else ""


@dataclass(frozen=True)
class Draft:
    """A legal beginning of a game; `text` has its lines, without an end line.

    `later` are the lines of later plies: those after a corrected ply, which may still fit.
    """

    text: str
    file: str
    decks: Decks
    later: tuple[str, ...] = ()

    @cached_property
    def reading(self) -> Reading:
        """The reading of the text."""
        return next(read_text(BytesIO(self.text.encode()), self.file))

    @cached_property
    def record(self) -> Record:
        """The record. Raises BrokenRecord if the text is not one."""
        return record_of(self.reading)

    @property
    def game(self) -> Game:
        """The game, on its deck. Raises Fault as `game_of` does."""
        return game_of(self.record, self.decks)

    @cached_property
    def _report(self) -> Report | None:
        """The report on the record; None if it is right because it was played to its end."""
        return None if self._is_played else validate(self.reading, self.decks)

    @property
    def _is_played(self) -> bool:
        """Whether `replay` has all of the record in it, and comes to its end.

        Then it is not validated: that would play each ply of a game a second time.
        """
        record = self.reading.record
        if record is None or record.result is not None or leaves_cards_out(record):
            return False
        return not any(variations(record)) and self._fault is None

    @property
    def _fault(self) -> Fault | None:
        """The reason why the record cannot be followed to its end, if any; even in the deal."""
        try:
            return self.replay.fault
        except Fault as fault:
            return fault

    @property
    def problem(self) -> Diagnostic | None:
        """The mistake in the record, or the reason why it cannot be followed, if any."""
        if self._report is None:
            return None
        if self._report.problem is None and (fault := self._fault) is not None:
            return self.reading.source.diagnostic(fault)
        return self._report.problem

    @property
    def certain(self) -> bool:
        """Whether cards were found that make the record right so far."""
        return self._report is None or self._report.verdict != UNDETERMINED

    @property
    def fits(self) -> bool:
        """Whether nothing is wrong, or at most a shuffle is missing."""
        problem = self.reading.problem or self.problem
        return problem is None or self.lacks_shuffle

    @property
    def lacks_shuffle(self) -> bool:
        """Whether the first thing that is wrong is that a shuffle is missing."""
        problem = self.reading.problem or self.problem
        return problem is not None and problem.code == "cgn.shuffle-missing"

    @property
    def over(self) -> bool:
        """Whether the game is over, and nobody may answer the last ply."""
        return self.table.over and not self.may_answer

    @property
    def result(self) -> Result | None:
        """The result of the moves; None if the game is not over, or depends on unknown cards."""
        table = self.table
        if not table.over:
            return None
        return table.known(lambda: Result(tuple(table.winners()), tuple(table.scores())))

    @cached_property
    def replay(self) -> Playhead:
        """The record on a table, after its last legal ply, before any answer."""
        replay = Playhead(self.record, self.decks, unanswered=True)
        replay.seek(replay.plies)
        return replay

    @property
    def table(self) -> Table:
        """The position."""
        return self.replay.table

    @cached_property
    def may_answer(self) -> tuple[tuple[str, Phase], ...]:
        """The seats that unseen cards may let answer the last ply, each with its phase."""
        unseen = self.table.unseen
        return () if unseen is None else tuple(unseen.may_answer)

    @property
    def last(self) -> Step:
        """The step of the last ply."""
        if self.replay.last is None:
            raise AssertionError("a ply was played")
        return self.replay.last

    @cached_property
    def _at(self) -> list[int]:
        """The indexes of the plies among the entries of the record."""
        return [at for at, entry in enumerate(self.record.plies) if isinstance(entry, Ply)]

    @property
    def plies(self) -> int:
        """The number of recorded plies."""
        return len(self._at)

    def ply(self, number: int) -> Ply:
        """The ply with this number, from 1."""
        ply = self.record.plies[self._at[number - 1]]
        assert isinstance(ply, Ply)  # noqa: S101 - for mypy: `_at` has plies only
        return ply

    def lines(self, number: int) -> tuple[str, ...]:
        """The line of a ply, and the lines of the shuffles after it."""
        following = shuffles_after(self.record.plies, self._at[number - 1])
        return write_ply(self.ply(number), number), *map(write_shuffle, following)

    def lines_since(self, beginning: "Draft") -> tuple[str, ...]:
        """The lines of all plies and shuffles that came after a beginning of this game."""
        number, lines = beginning.plies, list[str]()
        for entry in self.record.plies[len(beginning.record.plies) :]:
            number += isinstance(entry, Ply)
            lines.append(
                write_ply(entry, number) if isinstance(entry, Ply) else write_shuffle(entry)
            )
        return tuple(lines)

    def _line_at(self, number: int) -> int:
        """The index of a ply's line in the text."""
        return self._line_of(self._at[number - 1])

    def _line_of(self, at: int) -> int:
        """The index of the line in the text that has this entry of the record."""
        line = self.reading.source.place(where_of((at,))).line
        return (line or 1) - 1

    @property
    def saved(self) -> str:
        """The text for the file, with the later plies."""
        return self.text + "".join(f"{LATER}{line}\n" for line in self.later)

    def with_text(self, text: str) -> "Draft":
        """The same game with other lines."""
        return replace(self, text=text)

    def before(self, number: int) -> "Draft":
        """The game before this ply; the ply and all after it become later plies.

        So do the shuffles before the ply that nothing but its reveals tells of.
        """
        lines = self.text.split("\n")
        later = chain.from_iterable(map(self.lines, range(number, self.plies + 1)))
        text = "".join(f"{line}\n" for line in lines[: self._line_at(number)])
        draft = replace(self, text=text, later=(*later, *self.later))
        while draft._ends_with_surplus_shuffle:  # noqa: SLF001 - of its own class
            draft = draft._without_last_shuffle()  # noqa: SLF001 - of its own class
        return draft

    @property
    def _ends_with_surplus_shuffle(self) -> bool:
        """Whether the first thing that is wrong is a shuffle after the last ply."""
        problem, last = self.problem, self._line_at(self.plies) if self.plies else -1
        if problem is None or problem.code != "cgn.shuffle-surplus":
            return False
        return (problem.place.line or 0) - 1 > last

    def without(self, number: int) -> "Draft":
        """The game before this ply; all after it become later plies."""
        later = self.before(number + 1).later if number < self.plies else self.later
        return replace(self.before(number), later=later)

    def _without_last_shuffle(self) -> "Draft":
        """The game without its last shuffle, which becomes a line before the later plies."""
        lines = self.text.split("\n")
        shuffle = lines.pop(self._line_of(len(self.record.plies) - 1))
        return replace(self, text="\n".join(lines), later=(shuffle.strip(), *self.later))

    def with_ply(self, ply: Ply) -> "Draft":
        """The game with one more ply."""
        return self.with_text(f"{self.text}{write_ply(ply, self.plies + 1)}\n")

    def with_shuffle(self, place: Place, shuffle: Shuffle) -> "Draft":
        """The game with one more shuffle, the last of the ply at this place, or of the setup."""
        at = max([at for at in self._at if self._line_of(at) < (place.line or 1)], default=-1)
        last = at + len(shuffles_after(self.record.plies, at))
        lines = self.text.split("\n")
        lines.insert(
            self._line_of(last) + 1 if last >= 0 else self._line_of(0), write_shuffle(shuffle)
        )
        return self.with_text("\n".join(lines))

    @property
    def next_line(self) -> str:
        """The line of the first later ply; empty if there is none."""
        return next((line for line in self.later if not line.startswith("~")), "")

    def without_next(self) -> "Draft":
        """The game without the first later ply and its shuffles."""
        starts = [at for at, line in enumerate(self.later) if not line.startswith("~")]
        return replace(self, later=self.later[starts[1] :] if len(starts) > 1 else ())

    def with_next(self) -> "Draft | None":
        """The game with the first later ply; None if that does not fit.

        The ply gets a new number, since plies may have been put in before it, or taken out.
        """
        at = self.later.index(self.next_line) + 1
        lines = [_NUMBER.sub(str(self.plies + 1), line) for line in self.later[:at]]
        text = self.text + "".join(f"{line}\n" for line in lines)
        longer = replace(self, text=text, later=self.later[at:])
        longer = longer._with_next_shuffles()  # noqa: SLF001 - of its own class
        if longer.reading.problem is not None:
            return None
        if longer.record.seed is not None:  # it may reveal other cards than before
            ply = structs.replace(longer.ply(longer.plies), reveals=())
            longer = replace(self.with_ply(ply), later=longer.later)
            if longer.problem is None:
                cards = tuple(card for card, _ in longer.last.reveals)
                longer = longer.with_last(structs.replace(ply, reveals=cards))
        return longer if longer.problem is None else None

    def _with_next_shuffles(self) -> "Draft":
        """The game with the shuffles before the first later ply that the last ply causes.

        The others are those that nothing but the reveals of the later ply tells of.
        """
        draft = self
        while draft.later and draft.later[0] != draft.next_line:
            if draft.next_line and not draft.lacks_shuffle:
                break
            line, *rest = draft.later
            draft = replace(draft, text=f"{draft.text}{line}\n", later=tuple(rest))
        return draft

    def with_all_next(self) -> "Draft":
        """The game with the later plies, up to the first that does not fit."""
        draft = self
        while draft.later and (longer := draft.with_next()) is not None:
            draft = longer
        return draft

    def with_last(self, ply: Ply) -> "Draft":
        """The game with another last ply, which leads to the same position."""
        lines = self.text.split("\n")
        index = self._line_at(self.plies)
        indent = lines[index][: len(lines[index]) - len(lines[index].lstrip())]
        lines[index] = indent + write_ply(ply, self.plies)
        return self.with_text("\n".join(lines))

    def with_comment(self, text: str) -> "Draft":
        """The game with a comment on its last ply, or on the game before the first."""
        if self.plies:
            ply = self.ply(self.plies)
            return self.with_last(structs.replace(ply, comments=(*ply.comments, text)))
        record = structs.replace(self.record, comments=(*self.record.comments, text))
        return self.with_text(write_text(record))

    def with_setup(self, *shuffles: Entry) -> "Draft":
        """The game before its first ply, with these shuffles of the deal."""
        return self.with_text(write_text(structs.replace(self.record, plies=shuffles)))

    def ended(self, result: Result, termination: str | None = None) -> str:
        """The text with an end line; with a termination if the game ended early."""
        if termination is None:
            return self.text + write_result(result) + "\n"
        return write_text(structs.replace(self.record, termination=termination, result=result))


def parse_draft(text: str, file: str, decks: Decks) -> Draft:
    """The game in a file, legal or not. The end line of an unfinished game is dropped.

    Raises Unreadable if there are several records, and BrokenRecord if the game cannot be read.
    """
    readings = list(read_text(BytesIO(text.encode()), file))
    if len(readings) > 1:
        raise Unreadable(f"{file} has {len(readings)} records; only one a file can be recorded")
    lines = text.split("\n")
    later = tuple(line.removeprefix(LATER) for line in lines if line.startswith(LATER))
    played = "\n".join([line for line in lines if not line.startswith(LATER)])
    draft = Draft(played, file, decks, later)
    result = draft.record.result
    if result is not None and not result.winners and draft.record.termination is None:
        draft = draft.with_text(_without_end(draft.text))
    return draft


def reopen(text: str, file: str, decks: Decks) -> Draft:
    """The legal beginning of the game in a file; the plies after it become later plies.

    Raises Unreadable and BrokenRecord as `parse_draft` does, and BrokenRecord if not even the first
    card can be dealt.
    """
    return validate_draft(parse_draft(text, file, decks))


def validate_draft(draft: Draft) -> Draft:
    """The legal beginning of a game. Raises BrokenRecord if not even the first card is dealt."""
    decks = draft.decks
    good = validate(draft.reading, decks).plies if draft.problem is not None else draft.plies
    if good < draft.plies:
        draft = draft.before(good + 1)
    if draft.problem is not None:
        raise BrokenRecord(draft.problem)
    return draft


def _without_end(text: str) -> str:
    """The text without its end line."""
    lines = text.split("\n")
    last = max(at for at, line in enumerate(lines) if line.startswith("="))
    return "\n".join([*lines[:last], *lines[last + 1 :]])
