"""Draws a basket by what its cards serve as, recipes by kinds, guests, bids, and tasks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from rich.text import Text

from cli.draw.layout import flow
from cli.draw.names import spelled
from cli.draw.scene import Look, Scene, drawn, joined, look, mark, touchable
from replays.view.shapes import Area, Laid

_BASKET = 11


def basket(scene: Scene, area: Area, others: list[Text]) -> list[Text]:
    """The cards by lower halves, and the other piles."""
    (zone,), dot = area.zones, f" {scene.signs.dot} "
    if not scene.form.full:
        first = joined([*others, Text(f"{zone.name} {len(zone.cards)}  ")], dot)
        return flow(_served(scene, area), scene.width, first=first, gap="  ", indent=2)
    first = Text(f"{f'{zone.name} {len(zone.cards)}':<{_BASKET - 1}} ")
    lines = flow(_served(scene, area), scene.width, first=first, gap="   ")
    return [*lines, *(flow(others, scene.width, gap=dot) if others else ())]


def _served(scene: Scene, area: Area) -> Iterator[Text]:
    """The cards, grouped by the fruit that they serve as, in the order of the deck."""
    unknown = scene.signs.unknown
    groups = {
        group.name or unknown: [look(card, scene.named(card, scene.recipe)) for card in group.cards]
        for group in area.content
    }
    order = [*scene.vocabulary, unknown]
    for fruit in sorted(groups, key=order.index):
        pieces = scene.counted(sorted(groups[fruit]))
        if {one.text for one in groups[fruit]} == {fruit}:
            yield from pieces
        else:
            yield Text.assemble(f"{spelled(fruit, scene.short)}: ", joined(pieces, ", "))


def bids(scene: Scene, area: Area) -> list[Text]:
    """The guest up for bids, and the last bid."""
    (zone,) = area.zones
    if not zone.cards:
        return []
    line = Text(f"{scene.layout.called(zone.name)}: ").append_text(
        joined(map(scene.card, zone.cards), ", ")
    )
    bid = zone.details
    if bid is not None and bid.bidder:
        line.append(f", {bid.points} bid by {scene.names[bid.bidder] or bid.bidder}")
    return [line]


def sums(scene: Scene, area: Area) -> list[Text]:
    """The points by kinds of cards, and what is hidden; in a short form also the area's cards."""
    texts = [Text(f"{name} {scene.number(points)}") for name, points in area.content]
    if not scene.seat(area.owner or "").is_open:
        texts.append(Text(f"{area.name} {scene.secret}"))
    line = Text(" " if scene.form.full else "").append_text(joined(texts, f" {scene.signs.dot} "))
    if not scene.form.full:
        codes = [card.code or scene.secret for zone in area.zones for card in zone.cards]
        line.append(f"  ({' '.join(codes)})" if codes else "")
    return [line]


def shelves(scene: Scene, area: Area) -> list[Text]:
    """The recipes of a seat, and its guests; in a short form on as few lines as they need."""
    if scene.form.full:
        return [*_by_kinds(scene, area), *_fresh(scene, area)]
    return _brief(scene, area) if scene.shows_cards(area.owner) else []


def _brief(scene: Scene, area: Area) -> list[Text]:
    pieces: list[Text] = []
    for kind, items in _finished(scene, area):
        looks = [look(item.card, _made(scene, item, kind)) for item in items]
        pieces += _labelled(scene, f"{kind}s", _together(looks), parted=bool(pieces))
    if fresh := [scene.card(item.card) for item in area.content if item.zone == "fresh"]:
        pieces += _labelled(scene, "fresh", fresh, parted=bool(pieces))
    return flow(pieces, scene.width, first=Text("  "), gap=" ") if pieces else []


def _labelled(scene: Scene, label: str, cards: list[Text], *, parted: bool) -> list[Text]:
    dot = f"{scene.signs.dot} " if parted else ""
    return [Text.assemble(dot, (label, "cyan"), " ", cards[0]), *cards[1:]]


def _together(looks: Iterable[Look]) -> list[Text]:
    """Names, each followed by its count."""
    alike = defaultdict[tuple[str, bool], list[int]](list)
    for text, changed, number in looks:
        alike[text, changed].append(number)
    return [
        touchable(mark(f"{text}{len(all_) if len(all_) > 1 else ''}", changed), card=all_[0])
        for (text, changed), all_ in alike.items()
    ]


def _finished(scene: Scene, area: Area) -> Iterator[tuple[str, list[Laid]]]:
    """The finished recipes of each kind; those of unknown kinds are with the first."""
    recipes = [item for item in area.content if item.zone == "recipes"]
    for number, kind in enumerate(scene.kinds):
        items = [
            item
            for item in recipes
            if item.kind == kind or (number == 0 and item.kind not in scene.kinds)
        ]
        if items:
            yield kind, items


def _made(scene: Scene, item: Laid, kind: str) -> str:
    """A finished recipe below the head of its kind."""
    name = scene.named(item.card, scene.recipe)
    return name.removesuffix(f" {kind}")


def _by_kinds(scene: Scene, area: Area) -> Iterator[Text]:
    """A line for each kind of finished recipes."""
    for kind, items in _finished(scene, area):
        first = Text.assemble("  ", (f"{f'{kind}s':<6}", "cyan"), f" {len(items):<2} ")
        looks = [look(item.card, _with_half(scene, item, kind)) for item in items]
        yield from flow(scene.counted(looks), scene.width, first=first, gap="  ")


def _with_half(scene: Scene, item: Laid, kind: str) -> str:
    """A finished recipe, with its lower half and its points if there is room for them."""
    name, known = _made(scene, item, kind), scene.catalogue.get(item.card.code or "")
    if not scene.form.halves:
        return name
    if known is not None and known.face.fruits != (known.face.ingredient,):
        name += f"/{known.face.ingredient}"
    return f"{name} {scene.number(item.worth)}" if item.worth else name


def _fresh(scene: Scene, area: Area) -> list[Text]:
    """The fresh recipes, each with its ingredients, and the guests."""
    pieces, label = [], ""
    for item in area.content:
        if item.zone == "fresh":
            label = "fresh"
            pieces.append(scene.card(item.card))
            if item.under:
                under = joined(map(scene.card, item.under), "  ")
                pieces.append(Text("made with ").append_text(under))
        elif item.zone == "guests":
            worth = f" {scene.number(item.worth)}" if item.worth else ""
            name = f"{scene.named(item.card)}{worth}"
            pieces.append(Text("guest: ").append_text(drawn(item.card, name)))
    first = Text.assemble("  ", (f"{label:<10}", "cyan"))
    return flow(pieces, scene.width, first=first, gap="   ") if pieces else []


def tasks(scene: Scene, area: Area) -> list[Text]:
    """The tea parties and tasks with their points; nothing in a short form."""
    if not scene.form.full:
        return []
    (zone,) = area.zones
    first = Text.assemble("  ", (f"{zone.name:<10}", "cyan"))
    if zone.details is None:
        return flow(scene.pieces(zone, str), scene.width, first=first, gap=" ")
    pieces = [Text(f"tea party = {party.points}") for party in zone.details.parties if party.points]
    for task in zone.details.tasks:
        wanted = " ".join(part.fruit for part in task.parts)
        worth = f" = {task.points}" if task.points else ""
        pieces.append(Text(f"{task.card} {wanted}{worth}"))
    return flow(pieces, scene.width, first=first, gap=f" {scene.signs.dot} ")
