"""The work of the page on which people play, run by checkers. Knows no HTTP."""

from typing import cast

from msgspec.structs import replace

from api.checking.job import RawDecks, costs, decks_of
from api.checking.page_jobs import DRAWN_PAGE, PageRequest, packed, shown
from api.live.jobs import CHOSEN, MatchView
from pages.play import Desk, play_page
from replays.live.choosing import choices_of, shuffled_last
from replays.view.taps import left


@costs(lambda asked, _: DRAWN_PAGE + asked.weight() + CHOSEN)
def playing(raw_decks: RawDecks, asked: PageRequest, desk: Desk) -> bytes:
    """The page of a game in progress at its last ply, for somebody who plays, as gzip."""
    opened, around = shown(asked, raw_decks)
    match = cast("MatchView", asked.game)
    decks = decks_of(match.parts.record(), raw_decks)
    found = choices_of(match.parts, match.view, desk.taps, decks, desk.answers)
    if found is not None and found.seat in desk.computer:
        found = None
    after = None if found is None else left(found.moves, desk.taps, opens=found.opens)
    desk = replace(desk, shuffled=shuffled_last(match.parts, match.view))
    page = play_page(around, opened.frames, found, after, desk)
    return packed(page.encode())
