"""What a view of a game in progress may do next, as things to tap."""

from collections.abc import Sequence

from engines.registry import OWN_DECKS, Decks
from replays.live.kinds import cards_of
from replays.live.playing import last_table, record_for
from replays.live.record_parts import RecordParts
from replays.live.scene import live_scene
from replays.view.choices import Choices, choices, with_made
from replays.view.views import ALL, OWNER, PUBLIC


def choices_of(
    parts: RecordParts, view: str, taps: Sequence[str] = (), decks: Decks = OWN_DECKS
) -> Choices | None:
    """The choices of the seat that is asked, with the moves that these taps make of open kinds.

    None in a view that is not asked, once the game is over, and where nobody can follow it. Only
    the list of legal moves rests on cards that the view does not see.
    """
    scene = live_scene(parts, view, decks)
    table = last_table(scene.record, decks)
    if table is None or view == PUBLIC:
        return None
    frame = next(scene.frames(len(parts.sent)))
    if view not in (*(frame.due.seats if frame.due else ()), *_WHOLE):
        return None
    legal, _ = cards_of(parts).legal(parts, view, decks)
    if legal is None and not parts.has_own_records:
        return None
    found = choices(table, frame, scene.record.seats, legal)
    if found is None or not found.opens or not (taps or legal is None):
        return found
    own = scene.record if parts.has_own_records else record_for(scene.record, view, decks)
    known = last_table(own, decks)
    return found if known is None else with_made(found, known, frame, own.seats, taps)


_WHOLE = (OWNER, ALL)
"""The views that play for every seat."""
