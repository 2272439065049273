"""Draws The Jam: the basket by the fruits of its cards, and the recipes of each seat."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from rich.text import Text

from cli.common import counted
from cli.draw.layout import flow
from cli.draw.names import short_names, spelled
from cli.draw.scene import Look, Scene, drawn, joined, look, mark, touchable
from engines.catalogue import Catalogue
from replays.view.zone_views import CardView, ZoneView

_KINDS = ("jam", "pie", "salad")
_LABEL = 12
_BASKET = 11


def table(scene: Scene) -> list[Text]:
    """Deck and basket, then each seat."""
    pantry = _Pantry(scene)
    lines = pantry.shared()
    for seat in scene.seats:
        lines += [*scene.blank(), *pantry.seat(seat)]
    return lines


def vocabulary(catalogue: Catalogue) -> list[str]:
    """The fruits of a deck, in its order."""
    recipes = [card for card in catalogue.values() if card.kind in _KINDS]
    return list(dict.fromkeys(fruit for card in recipes for fruit in card.face.fruits))


class _Pantry:
    """Draws one frame."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._fruits = vocabulary(scene.catalogue)
        self._short = {} if scene.form.full else short_names(self._fruits)
        self._dot = f" {scene.signs.dot} "

    def _recipe(self, code: str, *, bare: bool = True) -> str:
        """A recipe by its fruits; a pie is called one, and a jam only if it is not `bare`."""
        card = self._scene.catalogue[code]
        name = "+".join(card.face.fruits)
        if card.kind == "pie" or (card.kind == "jam" and not bare and not self._is_cone(code)):
            name += f" {card.kind}"
        return spelled(name, self._short)

    def _is_cone(self, code: str) -> bool:
        face = self._scene.catalogue[code].face
        return bool(face.fruits == (face.ingredient,))

    def _both(self, code: str) -> str:
        """A recipe and the fruit on its lower half."""
        card = self._scene.catalogue[code]
        if card.kind not in _KINDS:
            return card.name
        upper = self._recipe(code, bare=not self._scene.form.full)
        lower = spelled(card.face.ingredient, self._short)
        return upper if self._is_cone(code) else f"{upper}/{lower}"

    def _looks(self, card: CardView) -> Text:
        return drawn(card, self._scene.named(card, self._both))

    def shared(self) -> list[Text]:
        """The basket by lower halves, the deck, and who is up for bids."""
        scene = self._scene
        basket, deck = scene.zone("basket"), scene.zone("deck")
        middle = [Text(f"deck {len(deck.cards)}"), *self._bids()]
        if not scene.form.full:
            lead = joined([*middle, Text(f"basket {len(basket.cards)}  ")], self._dot)
            return flow(self._served(basket), scene.width, first=lead, gap="  ", indent=2)
        first = Text(f"{f'basket {len(basket.cards)}':<{_BASKET - 1}} ")
        lines = flow(self._served(basket), scene.width, first=first, gap="   ")
        return [*lines, *flow([joined(middle, self._dot)], scene.width)]

    def _served(self, basket: ZoneView) -> Iterator[Text]:
        """The cards of the basket, grouped by the fruit that they serve as."""
        groups = defaultdict[str, list[Look]](list)
        for card in basket.cards:
            if card.code is None or card.code not in self._scene.catalogue:
                hidden = look(card, self._scene.named(card, str))
                groups[self._scene.signs.unknown].append(hidden)
            else:
                below = self._scene.catalogue[card.code].face.ingredient
                groups[below].append(look(card, self._recipe(card.code)))
        order = [*self._fruits, self._scene.signs.unknown]
        for fruit in sorted(groups, key=order.index):
            pieces = self._scene.counted(sorted(groups[fruit]))
            if {one.text for one in groups[fruit]} == {fruit}:
                yield from pieces
            else:
                name = spelled(fruit, self._short)
                yield Text.assemble(f"{name}: ", joined(pieces, ", "))

    def _bids(self) -> list[Text]:
        """The guest up for bids, and the last bid."""
        middle = self._scene.find("middle")
        if middle is None or not middle.cards:
            return []
        line = Text("in the middle: ").append_text(
            joined([self._looks(card) for card in middle.cards], ", ")
        )
        bid = middle.details
        if bid is not None and bid.bidder:
            line.append(f", {bid.points} bid by {self._scene.names[bid.bidder] or bid.bidder}")
        return [line]

    def seat(self, seat: str) -> list[Text]:
        """A seat: its score by kinds, its hand, its recipes, its tasks."""
        scene = self._scene
        head = [Text(sum_) for sum_ in self._sums(seat)]
        first = Text.assemble(scene.head(seat), "   " if scene.form.full else "  ")
        sums = joined(head, self._dot)
        if not scene.form.full:
            tasks = scene.find(f"tasks.{seat}")
            codes = [task.code or scene.secret for task in tasks.cards] if tasks else []
            sums.append(f"  ({' '.join(codes)})" if codes else "")
        lines = flow([sums], scene.width, first=first)
        return [*lines, *self._hand(seat), *(self._long if scene.form.full else self._brief)(seat)]

    def _sums(self, seat: str) -> Iterator[str]:
        """The points of the recipes of each kind, the guests and the tasks."""
        scene = self._scene
        index = scene.seats.index(seat)
        sums: dict[str, int] = {}
        for line in scene.frame.breakdown[index]:
            known = scene.catalogue.get(line.card or "")
            kind = known.kind if known is not None else "task"
            sums[kind] = sums.get(kind, 0) + line.points
        for kind in (*_KINDS, "guest", "task"):
            if sums.get(kind):
                yield f"{kind}s {scene.number(sums[kind])}"
        if scene.frame.scores[index] is None:
            yield f"tasks {scene.secret}"

    def _hand(self, seat: str) -> list[Text]:
        scene, hand = self._scene, self._scene.zone(f"hand.{seat}")
        count = len(hand.cards)
        if not count:
            return []
        if not scene.shows_hand(seat):
            return [Text("  hand ").append_text(scene.sum(hand))]
        pieces = [self._looks(card) for card in hand.cards]
        if all(card.code is None for card in hand.cards):
            pieces = scene.pieces(hand, str)
        label = f"  hand   {count:<2} " if scene.form.full else "  hand  "
        return flow(pieces, scene.width, first=Text(label), gap="  ")

    def _brief(self, seat: str) -> list[Text]:
        """The recipes of a seat on as few lines as they need."""
        if not self._scene.shows_cards(seat):
            return []
        pieces: list[Text] = []
        for kind, cards in self._finished(seat):
            looks = [look(card, self._made(card, kind)) for card in cards]
            pieces += self._labelled(f"{kind}s", self._together(looks), parted=bool(pieces))
        fresh = self._scene.zone(f"fresh.{seat}")
        if fresh.cards:
            new = [self._looks(card) for card in fresh.cards]
            pieces += self._labelled("fresh", new, parted=bool(pieces))
        return flow(pieces, self._scene.width, first=Text("  "), gap=" ") if pieces else []

    def _labelled(self, label: str, cards: list[Text], *, parted: bool) -> list[Text]:
        dot = f"{self._scene.signs.dot} " if parted else ""
        return [Text.assemble(dot, (label, "cyan"), " ", cards[0]), *cards[1:]]

    def _together(self, looks: list[Look]) -> list[Text]:
        """Names, each followed by its count."""
        alike = defaultdict[tuple[str, bool], list[int]](list)
        for text, changed, number in looks:
            alike[text, changed].append(number)
        return [
            touchable(mark(f"{text}{len(all_) if len(all_) > 1 else ''}", changed), card=all_[0])
            for (text, changed), all_ in alike.items()
        ]

    def _finished(self, seat: str) -> Iterator[tuple[str, list[CardView]]]:
        """The finished recipes of each kind."""
        zone = self._scene.zone(f"recipes.{seat}")
        for kind in _KINDS:
            cards = [card for card in zone.cards if self._kind(card) == kind]
            if cards:
                yield kind, cards

    def _kind(self, card: CardView) -> str:
        known = self._scene.catalogue.get(card.code or "")
        return known.kind if known else _KINDS[0]

    def _made(self, card: CardView, kind: str) -> str:
        """A finished recipe below the head of its kind."""
        name = self._scene.named(card, self._recipe)
        return name.removesuffix(f" {kind}")

    def _long(self, seat: str) -> list[Text]:
        """The recipes of a seat with a line for each kind, its guests and its tasks."""
        lines = []
        for kind, cards in self._finished(seat):
            first = Text.assemble("  ", (f"{kind + 's':<6}", "cyan"), f" {len(cards):<2} ")
            lines += flow(self._worth(cards, kind, seat), self._scene.width, first=first, gap="  ")
        return [*lines, *self._fresh(seat), *self._tasks(seat)]

    def _worth(self, cards: list[CardView], kind: str, seat: str) -> list[Text]:
        """Finished recipes, with lower halves and points if there is room for them."""
        scene = self._scene
        if not scene.form.halves:
            return scene.counted(look(card, self._made(card, kind)) for card in cards)
        points = scene.worth(seat)
        looks = []
        for card in cards:
            name = self._made(card, kind)
            known = scene.catalogue.get(card.code or "")
            if known is not None and known.face.fruits != (known.face.ingredient,):
                name += f"/{known.face.ingredient}"
            if points.get(card.code):
                name += f" {scene.number(points[card.code])}"
            looks.append(look(card, name))
        return scene.counted(looks)

    def _fresh(self, seat: str) -> list[Text]:
        """The fresh recipes, each with its ingredients, and the guests."""
        scene = self._scene
        fresh, under = scene.zone(f"fresh.{seat}"), scene.zone(f"under.{seat}")
        on = under.details.on if under.details is not None else ()
        pieces = []
        for index, card in enumerate(fresh.cards):
            pieces.append(self._looks(card))
            below = [
                self._looks(used) for used, at in zip(under.cards, on, strict=False) if at == index
            ]
            if below:
                pieces.append(Text("made with ").append_text(joined(below, "  ")))
        points = scene.worth(seat)
        guests = scene.find(f"guests.{seat}")
        for guest in guests.cards if guests is not None else ():
            name = scene.named(guest, self._both)
            worth = points.get(guest.code, 0)
            name += f" {scene.number(worth)}" if worth else ""
            pieces.append(Text("guest: ").append_text(drawn(guest, name)))
        first = Text.assemble("  ", (f"{'fresh' if fresh.cards else '':<10}", "cyan"))
        return flow(pieces, scene.width, first=first, gap="   ") if pieces else []

    def _tasks(self, seat: str) -> list[Text]:
        """The tea parties and tasks with their points."""
        zone = self._scene.find(f"tasks.{seat}")
        if zone is None:
            return []
        first = Text.assemble("  ", ("tasks     ", "cyan"))
        if zone.details is None:
            return flow(self._scene.pieces(zone, str), self._scene.width, first=first, gap=" ")
        pieces = [
            Text(f"tea party = {party.points}") for party in zone.details.parties if party.points
        ]
        for task in zone.details.tasks:
            wanted = " ".join(part.fruit for part in task.parts)
            worth = f" = {task.points}" if task.points else ""
            pieces.append(Text(f"{task.card} {wanted}{worth}"))
        return flow(pieces, self._scene.width, first=first, gap=self._dot)


def in_words(zone: ZoneView, title: Callable[[str], str]) -> list[str] | None:
    """Each task, what is done of it and what is not; a guest up for bids, and the last bid."""
    if zone.name == "middle":
        names = ", ".join(title(card.code) for card in zone.cards if card.code)
        bid = zone.details
        last = f", {bid.points} bid by {bid.bidder}" if bid.bidder else ""
        return [f": {names}{last}"]
    if zone.name != "tasks":
        return None
    tasks = [(f" {title(task.card)}", task) for task in zone.details.tasks]
    tasks += [(" tea party", party) for party in zone.details.parties]
    return [
        f",{name}: {', '.join(map(_part, task.parts))}; {counted(task.points, 'point')}"
        for name, task in tasks
    ]


def _part(part: Any) -> str:  # noqa: ANN401 - of a task, as the game has it
    what = part.fruit if part.kind == "card" else f"{part.fruit} {part.kind}"
    return f"{what} done" if part.by else f"{what} open"
