"""Frames: the positions of a replay as a seat sees them, with everything that front ends draw."""

from collections.abc import Iterator
from typing import Annotated, Protocol

from engines.catalogue import Catalogue
from engines.registry import OWN_DECKS, Decks
from engines.table import Due, Points, Table
from engines.wording import Sentence
from notation.json_shape import doc
from notation.record import Record
from replays.play import Step
from replays.set_up import game_of
from replays.view.narration import Narrator, PlyView
from replays.view.numbers import Moved, Numbers
from replays.view.playhead import Playhead
from replays.view.zone_views import CounterView, CounterWatch, ZoneView, ZoneWatch


class Frame(PlyView, frozen=True):
    """One position of a replay, and the ply that led to it (at ply 0: none)."""

    plies: Annotated[int, doc("How many plies the record has.", 88)]
    view: Annotated[str | None, doc("`public`, or a seat; null: everything is open.")]
    reveals: Annotated[
        tuple[str | None, ...],
        doc("The cards that it revealed; null: hidden or unseen; `PE_`: seen in part."),
    ]
    shuffled: Annotated[tuple[str, ...], doc("The piles that it shuffled.")]
    variations: Annotated[int, doc("How many variations replace it.")]
    breakdown: Annotated[
        tuple[tuple[Points, ...], ...],
        doc("The lines of each score, without those that the view does not see."),
    ]
    allies: Annotated[
        tuple[tuple[str, ...], ...],
        doc("The seats that share a score, group by group in turn order."),
    ]
    target: Annotated[int | None, doc("The points that win; null in games that end otherwise.", 50)]
    to_act: Annotated[
        str | None,
        doc("The seat to act; null once the game is over, or if `due` has several seats."),
    ]
    winners: Annotated[tuple[str, ...], doc("The winners, once the game is over.")]
    tie: Annotated[
        Sentence | None,
        doc("What decided between seats with the most points; null without a tie."),
    ]
    moved: Annotated[tuple[Moved, ...], doc("The cards that it moved from one zone to another.")]
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]


class PositionSource(Protocol):
    """A record at some ply, from which a frame is made.

    `last` is the step that led to its `table`, from the position `before`; at the start there are
    none.
    """

    @property
    def record(self) -> Record:
        """The record."""

    @property
    def table(self) -> Table:
        """The position."""

    @property
    def before(self) -> Table | None:
        """The position before the last ply."""

    @property
    def last(self) -> Step | None:
        """The last step."""

    @property
    def ply(self) -> int:
        """How many plies were played."""

    @property
    def plies(self) -> int:
        """How many the record has."""

    @property
    def round(self) -> int:
        """The round of the last ply; at the start, that of the first."""

    def numbers(self, view: str | None) -> Numbers:
        """The numbers by which a view knows the cards, and which of them the last ply moved."""


def frame(replay: PositionSource, view: str | None = None) -> Frame:
    """The frame of the position at which a replay stands."""
    return FrameMaker(replay, view).take()


def frames(replay: Playhead, view: str | None = None) -> Iterator[Frame]:
    """Every frame from the current ply to the end; nothing else may move the replay meanwhile.

    Parts that a ply does not change are the same objects in the next frame.
    """
    camera = FrameMaker(replay, view)
    yield camera.take()
    while replay.forward():
        yield camera.take()


def film(record: Record, decks: Decks = OWN_DECKS, view: str | None = None) -> Iterator[Frame]:
    """Every frame of a record from the deal on. Raises Fault if the record is wrong.

    If a record leaves cards out, its frames end where nobody can follow it.
    """
    replay = Playhead(record, decks)
    yield from frames(replay, view)
    if replay.fault is not None and not replay.unseen:
        raise replay.fault


def catalogue(record: Record, decks: Decks = OWN_DECKS) -> Catalogue:
    """The catalogue of a record's deck. Raises Fault if there is no such deck."""
    return game_of(record, decks).catalogue


def legal_moves(table: Table, view: str | None = None) -> list[str] | None:
    """The legal moves of a position as they are written; a sample unless it `lists_all`.

    None if the view does not see the cards of the seat to act, or if the record leaves them out.
    """
    if table.to_act is not None and view not in (None, table.to_act):
        return None
    moves = table.known(table.moves)
    return None if moves is None else [table.game.moves.write(move) for move in moves]


def asked_alone(due: Due | None) -> str | None:
    """The seat that is to act, if only one may."""
    return due.seats[0] if due is not None and len(due.seats) == 1 else None


class FrameMaker:
    """Makes the frames of a replay in one view, from where it stands, ply after ply."""

    def __init__(self, replay: PositionSource, view: str | None) -> None:
        self._replay = replay
        self._narrator = Narrator(replay.record, view)
        self._view = view
        self._zones = [ZoneWatch(replay.table, zone, view) for zone in replay.table.zones()]
        before = replay.before
        self._counters = CounterWatch(replay.table, before.shown_counters() if before else None)

    def take(self) -> Frame:
        """The frame of the position at which the replay stands now."""
        replay, view, narrator = self._replay, self._view, self._narrator
        table, step, before = replay.table, replay.last, replay.before
        numbers = replay.numbers(view)
        ply = step.ply if step else None
        reveals = narrator.reveals(step.reveals) if step else ()
        details = table.details(view)
        moved = numbers.moved()
        came = {move.number for move in moved}
        move, sentence = narrator.move(ply, before, reveals) if ply and before else (None, None)
        scores, due = narrator.scores(table), narrator.due(table)
        return Frame(
            ply=replay.ply,
            plies=replay.plies,
            round=replay.round,
            view=view,
            seat=ply.seat if ply else None,
            move=move,
            sentence=sentence,
            auto=narrator.story(table) if step else (),
            reveals=reveals,
            shuffled=tuple([shuffle.pile for shuffle in step.shuffles]) if step else (),
            mark=ply.mark if ply else "",
            comments=narrator.comments(ply),
            at=ply.at if ply else None,
            variations=len(ply.variations) if ply else 0,
            scores=tuple([total for total, _ in scores]),
            open_scores=narrator.open_scores(table, scores),
            breakdown=tuple([lines for _, lines in scores]),
            allies=tuple(table.allies()),
            target=table.target,
            to_act=asked_alone(due),
            due=due,
            winners=narrator.winners(table) if table.over else (),
            tie=narrator.tie(table) if table.over else None,
            moved=moved,
            zones=tuple(
                [
                    zone.look(cards, came, details.get(zone.key))
                    for zone, cards in zip(self._zones, numbers.zones, strict=True)
                ]
            ),
            counters=self._counters.look(),
        )
