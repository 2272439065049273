"""Frames: the positions of a replay as a seat sees them, with all that front ends draw."""

from collections.abc import Iterator
from itertools import count
from typing import Annotated

from msgspec import Struct

from engines.catalogue import Catalogue
from engines.decks import OWN_DECKS, Decks
from engines.table import Due, Points, Table
from engines.wording import Sentence
from notation.json_shape import doc
from notation.record import Ply, Record
from replays.numbers import Moved, Numbering, Numbers
from replays.play import Step, steps
from replays.playhead import Playhead
from replays.rounds import Rounds
from replays.set_up import game_of, open_table
from replays.telling import Teller
from replays.unseen.follow import leaves_cards_out
from replays.watching import Watcher
from replays.zone_views import CounterView, CounterWatch, ZoneView, ZoneWatch

PUBLIC = "public"
"""The view of everyone: what lies open to all."""


class Frame(Struct, frozen=True):
    """One position of a replay, and the ply that led to it (at ply 0: none)."""

    ply: Annotated[int, doc("How many plies were played.", 20)]
    plies: Annotated[int, doc("How many plies the record has.", 88)]
    round: Annotated[int, doc("The round of the ply, from 1; at ply 0, that of the first.", 3)]
    view: Annotated[str | None, doc("`public`, or a seat; null: everything is open.")]
    seat: Annotated[str | None, doc("Who made the ply.", "B")]
    move: Annotated[
        str | None, doc("The move, with `_` for a card that the view does not see.", "draw left")
    ]
    sentence: Annotated[Sentence | None, doc("What the seat did.")]
    auto: Annotated[tuple[Sentence, ...], doc("What happened by itself after it, in order.")]
    reveals: Annotated[
        tuple[str | None, ...],
        doc("The cards that it revealed; null: hidden or unseen; `PE_`: seen in part."),
    ]
    shuffled: Annotated[tuple[str, ...], doc("The piles shuffled by it.")]
    mark: Annotated[str, doc("`!`, `?` and the like, or empty.")]
    comments: Annotated[
        tuple[str, ...],
        doc(
            "The comments on it; at ply 0, those on the game. None in a view of an unfinished game."
        ),
    ]
    at: Annotated[float | None, doc("Seconds since the start.")]
    variations: Annotated[int, doc("How many lines replace it.")]
    scores: Annotated[
        tuple[int | None, ...],
        doc("One a seat, as if the game ended now; null: it rests on hidden cards."),
    ]
    open_scores: Annotated[
        tuple[int | None, ...],
        doc("The part of each score that the view sees; null: it rests on unseen cards."),
    ]
    breakdown: Annotated[
        tuple[tuple[Points, ...], ...],
        doc("The lines of each score, without those that the view does not see."),
    ]
    allies: Annotated[
        tuple[tuple[str, ...], ...],
        doc("The seats that share a score, group by group in turn order."),
    ]
    to_act: Annotated[str | None, doc("Who is to act; null once the game is over.")]
    due: Annotated[Due | None, doc("What is asked, and of whom; null once the game is over.")]
    winners: Annotated[tuple[str, ...], doc("The winners, once the game is over.")]
    tie: Annotated[
        Sentence | None,
        doc("What decided between several with the most points; null without a tie."),
    ]
    moved: Annotated[tuple[Moved, ...], doc("The cards that it moved from one zone to another.")]
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]


def frame(replay: Playhead, view: str | None = None) -> Frame:
    """The frame of the position at which a replay stands."""
    before = replay.before
    camera = Camera(replay.table, replay.record, replay.plies, view, before)
    return camera.take(replay.ply, replay.round, replay.numbers(view), replay.last, before)


def frames(replay: Playhead, view: str | None = None) -> Iterator[Frame]:
    """Every frame from where the replay stands to its end."""
    yield frame(replay, view)
    while replay.forward():
        yield frame(replay, view)


