"""The parts of a page that are the same at every ply: record, view, layout, links."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar
from urllib.parse import urlencode

from msgspec import Struct, to_builtins

from engines.catalogue import CardKind
from engines.game import Game
from engines.layout import Layout
from engines.table import Points
from engines.wording import Phrase, capitalized, listed
from notation.origin import FROM_TAG, Origin
from notation.record import SEATS, UNKNOWN_CARD, Record, Shuffle
from pages.pictures import pictured
from pages.rounds import starts
from pages.standings import Standings, bounds, standings
from pages.wording import ended_early, occasion
from replays.view.explained import explained
from replays.view.frames import Frame
from replays.view.moves import Line, Variation
from replays.view.shapes import kinds_of, served
from replays.view.views import ALL, PUBLIC
from replays.view.zone_views import ZoneView

KEYS = (
    (("←", "→"), "a ply back, a ply on"),
    (("Shift ←", "Shift →"), "a round back, a round on"),
    (("Home", "End"), "the first position, the last one"),
    (("Space",), "play or pause"),
    (("<", ">"), "slower, faster"),
    (("w",), "the move as it is written"),
    (("g",), "go to a ply, to a round, or to the end"),
    (("n", "N"), "the next mark, comment, variation, mistake or hit of a search; the one before"),
    (("/",), "search moves and comments; Esc ends it"),
    (("m",), "to the list of moves"),
    (("l",), "legal moves"),
    (("s",), "scores, and what broke a tie"),
    (("i", "o"), "into the variation of this ply, and out; i again takes the next"),
    (("v",), "the next view"),
    (("x",), "show or hide comments"),
    (("h",), "hide what is to come"),
    (("[", "]"), "the record before, the next one of a log"),
    (("c", "C"), "copy the link; copy the position as text"),
    (("↑", "↓"), "from a card or a move, which Tab reaches, to the next; Enter opens it"),
    (("?",), "this list"),
)
"""What the keys do, one line for keys that belong together."""

_TINTS = "abcdef"
GAME = Line()
"""The line of a game without variations."""


class View(Struct, frozen=True):
    """A view of a replay: how links spell it, and its name."""

    key: str
    title: str


class Scene(Struct, frozen=True, kw_only=True, dict=True):
    """Everything that does not change from ply to ply.

    Attributes:
        game: the game that is played.
        players: their names, seat A first.
        about: event, site and date, those that the record has.
        view: the view that is shown.
        views: the views that may be shown.
        plies: how many plies there are to show.
        rounds: after how many plies each round begins.
        scores: those of each position, one a seat; None where the view does not see one.
        breakdowns: the lines of these scores, likewise.
        line: the line that is shown, the game or a variation, with what may be entered from it.
        layout: the layout of the game.
        origin: the scheme and host of the service; empty if nobody links to the page.
        root: as `render` takes it.
        address: the path of the replay, which those of its plies follow; None if the page has
            all plies with it.
        how: the lines that say how the game works.
        hides: whether a page hides the plies after its own, and how many there are.
        live: whether the game is in progress.
        plays: whether the reader plays in it.
        tells_all: whether the record tells each shuffle whole, so that moves can be tried.
        early: how the game ended before its rules ended it, where that is shown; else empty.
        source: the replay that the game goes on from, or went on from, and where it left that.
    """

    game: Game
    players: tuple[str, ...]
    about: tuple[str, ...]
    view: str
    views: tuple[View, ...]
    plies: int
    rounds: tuple[int, ...]
    scores: Standings
    breakdowns: tuple[tuple[tuple[Points, ...], ...], ...]
    line: Line
    layout: Layout
    origin: str
    root: str | None
    address: str | None
    how: Sequence[str]
    hides: bool
    live: bool
    plays: bool
    tells_all: bool
    early: str
    source: Origin | None
    keys: ClassVar[tuple[tuple[tuple[str, ...], str], ...]] = KEYS

    @property
    def film(self) -> str:
        """The address of what the script shows at other plies; empty if the page has it."""
        return "" if self.address is None else f"{self.address}/plies{self._query()}"

    @property
    def state(self) -> str:
        """The address of what an event of a game in progress changes on the page; else empty."""
        return f"{self.address}/state{self._query()}" if self.live else ""

    @property
    def cards(self) -> str:
        """The address that says where each card has been; empty if the page has all plies."""
        return "" if self.address is None else f"{self.address}/cards{self._query()}"

    def sheet(self, ply: int) -> str:
        """The address of the scores and legal moves after a ply."""
        return f"{self.address}/{ply}/sheet{self._query()}"

    @property
    def embedded(self) -> bool:
        """Whether other sites show the page within theirs."""
        return self.address is not None and self.address.startswith(f"{self.root}/embed/")

    def onward(self, ply: int, line: str = "") -> str:
        """The address at which a game of one's own goes on from a ply, after a line of moves.

        Empty if this is the page of no replay at a service.
        """
        if self.root is None or self.address is None or self.live:
            return ""
        asked = {"from": self.address.rpartition("/")[2], "ply": ply}
        asked |= {"line": line} if line else {}
        return f"{self.root}/new?{urlencode(asked)}"

    def picture(self, ply: int, kind: str = "png") -> str:
        """The address of the picture of a ply, in the view and line of this page.

        As `webp` or `gif`, it is the moving picture of the round.
        """
        before, _, query = self.own(ply).partition("?")
        return f"{before}.{kind}{query and '?'}{query}"

    def told(self, frame: Frame) -> str:
        """What a preview of the page says of a ply: nothing of later ones, nor a hidden result."""
        if frame.winners and not self.hides:
            when = self.result(frame)
        else:
            when = f"ply {frame.ply}{'' if self.hides else f' of {self.plies}'}"
        seen = [self.view_title] if self.view != self.views[0].key else []
        return " · ".join([capitalized(when), *seen, *self.about])

    def own(self, ply: int) -> str:
        """The address of a ply on the page that is not within that of another site."""
        return self.link(ply).replace(f"{self.root}/embed/", f"{self.root}/r/", 1)

    @property
    def seats(self) -> str:
        """The letters of the seats, in turn order."""
        return SEATS[: len(self.players)]

    @cached_property
    def standings(self) -> Standings:
        """What the graph draws of the scores."""
        return standings(self.scores)

    @property
    def shows_lead(self) -> bool:
        """Whether the graph says who is ahead and by how much, and not the scores themselves."""
        return self.standings is not self.scores

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """The lowest standing of all, at most 0, and the highest one."""
        return bounds(self.standings)

    def player(self, seat: str) -> str:
        """The name of a player."""
        return self.players[SEATS.index(seat)]

    def players_of(self, seats: Sequence[str]) -> str:
        """The names of several players."""
        return listed([self.player(seat) for seat in seats])

    def has_partners(self, frame: Frame, seat: str | None) -> bool:
        """Whether a seat shares its score with others."""
        return any(seat in group and len(group) > 1 for group in frame.allies)

    @property
    def view_title(self) -> str:
        """The name of the view."""
        return next(view.title for view in self.views if view.key == self.view)

    def tint(self, seat: str) -> str:
        """The name of a seat's colour: there are six, which repeat."""
        return _TINTS[SEATS.index(seat) % len(_TINTS)]

    def kind(self, code: str | None) -> CardKind | None:
        """The catalogue's entry for a card; None if the view sees it in part, or not at all."""
        return None if code is None else self.game.catalogue.get(code)

    @cached_property
    def _faces(self) -> dict[str, Any]:
        return {code: to_builtins(kind.face) for code, kind in self.game.catalogue.items()}

    def letters(self, zone: ZoneView) -> int:
        """How long the titles of a zone's cards are together."""
        kinds = [self.kind(card.code) for card in zone.cards]
        return sum([len(kind.title) for kind in kinds if kind])

    def meaning(self, code: str) -> str:
        """What the title or the kind of a card means; empty if no word of the game says so."""
        kind = self.game.catalogue[code]
        words = self.game.how.words
        title = kind.title.lower()
        names = (title, title.removeprefix("the "), kind.kind, f"{kind.kind}s")
        return next((words[name] for name in names if name in words), "")

    def face(self, code: str) -> Any:  # noqa: ANN401 - as the game has it
        """The other facts on a card of the catalogue, as in JSON."""
        return self._faces[code]

    def ingredient(self, code: str | None) -> str:
        """What the lower half of a recipe card serves as; empty if it has none."""
        return served(self.kind(code))

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds of cards, in deck order."""
        return kinds_of(self.game.catalogue)

    @cached_property
    def pictures(self) -> frozenset[str]:
        """The names of all pictures that the game has on its page."""
        return frozenset(pictured(self.game))

    def result(self, frame: Frame) -> str:
        """Who has won, with the scores: that of the winners, then the others, best first."""
        names = self.players_of(frame.winners)
        scores = {group: frame.scores[self.seats.index(group[0])] for group in frame.allies}
        first = [group for group in scores if not set(group).isdisjoint(frame.winners)][:1]
        rest = sorted([scores[group] or 0 for group in scores if group not in first], reverse=True)
        won = (
            "?"
            if None in scores.values()
            else f"{scores[first[0]]} to {listed([str(score) for score in rest])}"
        )
        return f"{names} {'wins' if len(frame.winners) == 1 else 'win'}, {won}"

    @property
    def hides_comments(self) -> bool:
        """Whether comments are folded: they may reveal what the view does not see."""
        return self.view != ALL

    @cached_property
    def _titles(self) -> dict[str, str]:
        """For each title of a card, the code of a card that has it."""
        return {kind.title: code for code, kind in reversed([*self.game.catalogue.items()])}

    @cached_property
    def _title(self) -> re.Pattern[str]:
        titles = sorted(map(re.escape, self._titles), key=len, reverse=True)
        return re.compile(rf"\b({'|'.join(titles)})\b" if titles else "(?!)()")

    def pieces(self, text: str) -> list[Phrase]:
        """A text in pieces; each title of a card is one piece."""
        texts = self._title.split(text)
        return [Phrase(piece, self._titles.get(piece)) for piece in texts if piece]

    def colour(self, code: str | None) -> str:
        """The class of a card's colour, by its code or its kind; empty if it has none."""
        key = self._colour(code)
        return f"c-{key}" if key else ""

    def colours(self, code: str | None) -> tuple[str, str] | None:
        """The ground and the ink of a card; None if it has no colour."""
        return self.layout.colours.get(self._colour(code))

    def _colour(self, code: str | None) -> str:
        kind = self.kind(code)
        keys = (code or "", kind.kind) if kind else ()
        return next((key for key in keys if key in self.layout.colours), "")

    def drew(self, frame: Frame) -> bool:
        """Whether a card came by itself to a seat that is due, whose next sentence names it."""
        seats = frame.due.seats if frame.due else ()
        hands = [f"hand.{seat}" for seat in seats if seat != frame.seat]
        return any(moved.to.zone in hands for moved in frame.moved)

    def change(self, seat: str, ply: int) -> int:
        """By how much a seat's score changed with a ply; 0 if a score is hidden."""
        at = self.seats.index(seat)
        now, before = self.scores[ply][at], self.scores[max(ply - 1, 0)][at]
        return 0 if now is None or before is None else now - before

    @cached_property
    def _variations(self) -> dict[int, list[Variation]]:
        variations = {move.ply: [*move.variations] for move in self.line.moves}
        variations.setdefault(self.line.fork, []).extend(self.line.beside)
        return variations

    def variations(self, ply: int) -> list[Variation]:
        """The lines that may be entered at a ply instead."""
        return [line for line in self._variations.get(ply, ()) if line.moves]

    def link(
        self,
        ply: int,
        view: str | None = None,
        *,
        line: str | None = None,
        hides: bool | None = None,
    ) -> str:
        """The address of a ply; the view, the line and what is hidden are as on this page."""
        before = "#" if self.address is None else f"{self.address}/"
        return f"{before}{ply}{self._query(view, line, hides=hides)}"

    def _query(
        self, view: str | None = None, line: str | None = None, *, hides: bool | None = None
    ) -> str:
        """What a link asks for; what it does not name is as on this page."""
        view = self.view if view is None else view
        line = self.line.key if line is None else line
        asked = [] if view == self.views[0].key else [f"view={view}"]
        asked += [f"line={line}"] if line else []
        asked += ["hide=ahead"] if (self.hides if hides is None else hides) else []
        return f"?{'&'.join(asked)}" if asked else ""


