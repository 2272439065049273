"""A position in words, a fact a line: for those who hear it, or read it with their fingers.

No line is laid out in columns, and no sign stands for a word.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from cli.common import counted
from cli.draw.cards import FLAG, is_worth_a_line, kinds
from cli.draw.glyphs import NEGATIVE
from cli.draw.printing import by_verbs
from cli.load import LoadedRecord
from engines.table import by_source
from engines.wording import Sentence, capitalized
from notation.grammar import MEANINGS
from notation.render.visible import visible
from replays.view.frames import Frame
from replays.view.picture import picture
from replays.view.zone_views import CardView, CounterView, ZoneView

_TIMES = {2: "twice", 3: "three times"}


@dataclass(frozen=True, slots=True)
class Spoken:
    """Words for the frames of one record."""

    loaded: LoadedRecord

    def player(self, seat: str) -> str:
        """A player's name, or the letter of the seat."""
        return visible(self.loaded.replay.record.player(seat)) or seat

    def whole(self, frame: Frame) -> list[str]:
        """The position: the game, the ply, what is due, then the table."""
        loaded = self.loaded
        title = loaded.replay.game.title
        place = f"{title}, ply {frame.ply} of {loaded.plies}, round {frame.round}."
        if frame.view is not None:
            seen = "everyone sees" if frame.view == "public" else f"{self.player(frame.view)} sees"
            place = f"{place[:-1]}, as {seen} it."
        return [place, *self.ply(frame), *self.due(frame), *self.table(frame)]

    def ply(self, frame: Frame) -> list[str]:
        """The sentence of a ply, its mark, and what followed by itself; its comments."""
        said = "Before the first ply."
        if frame.sentence is not None:
            said = f"{frame.ply}. {self._worded(frame.sentence)}."
            if frame.mark in MEANINGS:
                said += f" Marked as {MEANINGS[frame.mark]}."
            for sentence in frame.auto:
                said += f" {capitalized(self._worded(sentence))}."
        lines = [_aloud(said), *self.comments(frame)]
        if frame.variations:
            lines.append(f"{counted(frame.variations, 'variation')} instead of this ply.")
        return lines

    def comments(self, frame: Frame) -> list[str]:
        """The comments on a ply."""
        return [f"Comment: {visible(comment)}" for comment in frame.comments]

    def due(self, frame: Frame) -> list[str]:
        """What is to be done and by whom, or who won."""
        record = self.loaded.replay.record
        if record.termination is not None and frame.ply == self.loaded.plies and not frame.winners:
            winners = record.result.winners if record.result is not None else ()
            won = " and ".join(map(self.player, winners)) or "nobody"
            verb = "win" if len(winners) > 1 else "wins"
            return [f"The game ended early, {record.termination}: {won} {verb}."]
        if frame.due is not None:
            asked = " or ".join(f"{self.player(seat)}, seat {seat}," for seat in frame.due.seats)
            return [f"{asked} {frame.due.title}."]
        won = " and ".join(map(self.player, frame.winners))
        lines = [
            f"The game is over: {won} {'win' if len(frame.winners) > 1 else 'wins'}."
            if won
            else "The game is over."
        ]
        if frame.tie is not None:
            lines.append(_aloud(f"With equal points, {self._worded(frame.tie)}."))
        return lines

    def table(self, frame: Frame) -> list[str]:
        """What all share, then seat by seat the score, the cards and the counters."""
        game = self.loaded.replay.game
        areas = picture(game.layout, game.catalogue, frame).areas()
        shapes = {zone.key: area.shape for area in areas for zone in area.zones}
        shared = [zone for zone in frame.zones if zone.owner is None]
        lines = [line for zone in shared for line in self._zone(zone, frame, shapes)]
        lines += self._counters([c for c in frame.counters if c.owner is None], None)
        for index, seat in enumerate(self.loaded.replay.table.seats):
            lines.append(self._score(frame, index, seat))
            for zone in frame.zones:
                if zone.owner == seat:
                    lines += self._zone(zone, frame, shapes)
            lines += self._counters([c for c in frame.counters if c.owner == seat], seat)
        return [_aloud(line) for line in lines]

    def scores(self, frame: Frame) -> list[str]:
        """The score of each seat, with where its points come from, line by line."""
        lines = []
        for index, seat in enumerate(self.loaded.replay.table.seats):
            lines.append(self._score(frame, index, seat))
            sources = by_source(frame.breakdown[index])
            lines += [f"{source}: {points}." for source, points in sources.items() if points]
        return [_aloud(line) for line in lines]

    def _score(self, frame: Frame, index: int, seat: str) -> str:
        score, known = frame.scores[index], frame.open_scores[index]
        name = f"{self.player(seat)}, seat {seat},"
        if score is None:
            return f"{name} has a score that this view does not see" + (
                "." if known is None else f", {counted(known, 'point')} of it in the open."
            )
        target = "" if frame.target is None else f" of {frame.target}"
        return f"{name} has {score}{target} {'point' if (score, target) == (1, '') else 'points'}."

    def _zone(self, zone: ZoneView, frame: Frame, shapes: Mapping[str, str]) -> Iterator[str]:
        """The lines of a zone; none if it has no cards, but for the hand of a seat."""
        title = zone.title if zone.owner is None else f"{self.player(zone.owner)}'s {zone.title}"
        title = capitalized(title)
        if not zone.cards:
            if zone.name == "hand":
                yield f"{title}: no cards."
            return
        in_words = IN_WORDS.get(shapes.get(zone.key, ""))
        if in_words is not None and zone.details is not None:
            yield from (f"{title}{line}." for line in in_words(zone, self._title))
        elif zone.row is not None:
            yield f"{title}: {', below it '.join(self._name(card, frame) for card in zone.cards)}."
        elif zone.ordered and zone.owner is None and not zone.spread and len(zone.cards) > 1:
            top = zone.cards[0]
            shown = f"on top {self._name(top, frame)}" if top.public else "face down"
            yield f"{title}: {len(zone.cards)} cards, {shown}."
        elif all(card.code is None for card in zone.cards):
            hidden = "unseen" if frame.view is None else "hidden"
            yield f"{title}: {counted(len(zone.cards), f'{hidden} card')}."
        elif zone.owner is None and not any(card.public for card in zone.cards):
            yield f"{title}: {counted(len(zone.cards), 'card')}, face down."
        else:
            yield f"{title}: {_listed(self._name(card, frame) for card in zone.cards)}."

    def _name(self, card: CardView, frame: Frame) -> str:
        """A card by what it shows: its title, where that is all that it shows."""
        if card.code is None:
            return "an unseen card" if frame.view is None else "a hidden card"
        known = self.loaded.replay.game.catalogue.get(card.code)
        if known is not None and card.label in (card.code, known.name):
            return visible(self._title(card.code))
        return visible(card.label or card.code)

    def _title(self, code: str) -> str:
        """The title of a kind of card, with the lower half, if it has one."""
        known = self.loaded.replay.game.catalogue.get(code)
        if known is None:
            return visible(code)
        below = getattr(known.face, "ingredient", None)
        return f"{known.title} over {below}" if below else known.title

    def _counters(self, counters: Sequence[CounterView], seat: str | None) -> Iterator[str]:
        """Counters, those of one kind on a line; a flag only if it is set."""
        listed = [one for one in counters if is_worth_a_line(one)]
        owner = "" if seat is None else f"{self.player(seat)}'s "
        for kind, alike in kinds(listed):
            if len(alike) > 1:
                parts = [f"{rest} has {_amount(one)}" for rest, one in alike]
                yield f"{capitalized(f'{owner}{kind}')} {', '.join(parts)}."
                continue
            (_, one), name = alike[0], kind.replace("-", " ")
            if one.most != FLAG:
                yield f"{capitalized(f'{owner}{name}')}: {_amount(one)}."
            elif seat is None:
                yield f"{capitalized(name)}."
            else:
                yield f"{self.player(seat)} {name}."

    def _worded(self, sentence: Sentence) -> str:
        """A sentence, with the names of players as they are spoken."""
        return "".join(
            self.player(part.seat) if part.seat else visible(part.text) for part in sentence.parts
        )


