"""Describes a ply of a record to a view: what happened, and the scores after it."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Struct

from engines.play import Reveals
from engines.table import Due, Points, Table
from engines.wording import Phrase, Sentence, say, seat
from notation.json_shape import doc
from notation.record import Ply, Record
from replays.unseen.tokens import spelled

Score: TypeAlias = tuple[int | None, tuple[Points, ...]]
"""A total (None if the view does not see all of it) and the lines that it sees."""


class PlyView(Struct, frozen=True):
    """A ply as a view sees it, with the scores after it (ply 0: before the first)."""

    ply: Annotated[int, doc("How many plies were played.", 20)]
    round: Annotated[int, doc("The round of the ply, from 1; at ply 0, that of the first.", 3)]
    seat: Annotated[str | None, doc("Who made the ply.", "B")]
    move: Annotated[
        str | None, doc("The move, with `_` for a card that the view does not see.", "draw left")
    ]
    sentence: Annotated[Sentence | None, doc("What the seat did.")]
    auto: Annotated[tuple[Sentence, ...], doc("What happened by itself after it, in order.")]
    mark: Annotated[str, doc("`!`, `?` and the like, or empty.")]
    comments: Annotated[
        tuple[str, ...],
        doc(
            "The comments on it; at ply 0, those on the game. None in a view of an unfinished game."
        ),
    ]
    at: Annotated[float | None, doc("Seconds since the start.")]
    scores: Annotated[
        tuple[int | None, ...],
        doc("One for each seat, as if the game ended now; null: it depends on hidden cards."),
    ]
    open_scores: Annotated[
        tuple[int | None, ...],
        doc("The part of each score that the view sees; null: it depends on unseen cards."),
    ]
    due: Annotated[
        Due | None,
        doc(
            "Which seats are asked, and for what. If hidden cards decide which seat is asked, these"
            " are all seats that may be, except in the view of the seat asked. Null once the game"
            " is over."
        ),
    ]


class Narrator:
    """Describes the plies of one record to one view. The view None sees everything."""

    def __init__(self, record: Record, view: str | None) -> None:
        self._record = record
        self._view = view

    def comments(self, ply: Ply | None) -> tuple[str, ...]:
        """The comments on a ply, or on the game.

        A view of an unfinished game has none, since they may reveal hidden cards.
        """
        result = self._record.result
        if self._view is not None and (result is None or not result.winners):
            return ()
        return ply.comments if ply else self._record.comments

    def reveals(self, reveals: Reveals) -> tuple[str | None, ...]:
        """The cards of reveals; None for a hidden one."""
        return seen_reveals(reveals, self._view)

    def move(self, ply: Ply, before: Table, reveals: Sequence[str | None]) -> tuple[str, Sentence]:
        """A move and its sentence as the view sees them; as written, if it sees all of it."""
        moves = before.game.moves
        move = moves.parse(ply.move)
        seen = move if self._view is None else before.seen(ply.seat, move, self._view)
        said = before.sentence(ply.seat, seen, reveals)
        sentence = say(*self._named(seat(ply.seat), " ", *said.parts), short=said.short)
        return ply.move if seen == move else moves.write(seen), sentence

    def story(self, table: Table) -> tuple[Sentence, ...]:
        """What happened by itself."""
        return tuple([self._whole(said) for said in table.story or ()])

    def scores(self, table: Table) -> list[Score]:
        """The score of each seat; see `seen_score`."""
        return [seen_score(table, letter, self._view) for letter in table.seats]

    def due(self, table: Table) -> Due | None:
        """Which seats are asked, and for what, as far as the view knows."""
        return table.due_for(self._view)

    @staticmethod
    def open_scores(table: Table, scores: Sequence[Score]) -> tuple[int | None, ...]:
        """The sum of the visible lines of each score; None if unseen cards decide it."""
        return tuple(
            [
                None if table.unseen and not lines else sum([line.points for line in lines])
                for _, lines in scores
            ]
        )

    def winners(self, table: Table) -> tuple[str, ...]:
        """The winners of a game that is over; those of the record if unseen cards decide it."""
        winners = table.known(table.winners)
        result = self._record.result
        if winners is None:
            return () if result is None else result.winners
        return tuple(winners)

    def tie(self, table: Table) -> Sentence | None:
        """What decided between several seats with the most points; None if there was no tie."""
        return table.known(self._tie, table)

    def _tie(self, table: Table) -> Sentence | None:
        first = table.leaders(table.scores())
        tied = [group for group in table.allies() if not set(group).isdisjoint(first)]
        return self._whole(table.tie_reason(first)) if len(tied) > 1 else None

    def _whole(self, said: Sentence) -> Sentence:
        """A sentence with the names of the players."""
        return say(*self._named(*said.parts), short="" if said.short == said.text else said.short)

    def _named(self, *parts: str | Phrase) -> list[str | Phrase]:
        """The parts of a sentence, with players' names in place of the letters of seats."""
        return [
            Phrase(self._record.player(part.seat), seat=part.seat)
            if isinstance(part, Phrase) and part.seat
            else part
            for part in parts
        ]


def seen_reveals(reveals: Reveals, view: str | None) -> tuple[str | None, ...]:
    """The cards of reveals as a view sees them; None for a hidden one."""
    return tuple(
        spelled(card) if view is None or audience in (None, view) else None
        for card, audience in reveals
    )


def seen_score(table: Table, letter: str, view: str | None) -> Score:
    """A seat's score in a view: the total, if the view sees all of it, and the lines."""
    lines, is_own = table.known(table.score, letter), view in (None, letter)
    shown = tuple([line for line in lines or () if is_own or not line.hidden])
    return seen_total(lines, is_own=is_own), shown


def seen_total(lines: Sequence[Points] | None, *, is_own: bool) -> int | None:
    """The total of the lines of a score; None for others than its seat if one is hidden."""
    if lines is None or (not is_own and any(line.hidden for line in lines)):
        return None
    return sum([line.points for line in lines])