def scene(  # noqa: PLR0913 - each is a fact of the page
    game: Game,
    record: Record,
    moves: Sequence[Frame],
    *,
    view: str,
    views: Sequence[str],
    root: str | None,
    address: str | None,
    origin: str = "",
    line: Line = GAME,
    hides: bool = False,
    live: bool = False,
    plays: bool = False,
) -> Scene:
    """The scene of a record in a view. The first of the `views` needs no query.

    `moves` are all plies in that view, from the deal on.
    """
    return Scene(
        game=game,
        players=record.seats,
        about=occasion(record.tags),
        view=view,
        views=tuple([View(key, _title(record, key)) for key in views]),
        plies=len(moves) - 1,
        rounds=tuple(starts(moves)),
        scores=tuple([move.scores for move in moves]),
        breakdowns=tuple([move.breakdown for move in moves]),
        line=line,
        layout=game.layout,
        origin=origin,
        root=root,
        address=address,
        how=explained(game, moves[0], record.options),
        hides=hides,
        live=live,
        plays=plays,
        tells_all=not any(
            UNKNOWN_CARD in "".join(one.order) for one in record.plies if isinstance(one, Shuffle)
        ),
        early="" if line.key or hides else ended_early(record),
        source=Origin.parse(record.tags.get(FROM_TAG, "")),
    )


def _title(record: Record, view: str) -> str:
    """The name of a view.

    >>> _title(Record(game="triggs", rules="1", seats=("Ana", "Bo"), plies=()), "B")
    'As Bo saw it'
    """
    if view == PUBLIC:
        return "What everyone saw"
    return f"As {record.player(view)} saw it" if view in SEATS else "All hands"
