"""What a view of a game in progress may do next, as things to tap, and what that turns up."""

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from engines.game import Game
from engines.registry import OWN_DECKS, Decks
from engines.table import Table
from notation.fault import Fault
from notation.record import Ply, Record, Shuffle
from replays.live.followed import WAYS, Followed, follow
from replays.live.new_ply import Wrong, untailed, with_shuffles
from replays.live.own_records import records_of
from replays.live.playing import last_table, record_for
from replays.live.record_parts import RecordParts
from replays.live.scene import live_scene
from replays.set_up import game_of
from replays.unseen.tokens import spelled
from replays.unseen.ways import in_ways
from replays.view.choices import Choices, choices, deck_left, with_made
from replays.view.frames import legal_moves
from replays.view.views import ALL, OWNER, PUBLIC, seen_by

NOBODY = "nobody"
"""Instead of a seat that may answer the last ply: none does."""

_WHOLE = (OWNER, ALL)
"""The views that play for every seat."""


def choices_of(
    parts: RecordParts,
    view: str,
    taps: Sequence[str] = (),
    decks: Decks = OWN_DECKS,
    answers: str = "",
) -> Choices | None:
    """The choices of the seat that is asked, with the moves that these taps make of open kinds.

    Where plies report the cards, nobody may know which seats can answer the last ply: `answers` is
    the one that does, or NOBODY; by default, or if it cannot, the first that may. None in a view
    that is not asked, once the game is over, and where nobody can follow it. Only the list of legal
    moves rests on cards that the view does not see.
    """
    if view == PUBLIC:
        return None
    if parts.has_own_records:
        return _reported(parts, view, taps, decks, answers)
    scene = live_scene(parts, view, decks)
    table = last_table(scene.record, decks)
    legal = None if table is None else legal_moves(table, seen_by(view))
    if table is None or legal is None:
        return None
    frame = next(scene.frames(len(parts.sent)))
    players = scene.record.seats
    found = choices(table, frame, players, legal)
    if found is None or not (found.opens and taps):
        return found
    known = last_table(record_for(scene.record, view, decks), decks)
    return found if known is None else with_made(found, known, frame, players, taps)


def _reported(
    parts: RecordParts, view: str, taps: Sequence[str], decks: Decks, answers: str
) -> Choices | None:
    """The choices where plies report the cards."""
    scene = live_scene(parts, view, decks)
    record, game = scene.record, game_of(scene.record, decks)
    with suppress(Fault):
        table, may_answer = _position(record, game, answers)
        frame = next(scene.frames(len(parts.sent)))
        if table is None or (view not in _WHOLE and view != table.to_act):
            return None
        legal = legal_moves(table, seen_by(view))
        found = choices(table, frame, record.seats, legal)
        if found is not None:
            chosen = answers if answers in (*may_answer, NOBODY) else table.to_act
            others = [one for one in (*may_answer, NOBODY) if one != chosen]
            found = replace(found, instead=tuple(others) if may_answer else ())
            found = with_made(found, table, frame, record.seats, taps)
            return replace(found, deck=found.deck or deck_left(table, frame, record.seats))
    return None


def _position(record: Record, game: Game, answers: str) -> tuple[Table | None, tuple[str, ...]]:
    """Where a record stands if this seat answers its last ply, and the seats that may.

    Raises Fault if it is certainly wrong.
    """
    followed = follow(record, game)
    if followed is None:
        return None, ()
    may_answer = dict(followed.may_answer)
    if not may_answer or answers == NOBODY:
        return followed.table, tuple(may_answer)
    asked = next(in_ways(lambda follower: Followed(record, game, follower), game, most=WAYS), None)
    if asked is None:
        return None, ()
    table = asked.table
    if table.due is None and answers not in may_answer:  # unless somebody answers, the game is over
        answers = next(iter(may_answer))
    if answers in may_answer:
        table.phase, table.to_act = may_answer[answers], answers
    return table, tuple(may_answer)


def shuffled_last(parts: RecordParts, view: str) -> tuple[str, ...]:
    """The piles that the last ply shuffled where plies report the cards, as far as that is certain.

    Whoever saw where a card went sends these shuffles with the next ply.
    """
    if not parts.has_own_records or not parts.sent:
        return ()
    own = records_of(parts)[view]
    after = own.plies[len(untailed(own)) :]
    return tuple([entry.pile for entry in after if isinstance(entry, Shuffle)])


class TurnedUp(Struct, frozen=True):
    """A card that a ply reveals: its code, None if nobody told it; the seat that alone saw it.

    `place` is the title of the shared zone where it lies then; None if it lies before a player.
    """

    card: str | None
    seat: str | None
    place: str | None


def turned_up(
    parts: RecordParts, view: str, ply: Ply, decks: Decks = OWN_DECKS
) -> tuple[TurnedUp, ...]:
    """The cards that a ply reveals where plies report them, as far as the view's record tells.

    None at all if the ply is refused, or nobody can follow the game.
    """
    own = replace(records_of(parts)[view], result=None)
    longer = replace(own, plies=(*own.plies, ply))
    try:
        _, followed = with_shuffles(longer, game_of(own, decks))
    except Wrong:
        return ()
    if followed is None or followed.last is None:
        return ()
    shared = [zone for zone in followed.table.zones() if zone.owner is None]

    def place(card: str) -> str | None:
        return next((z.title for z in shared if any(one is card for one in z.cards)), None)

    shown = followed.last.reveals
    return tuple([TurnedUp(spelled(card), seat, place(card)) for card, seat in shown])
