"""The work of pages, run by checkers. Knows no HTTP."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.json import encode

from api.checking.frame_jobs import FRAMED, OpenedGame
from api.checking.job import Gone, RawDecks, Unfollowed, costs
from engines.registry import Decks, load_game
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Record, Shuffle
from notation.streams import gzipped
from pages.drawing import Going, KeptLines, replay_page, words
from pages.guide import chapters, guide_page
from pages.live_state import live_state
from pages.opening import OpeningForm, opening_page
from pages.review import Review
from pages.rounds import round_at
from pages.scene import Scene, scene
from pages.sheet import legal_of, sheet_page, ways_page
from pages.stretch import stretch
from pages.svg import MOST_PLIES, Moving
from pages.svg.position import svg
from replays.legs import variations
from replays.live.ply_request import Refusal
from replays.opening import Opening, opening_of
from replays.set_up import game_of
from replays.unseen.follow import leaves_cards_out
from replays.view.moves import Line, lines, moves
from replays.view.playhead import Playhead
from replays.view.views import seen_by

DRAWN = 40
"""Drawing one seat of a ply."""

DRAWN_PAGE = 2_000
"""Rendering a page, frames excluded."""

_PICTURE = 1_500
"""Drawing the picture of a position, frames excluded."""

_PIXELS = 16_000
"""Turning that picture into a PNG: 110 to 190 ms, by the cards on it."""

_STILL = 10_000
"""The same for a moving picture, half as wide: 40 to 120 ms."""

_JOINED = 2_000
"""Putting a PNG into a moving picture: 10 to 20 ms."""

_CHAPTER = 10_000
"""Rendering a page of the guide."""

_OPENING = 2_000
"""Dealing the cards of a game, and rendering the page that asks for those that lie open."""

_LEVEL = 4


class GameView(Protocol):
    """A game of this number of plies in one of its views, stored or in progress."""

    @property
    def view(self) -> str:
        """The view."""

    @property
    def plies(self) -> int:
        """How many plies its main line has."""

    @property
    def is_live(self) -> bool:
        """Whether it is in progress."""

    @property
    def weight(self) -> int:
        """The weight of reading it."""

    @property
    def weight_of_variations(self) -> int:
        """The weight of wording its variations."""

    def opened(self, key: str, raw_decks: RawDecks, /) -> OpenedGame:
        """The game at one of its lines. Raises Needed, and Gone if there is no such line."""


class PageRequest(Struct, frozen=True):
    """Which plies of a game with `seats` players a page shows: those from `first` to `last`.

    `views` are those that its reader may choose from. `origin` is the scheme and host of the
    service, `root` its path, and `address` that of the replay, whose page is `embedded` in that of
    another site or not; `line` is the JSON pointer of a variation to show instead of the game, or
    empty. The page `hides` what comes after its ply, or does not; its reader `plays` or only
    watches. `going` says when it is erased, if its reader is told, `kept` what goes on from it, and
    `review` how far its review is; if the service draws them, it leads to `moving` pictures.
    """

    game: GameView
    seats: int
    views: tuple[str, ...]
    origin: str
    root: str
    address: str
    first: int
    last: int
    embedded: bool
    line: str
    hides: bool
    plays: bool = False
    going: Going | None = None
    kept: KeptLines = KeptLines()
    review: Review | None = None
    moving: bool = False

    def weight(self, *, worded: bool = False) -> int:
        """The weight of the frames; a list of moves words the variations, and so does a line.

        A page with many variations took 1.5 s where it was weighed as one without.
        """
        read = self.game.weight + FRAMED * self.game.plies
        return read + (self.game.weight_of_variations if worded or self.line else 0)

    @property
    def weight_drawn(self) -> int:
        """The weight of drawing each of the plies."""
        return DRAWN * self.seats * (self.last - self.first + 1)


@costs(lambda _, __: _CHAPTER)
def guide(_: RawDecks, root: str, name: str) -> str | None:
    """A page of the guide; None if there is none of this name."""
    return guide_page(root, name) if name in chapters() else None


@costs(lambda *_: _OPENING)
def opening_form(_: RawDecks, root: str, form: OpeningForm) -> bytes | None:
    """The page that asks which real cards lie open, as gzip; None if a deal turns up none.

    Raises Refusal if the game does not allow these seats or options.
    """
    game = load_game(form.game)
    opening = opened_by(form)
    return None if opening is None else packed(opening_page(root, game, opening, form).encode())


@costs(lambda _: _OPENING)
def opening_shuffles(_: RawDecks, form: OpeningForm) -> tuple[Shuffle, ...]:
    """The shuffles of a deal of real cards, as far as somebody saw them. Raises as `opening_form`.

    Of an even deal, a card that was left out stays unknown; of another, none was turned up.
    """
    opening = opened_by(form)
    if opening is None:
        return ()
    shown = [card for card in form.shown or () if card]
    if shown and opening.is_even:
        shown = [card or UNKNOWN_CARD for card in form.shown or ()]
    return opening.shuffles(shown)


def opened_by(form: OpeningForm) -> Opening | None:
    """What the deal of a game turns up. Raises Refusal as `opening_form`."""
    players = [name for name in form.names if name]
    try:
        return opening_of(load_game(form.game), len(players), form.options)
    except Fault as fault:
        raise Refusal(fault.message) from None


@costs(lambda asked: DRAWN_PAGE + asked.weight(worded=True))
def watch(raw_decks: RawDecks, asked: PageRequest) -> bytes:
    """The page of a game at the first ply asked for, as gzip. Raises as `shown`."""
    opened, around = shown(asked, raw_decks, varied=True)
    template = "embed.html" if asked.embedded else "replay.html"
    frame = opened.frames[asked.first]
    made = replay_page(
        around,
        frame,
        opened.frames,
        template=template,
        going=asked.going,
        kept=asked.kept,
        review=None if leaves_cards_out(opened.game) else asked.review,
        moving=asked.moving,
    )
    return packed(made.encode())


@costs(lambda asked: asked.weight() + asked.weight_drawn)
def plies(raw_decks: RawDecks, asked: PageRequest) -> bytes:
    """The plies that are asked for of a game, for the script of its page, as gzip.

    Raises as `shown`.
    """
    opened, around = shown(asked, raw_decks)
    frames = opened.frames[asked.first : asked.last + 1]
    return packed(encode(stretch(around, frames, asked.first)))


@costs(lambda asked, **_: DRAWN_PAGE + asked.weight() + asked.weight_drawn)
def state(raw_decks: RawDecks, asked: PageRequest, *, version: int, finished: bool) -> bytes:
    """What an event may have changed on the page of a game in progress, as gzip.

    Raises as `shown`.
    """
    opened, around = shown(asked, raw_decks)
    return packed(encode(live_state(around, opened.frames, version, finished=finished)))


@costs(lambda asked: DRAWN_PAGE + asked.weight())
def sheet(raw_decks: RawDecks, asked: PageRequest) -> bytes:
    """The scores and legal moves of a game after the first ply asked for, as gzip.

    Raises as `shown`.
    """
    opened, around = shown(asked, raw_decks)
    replay = Playhead(opened.line, opened.decks)
    replay.seek(asked.first)
    frame = opened.frames[asked.first]
    return packed(sheet_page(around, frame, legal_of(replay.table, frame.view)).encode())


@costs(lambda asked: DRAWN_PAGE + asked.weight())
def ways(raw_decks: RawDecks, asked: PageRequest) -> bytes:
    """The page that says where each card of a game has been, as gzip. Raises as `shown`."""
    opened, around = shown(asked, raw_decks)
    return packed(ways_page(around, opened.frames).encode())


@costs(lambda asked: asked.weight())
def said(raw_decks: RawDecks, asked: PageRequest) -> bytes:
    """What the page of a game says of each ply, as JSON, as gzip. Raises as `shown`."""
    opened, around = shown(asked, raw_decks)
    return packed(encode(words(around, opened.frames)))


@costs(lambda asked: _PICTURE + asked.weight())
def drawing(raw_decks: RawDecks, asked: PageRequest) -> bytes:
    """The picture of a game at the first ply asked for as an SVG, as gzip. Raises as `shown`."""
    opened, around = shown(asked, raw_decks)
    return packed(svg(around, opened.frames[asked.first]).encode())


@costs(lambda asked: _PICTURE + _PIXELS + asked.weight())
def pixels(raw_decks: RawDecks, asked: PageRequest) -> bytes:
    """The picture of a game at the first ply asked for as a PNG. Raises as `shown`."""
    from pages.svg.png import png  # noqa: PLC0415 - an extra, and slow to import

    opened, around = shown(asked, raw_decks)
    return png(svg(around, opened.frames[asked.first]))


@costs(lambda asked: asked.weight())
def round_plies(raw_decks: RawDecks, asked: PageRequest) -> range:
    """The plies of the round of the first ply asked for, and none that the page hides.

    Of a round of more than MOST_PLIES, a piece. Raises as `shown`.
    """
    opened, _ = shown(asked, raw_decks)
    plies = round_at(opened.frames, asked.first, MOST_PLIES)
    return range(plies.start, asked.first + 1) if asked.hides else plies


@costs(lambda asked, _: _PICTURE + _STILL + asked.weight())
def still_picture(raw_decks: RawDecks, asked: PageRequest, kind: Moving) -> bytes:
    """The picture of the first ply asked for, as it stands in a moving one. Raises as `shown`."""
    from pages.svg.png import still  # noqa: PLC0415 - an extra, and slow to import

    opened, around = shown(asked, raw_decks)
    return still(svg(around, opened.frames[asked.first]), kind)


@costs(lambda stills, _: _JOINED * len(stills))
def joined(_: RawDecks, stills: Sequence[bytes], kind: Moving) -> bytes:
    """These pictures as one that moves."""
    from pages.svg.png import moving  # noqa: PLC0415 - as above

    return moving(stills, kind)


def shown(
    asked: PageRequest, raw_decks: RawDecks, *, varied: bool = False
) -> tuple[OpenedGame, Scene]:
    """A game, and what a page says around it; the variations of the main line only if `varied`.

    Raises Needed as `decks_of` does, Gone if there is no such line or ply, and Unfollowed.
    """
    try:
        opened = asked.game.opened(asked.line, raw_decks)
    except Gone:
        raise Gone(asked.address) from None
    if asked.last > opened.frames[-1].ply:
        if asked.last <= opened.frames[-1].plies:
            raise Unfollowed(opened.frames[-1].ply, asked.address)
        raise Gone(asked.address)
    game, decks, view = opened.game, opened.decks, asked.game.view
    around = scene(
        game_of(game, decks),
        game,
        opened.frames,
        view=view,
        views=asked.views,
        origin=asked.origin,
        root=asked.root,
        address=asked.address,
        line=_line(game, decks, view, asked.line) if varied or asked.line else Line(),
        hides=asked.hides,
        live=asked.game.is_live,
        plays=asked.plays,
    )
    return opened, around


def _line(record: Record, decks: Decks, view: str, key: str) -> Line:
    """What is said of a line of a record, by its JSON pointer."""
    if next(variations(record), None) is None:
        return Line()
    found = lines(list(moves(record, decks, seen_by(view))))
    return next((line for line in found if line.key == key), Line())


def packed(data: bytes) -> bytes:
    """A page as gzip."""
    return gzipped(data, _LEVEL)