def legal_in_words(moves: Sequence[str] | None, *, sample: bool) -> list[str]:
    """How many legal moves there are, and those of each verb; None: the view sees none."""
    if moves is None:
        return ["The legal moves are hidden from this view."]
    if not moves:
        return ["There is no legal move: the game is over."]
    count = counted(len(moves), "legal move")
    lines = [f"{count}, a sample:" if sample else f"{count}:"]
    for verb, rest, extras in by_verbs(moves):
        arguments = "; ".join(one for one in rest if one)
        lines.append(f"{verb}: {arguments}." if arguments else f"{verb}.")
        lines += [f"{verb} with {key}: {'; '.join(values)}." for key, values in extras.items()]
    return lines


def _amount(counter: CounterView) -> str:
    if counter.most is None:
        return str(counter.value)
    return "all" if counter.value == counter.most else f"{counter.value} of {counter.most}"


def _listed(names: Iterable[str]) -> str:
    """Names with commas, like ones counted.

    >>> _listed(["egg", "toast", "egg", "egg"])
    'egg three times, toast'
    """
    parts = [
        name if n == 1 else f"{name} {_TIMES.get(n, f'{n} times')}"
        for name, n in Counter(names).items()
    ]
    return ("; " if any("," in part for part in parts) else ", ").join(parts)


