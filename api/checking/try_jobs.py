"""The work of the pages on which moves are tried, run by checkers. Knows no HTTP."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from api.checking.frame_jobs import FRAMED, PLAYED, OpenedGame, ReplayView
from api.checking.job import RawDecks, costs
from api.checking.page_jobs import DRAWN_PAGE, PageRequest, packed, shown
from engines.registry import Decks
from notation.origin import FROM_TAG, Origin, shared_plies
from notation.record import Record
from notation.text_writer import write_text
from pages.play import Tries, try_page
from replays.view.choices import Choices
from replays.view.frames import film
from replays.what_if import as_variation, choices_after, tried_line, written

CHOSEN = 200
"""Finding what each legal move names, and trying what taps make, as at a table."""


class TriedView(Struct, frozen=True):
    """A stored replay until a ply, and on with moves that are tried."""

    replay: ReplayView
    ply: int
    moves: tuple[str, ...]
    is_live = False
    weight_of_variations = 0

    @property
    def view(self) -> str:
        """The view, which sees all."""
        return self.replay.view

    @property
    def plies(self) -> int:
        """How many plies the line has from the deal on."""
        return self.ply + len(self.moves)

    @property
    def weight(self) -> int:
        """The weight of playing the line."""
        return self.replay.weight + PLAYED * self.plies

    def tried(self, raw_decks: RawDecks) -> tuple[Record, Record, Decks]:
        """The game, the line as a record, and the decks. Raises Needed, and Untriable."""
        game, _, decks = self.replay.records("", raw_decks)
        return game, tried_line(game, self.ply, self.moves, decks), decks

    def opened(self, key: str, raw_decks: RawDecks, /) -> OpenedGame:
        """The line, as `GameView` has it; it has no variations. Raises Needed, and Untriable."""
        del key
        _, line, decks = self.tried(raw_decks)
        return OpenedGame(line, line, decks, list(film(line, decks)))


@costs(lambda asked, *_: DRAWN_PAGE + asked.weight() + CHOSEN)
def trying(raw_decks: RawDecks, asked: PageRequest, taps: Sequence[str], tries: Tries) -> bytes:
    """The page of a tried line at its end, as gzip. Raises Needed, and Untriable."""
    opened, around = shown(asked, raw_decks)
    text = written(opened.line, tries.ply)
    tries = replace(tries, text=text, is_seeded=opened.game.seed is not None)
    found = None if tries.is_full else choices_after(opened.line, taps, opened.decks)
    return packed(try_page(around, opened.frames, found, taps, tries).encode())


@costs(lambda asked, _: asked.weight + FRAMED + CHOSEN)
def choosing(raw_decks: RawDecks, asked: TriedView, taps: Sequence[str]) -> Choices | None:
    """What may be tried next, with the moves that these taps make. Raises as `trying`."""
    _, line, decks = asked.tried(raw_decks)
    return choices_after(line, taps, decks)


@costs(lambda asked: asked.weight)
def varied(raw_decks: RawDecks, asked: TriedView) -> bytes:
    """The record of the replay with the line as a variation, as text, and where it is from.

    Raises as `trying`.
    """
    game, line, _ = asked.tried(raw_decks)
    fork = shared_plies(game, line, asked.ply)
    tags = {**game.tags, FROM_TAG: str(Origin(asked.replay.id, fork))}
    return write_text(replace(as_variation(game, fork, line), tags=tags)).encode()
