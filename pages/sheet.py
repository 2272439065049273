"""The panels of a position: score sheet, legal moves, and where each card has been."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from engines.table import Table
from pages.environment import render
from pages.scene import Scene
from replays.view.frames import Frame, legal_moves
from replays.view.picture import score_sheet

_MOST = 120
"""How many legal moves are shown if they are only a sample."""


class Legal(Struct, frozen=True):
    """The legal moves of a position.

    Attributes:
        moves: by their verbs, without these; None if the view does not see the cards.
        is_sample: whether there are more legal moves than these.
    """

    moves: dict[str, list[str]] | None
    is_sample: bool = False


NOT_KNOWN = Legal(None)


def legal_of(table: Table, view: str | None) -> Legal:
    """The legal moves of a position as a view sees it."""
    moves = legal_moves(table, view)
    if moves is None:
        return NOT_KNOWN
    if table.known(lambda: table.lists_all):
        return Legal(by_verb(moves))
    return Legal(by_verb(moves[:: len(moves) // _MOST + 1]), is_sample=True)


def by_verb(moves: Iterable[str]) -> dict[str, list[str]]:
    """Moves by their verbs, in the order in which they come.

    >>> by_verb(["draw left", "draw right", "pass"])
    {'draw': ['left', 'right'], 'pass': ['']}
    """
    verbs: dict[str, list[str]] = {}
    for move in moves:
        verb, _, rest = move.partition(" ")
        verbs.setdefault(verb, []).append(rest)
    return verbs


class Group(Struct, frozen=True):
    """Lines of a score sheet that belong together: a title, the rows, and their sums.

    A group without a title has no sums.
    """

    title: str
    rows: dict[str, tuple[int | None, ...]]

    @property
    def sums(self) -> tuple[int, ...]:
        """What each seat or team has in this group."""
        return tuple(
            [sum(filter(None, points)) for points in zip(*self.rows.values(), strict=True)]
        )


def groups(scene: Scene, frame: Frame) -> list[Group]:
    """The lines of the score sheet in groups: those of the kinds that the layout sums up, the rest.

    The kinds are in deck order.
    """
    kinds = {
        line.source: kind.kind
        for lines in frame.breakdown
        for line in lines
        if (kind := scene.kind(line.card))
    }
    found: dict[str, dict[str, tuple[int | None, ...]]] = {
        **{kind: {} for kind in scene.kinds if kind in scene.layout.sums},
        "": {},
    }
    for source, points in rows(frame).items():
        found.get(kinds.get(source, ""), found[""])[source] = points
    titles = scene.layout.sums | {"": scene.layout.other_sums}
    return [Group(titles[kind], of) for kind, of in found.items() if of]


def rows(frame: Frame) -> dict[str, tuple[int | None, ...]]:
    """The lines of the score sheet, by what points are for: those of each seat or team."""
    return score_sheet(frame, [group[0] for group in frame.allies])


def sheet_page(scene: Scene, frame: Frame, legal: Legal) -> str:
    """The page with the score sheet and the legal moves of a position."""
    facts = {"frame": frame, "groups": groups(scene, frame), "legal": legal}
    return render("sheet_page.html", root=scene.root, scene=scene, **facts)


class Stop(Struct, frozen=True):
    """A move of a card: the ply, from where and to where."""

    ply: int
    from_: str
    to: str


class Way(Struct, frozen=True):
    """The moves of a card for as long as the view can follow it, and its code once it saw that."""

    number: int
    code: str
    stops: list[Stop]


def ways(scene: Scene, frames: Sequence[Frame]) -> list[Way]:
    """The ways of all cards whose faces the view has seen, in the order of their first moves.

    Those that lie where they were dealt come last: open ones and those of hands. Of a pile that is
    drawn face down, nobody learns the top card by a press, though the view of all knows it.
    """
    places = {zone.key: _place(scene, zone.title, zone.owner) for zone in frames[0].zones}
    codes: dict[int, str] = {}
    stops: dict[int, list[Stop]] = {}
    for frame in frames:
        for moved in frame.moved:
            if moved.card:
                codes[moved.number] = moved.card
            stop = Stop(frame.ply, places[moved.from_.zone], places[moved.to.zone])
            stops.setdefault(moved.number, []).append(stop)
    for zone in frames[-1].zones:
        for card in zone.cards:
            if card.code and (card.public or zone.owner) and card.number not in stops:
                codes[card.number], stops[card.number] = card.code, []
    return [Way(number, codes[number], lines) for number, lines in stops.items() if number in codes]


def ways_page(scene: Scene, frames: Sequence[Frame]) -> str:
    """The page that says where each card has been."""
    return render("ways.html", root=scene.root, scene=scene, ways=ways(scene, frames))


def _place(scene: Scene, title: str, owner: str | None) -> str:
    return f"{title} of {scene.player(owner)}" if owner else title