def _aloud(text: str) -> str:
    """A text in which the sign of a negative number is a word.

    >>> _aloud("3 per onion, -2 per pepper, bonus-10")
    '3 per onion, minus 2 per pepper, bonus-10'
    """
    return NEGATIVE.sub("minus ", text)


Title: TypeAlias = Callable[[str], str]
"""Gives the title of a card's code."""


def _tile(zone: ZoneView, title: Title) -> list[str]:
    """A stack of tiles with the sides on which it is free."""
    free = " and ".join(zone.details.free)
    below = [f", below it {title(card.code)}" for card in zone.cards[1:] if card.code]
    side = f"free on the {free}" if free else "not free"
    return [f": {title(zone.cards[0].code or '')}, {side}{''.join(below)}"]


def _sets(zone: ZoneView, title: Title) -> list[str]:
    """The sets and single tiles of a seat."""
    sets = [
        f", a set for {made.points}: {', '.join(map(title, made.tiles))}"
        for made in zone.details.sets
    ]
    left = ", ".join(map(title, zone.details.left))
    return [*sets, *([f", in no set: {left}"] if left else [])]


def _sandwich(zone: ZoneView, title: Title) -> list[str]:
    """A recipe that is out: what it is worth, and each of its slots."""
    details = zone.details
    recipe = next((card.code for card in reversed(zone.cards) if card.code), "") or ""
    state = f"{details.to_go} to go" if details.to_go else "ready"
    lines = [f", recipe {title(recipe)}: worth {details.worth}, {state}"]
    for part, slots in (("needs", details.need), ("may also have", details.extras)):
        filled = [f"{slot.category}, {title(slot.card) if slot.card else 'open'}" for slot in slots]
        if filled:
            lines.append(f" {part}: {'; '.join(filled)}")
    if details.beside:
        lines.append(f", beside it: {', '.join(map(title, details.beside))}")
    return lines


def _bids(zone: ZoneView, title: Title) -> list[str]:
    """A guest up for bids, and the last bid."""
    names = ", ".join(title(card.code) for card in zone.cards if card.code)
    bid = zone.details
    return [f": {names}{f', {bid.points} bid by {bid.bidder}' if bid.bidder else ''}"]


def _tasks(zone: ZoneView, title: Title) -> list[str]:
    """Each task, what is done of it and what is not."""
    tasks = [(f" {title(task.card)}", task) for task in zone.details.tasks]
    tasks += [(" tea party", party) for party in zone.details.parties]
    return [
        f",{name}: {', '.join(map(_part, task.parts))}; {counted(task.points, 'point')}"
        for name, task in tasks
    ]


def _part(part: Any) -> str:  # noqa: ANN401 - of a task, as the game has it
    what = part.fruit if part.kind == "card" else f"{part.fruit} {part.kind}"
    return f"{what} done" if part.by else f"{what} open"


IN_WORDS: Final[dict[str, Callable[[ZoneView, Title], list[str]]]] = {
    "tile": _tile,
    "sets": _sets,
    "sandwiches": _sandwich,
    "bids": _bids,
    "tasks": _tasks,
}
"""The words of a zone with details, by its shape: lines that each follow the zone's title."""
