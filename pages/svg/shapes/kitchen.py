"""A kitchen: the basket, shelves of jars, pies and guests, and tasks."""

from collections.abc import Iterator

from engines.wording import capitalized
from pages.svg import cards as one
from pages.svg.block import Block, Part, column, over, row
from pages.svg.painter import Painter, colours, lit
from pages.svg.shapes.plain import cards
from pages.svg.text import centred, is_drawable, lines, words
from replays.view.shapes import Area, Laid

_SHELF = 62
_TITLE = 112


def basket(painter: Painter, area: Area) -> Iterator[Part]:
    """The basket, sorted by what its cards serve as."""
    found = tuple([card for group in area.content for card in group.cards])
    yield Part(one.cards(painter, found), one.caption(area.zones[0]))


def bids(painter: Painter, area: Area) -> Iterator[Part]:
    """What is bid for, and the last bid."""
    (zone,) = area.zones
    if painter.hides(area):
        return
    bid = zone.details
    said = f"{painter.player(bid.bidder)} bids {bid.points}" if bid and bid.bidder else "No bid yet"
    yield Part((*one.cards(painter, zone.cards), words(said, 15)), one.caption(zone))


def shelves(painter: Painter, area: Area) -> Iterator[Part]:
    """The cards that lie open before a seat, shelf by shelf."""
    shelves = painter.scene.layout.shelves
    on_boards = {kind for shelf in shelves for kind in shelf.kinds}
    for shelf in shelves:
        if shelf.kinds:
            own = [laid for laid in area.content if laid.kind in shelf.kinds]
            own.sort(key=lambda laid: laid.points)
        else:
            own = [laid for laid in area.content if laid.kind not in on_boards]
            own.sort(key=lambda laid: laid.rank)
        drawn = [_laid(painter, laid) for laid in own if painter.take()]
        pieces = (*drawn, *one.besides(len(own) - len(drawn)))
        yield Part(pieces, one.note(f"{shelf.title} {len(own)}"), gap=5)


def _laid(painter: Painter, laid: Laid) -> Block:
    """A card on a shelf: its symbol, its points, and its name."""
    code = laid.card.code or ""
    kind = painter.scene.kind(code)
    name = centred(lines(_name(painter, laid), 12, _SHELF), 12, _SHELF)
    drawn = column([painter.mark(code, 46), name], middle=True)
    if kind is not None and kind.points is not None:
        drawn = over(drawn, (words(str(kind.points), 14, bold=True), 46, 0))
    if laid.under:
        drawn = over(drawn, (one.back(painter, 22), 2, 26))
    return lit(drawn, changed=laid.card.changed, round_by=6)


def _name(painter: Painter, laid: Laid) -> str:
    """The fruit of a card with one fruit, the kind of one with more, the title of others."""
    code = laid.card.code or ""
    kind = painter.scene.kind(code)
    if kind is None:
        return laid.card.label or "card"
    fruits = (painter.scene.face(code) or {}).get("fruits", ())
    name: str = kind.kind if len(fruits) > 1 else "".join(fruits) or painter.title(code)
    return name if is_drawable(name) else code


def tasks(painter: Painter, area: Area) -> Iterator[Part]:
    """Tasks with what they want, faint where it is lacking, and their points."""
    (zone,) = area.zones
    if not zone.details:
        yield from cards(painter, area)
        return
    drawn = []
    for task in zone.details.tasks:
        counts = len(task.parts) > 1
        wanted = [
            painter.symbol(part.fruit, 26, faint=counts and not part.by) for part in task.parts
        ]
        kind = painter.scene.kind(task.card)
        name = capitalized(kind.name) if kind and is_drawable(kind.name) else task.card
        drawn.append(_task(name, wanted, task.points))
    for party in zone.details.parties:
        wanted = [
            painter.symbol(
                f"{'pie' if part.kind == 'pie' else 'jar'}-{part.fruit}", 22, faint=not part.by
            )
            for part in party.parts
        ]
        drawn.append(_task("Tea party", wanted, party.points))
    yield Part(tuple(drawn), one.note(capitalized(zone.title)), gap=14)


def _task(name: str, wanted: list[Block], points: int) -> Block:
    title = Block(_TITLE, 20, words(name, 14, bold=True).markup)
    ink = "" if points else colours()["ink-2"]
    return row([title, row(wanted, 2), words(str(points), 16, bold=True, ink=ink)], 6, middle=True)
