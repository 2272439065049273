"""Reviews plies of a game: what each gave away in points, by what its seat could know."""

from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from itertools import chain
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks, load_game
from notation.json_shape import doc
from notation.record import Ply, Record
from replays.bots.seats import FixedRandomness
from replays.local.built_in import no_strong_player
from replays.local.deals import NoDeal
from replays.local.table import open_game
from replays.many.archive import WorkerDied
from replays.many.workers import Pool, map_ordered, processes
from replays.unseen.follow import leaves_cards_out
from replays.view.narration import Narrator
from replays.view.playhead import Playhead

VERSION = 1
"""The version of reviews: it rises when the same arguments give another one.

It rises with `SEED` and `DEALS` as well, so that a review of this version was made with these.
"""

SEED = "review"
"""The text that decides the guesses, by default."""

DEALS = 20
"""Guessed deals for a ply, by default: up to 0.9 s of CPU in The Jam, 0.6 in the others."""

MOST_PLIES = 1_000
"""Plies of a game that a service reviews: some minutes of CPU. Usual games have up to 300."""

FEWEST_DEALS = 16
"""With fewer, half of them do not show how sure a review is."""

SURE = 2.5
"""Errors by which a move has to be better, so that a review says anything.

With the deals of DEALS, luck alone does that for 1 ply in 60 of those that gave nothing away.
"""

MOST = 10
"""The plies that a review names first."""


class PlyReview(Struct, frozen=True):
    """What a ply gave away. Where it is not sure that it gave anything away, nothing is said."""

    ply: Annotated[int, doc("The number of the ply.", 37)]
    seat: Annotated[str, doc("Who made it.", "B")]
    move: Annotated[str, doc("The move that was made.", "draw left")]
    lost: Annotated[float | None, doc("The points it gave away, on average; null: not sure.", 4.2)]
    error: Annotated[float | None, doc("The standard error of that.", 1.1)]
    better: Annotated[str | None, doc("The move that does better.", "draw right")]
    deals: Annotated[int, doc("In how many guessed deals the two moves were compared.", 20)]
    sentence: Annotated[str, doc("The same in words; empty: not sure.")]


class Unfit(ValueError):
    """A record that cannot be reviewed; its text says why."""


def check_fit(record: Record) -> None:
    """Raise Unfit if a record cannot be reviewed."""
    if (reason := no_strong_player(record.game)) is not None:
        raise Unfit(f"{reason}, and can be reviewed")
    if leaves_cards_out(record):
        raise Unfit("the record leaves cards out, so nobody knows what each seat held")


def review_ply(
    record: Record, ply: int, seed: str, deals: int = DEALS, decks: Decks = OWN_DECKS
) -> PlyReview:
    """What a ply of the main line gave away; the same arguments give the same review.

    Its move is compared with others in `deals` guesses at the cards that its seat did not see.
    After each of them sensible players go on for some plies, and the lead in points is compared.
    Raises Unfit as `check_fit` does, Fault if the record is wrong before the ply, and ValueError if
    there is no such ply.
    """
    check_fit(record)
    made = record.moves[ply - 1]
    random = FixedRandomness(f"review {seed} {ply} {deals}")
    seen = open_game(record, ply - 1, decks=decks).observe(made.seat)
    moves = load_game(record.game).moves
    nothing = PlyReview(ply, made.seat, made.move, None, None, None, 0, "")
    try:
        found = seen.compare(made.move, random, deals)
    except NoDeal:
        return nothing
    if found is None:
        return nothing
    if found.gain <= SURE * found.error:
        return replace(nothing, deals=found.deals)
    better = moves.write(found.better)
    return PlyReview(
        ply,
        made.seat,
        made.move,
        lost=round(found.gain, 2),
        error=round(found.error, 2),
        better=better,
        deals=found.deals,
        sentence=_sentence(record, ply, better, f"{found.gain:.1f} ± {found.error:.1f}", decks),
    )


def _sentence(record: Record, ply: int, better: str, points: str, decks: Decks) -> str:
    """What was done, and what would have been better, as the seat saw it."""
    head = Playhead(record, decks)
    head.seek(ply - 1)
    table, made = head.table.copy(), record.moves[ply - 1]
    other = Ply(made.seat, better)
    told = []
    for one in (made, other):
        reveals = table.copy().play(one.seat, table.game.moves.parse(one.move))
        _, said = Narrator(record, made.seat).move(one, table, [None] * len(reveals))
        told.append(said.text)
    return f"{told[0]}; about {points} points better: {told[1]}."


def most_telling(reviews: Iterable[PlyReview], most: int = MOST) -> list[PlyReview]:
    """The plies that gave most away, those first; without plies of which it is not sure."""
    sure = [one for one in reviews if one.lost is not None]
    return sorted(sure, key=lambda one: (-(one.lost or 0), one.ply))[:most]


def with_comments(record: Record, reviews: Iterable[PlyReview]) -> Record:
    """The record with the sentence of each review as a comment on its ply, and a `?`."""
    told = {one.ply: one for one in reviews if one.sentence}
    numbers = iter(range(1, len(record.plies) + 1))
    return replace(
        record,
        plies=tuple(
            [
                _commented(entry, told.get(next(numbers))) if isinstance(entry, Ply) else entry
                for entry in record.plies
            ]
        ),
    )


def _commented(ply: Ply, review: PlyReview | None) -> Ply:
    if review is None:
        return ply
    return replace(ply, mark=ply.mark or "?", comments=(*ply.comments, review.sentence))


class Reviewing(Struct, frozen=True):
    """Reviews plies of one record; it is sent to the processes that do so."""

    record: Record
    seed: str
    deals: int
    decks: Decks

    def __call__(self, ply: int) -> Iterator[PlyReview]:
        """The review of a ply, alone. Raises as `review_ply` does."""
        yield review_ply(self.record, ply, self.seed, self.deals, self.decks)

    def through(self, jobs: int = 1) -> Iterator[PlyReview]:
        """The reviews of all plies, in order, made in this number of processes.

        Raises as `review_ply` does, and WorkerDied if a process dies.
        """
        plies = range(1, 1 + len(self.record.moves))
        if jobs == 1:
            yield from chain.from_iterable(map(self, plies))
            return
        try:
            with processes(jobs) as submit:
                yield from chain.from_iterable(map_ordered(Pool(jobs, submit), self, plies))
        except BrokenExecutor:
            raise WorkerDied from None