def film(record: Record, decks: Decks = OWN_DECKS, view: str | None = None) -> Iterator[Frame]:
    """Every frame of a record from the deal on: the same as those of `frames`, but faster.

    Earlier positions are not kept, and parts that a ply does not change are the same objects in
    the next frame. Raises Fault if the record is wrong.
    """
    game = game_of(record, decks)
    if leaves_cards_out(record):
        yield from frames(Playhead(record, decks), view)
        return
    table = open_table(record, game)
    camera = Camera(table, record, sum(isinstance(entry, Ply) for entry in record.plies), view)
    rounds = Rounds()
    rounds.begins(table)
    watcher, numbering = Watcher(table), Numbering(table.zones(), view)
    numbers = numbering.first(watcher.look().layout)
    yield camera.take(0, rounds.number, numbers)
    walk = steps(table, record.plies, record.seed)
    for number in count(1):
        before, table.story = table.copy(), []
        watcher.start()
        step = next(walk, None)
        if step is None:
            break
        numbers = numbering.after(numbers, watcher.look())
        yield camera.take(number, rounds.number, numbers, step, before)
        rounds.begins(table)


def catalogue(record: Record, decks: Decks = OWN_DECKS) -> Catalogue:
    """What people know the cards of a record's deck by. Raises Fault if there is no such deck."""
    return game_of(record, decks).catalogue


def legal_moves(table: Table, view: str | None = None) -> list[str] | None:
    """The legal moves of a position as they are written; a sample unless it `lists_all`.

    None if the view does not see the cards of the seat to act, or if nobody wrote them down.
    """
    if table.to_act is not None and view not in (None, table.to_act):
        return None
    moves = table.known(table.moves)
    return None if moves is None else [table.game.moves.write(move) for move in moves]


class Camera:
    """Makes the frames of one record in one view, position after position of one table.

    `before` is the position before the ply that led to the first one; None if that is the deal.
    """

    def __init__(
        self,
        table: Table,
        record: Record,
        plies: int,
        view: str | None,
        before: Table | None = None,
    ) -> None:
        self._table = table
        self._teller = Teller(record, view)
        self._plies = plies
        self._view = view
        self._zones = [ZoneWatch(table, zone, view) for zone in table.zones()]
        self._counters = CounterWatch(table, before.shown_counters() if before else None)

    def take(
        self,
        number: int,
        round_: int,
        numbers: Numbers,
        step: Step | None = None,
        before: Table | None = None,
    ) -> Frame:
        """The frame after so many plies; a step led there from the position `before` it."""
        table, view, tell = self._table, self._view, self._teller
        ply = step.ply if step else None
        reveals = tell.reveals(step.reveals) if step else ()
        details = table.details(view)
        came = {move.number for move in numbers.moved}
        move, sentence = tell.move(ply, before, reveals) if ply and before else (None, None)
        scores = tell.scores(table)
        return Frame(
            ply=number,
            plies=self._plies,
            round=round_,
            view=view,
            seat=ply.seat if ply else None,
            move=move,
            sentence=sentence,
            auto=tell.story(table) if step else (),
            reveals=reveals,
            shuffled=tuple([shuffle.pile for shuffle in step.shuffles]) if step else (),
            mark=ply.mark if ply else "",
            comments=tell.comments(ply),
            at=ply.at if ply else None,
            variations=len(ply.variations) if ply else 0,
            scores=tuple([total for total, _ in scores]),
            open_scores=tell.open_scores(table, scores),
            breakdown=tuple([lines for _, lines in scores]),
            allies=tuple(table.allies()),
            to_act=table.to_act,
            due=table.due,
            winners=tell.winners(table) if table.over else (),
            tie=tell.tie(table) if table.over else None,
            moved=numbers.moved,
            zones=tuple(
                [
                    zone.look(cards, came, details.get(zone.key))
                    for zone, cards in zip(self._zones, numbers.zones, strict=True)
                ]
            ),
            counters=self._counters.look(),
        )
