"""Draws one position: heading, ply, table. Knows frames, but no game."""

from collections.abc import Iterator
from dataclasses import dataclass

from rich.text import Text

from cli.draw.cards import CHANGED, held, piece, rows, rows_of_zones, tops
from cli.draw.glyphs import Signs
from cli.draw.layout import beside, cut, fit, flow, words
from cli.load import Loaded
from engines.wording import Sentence
from notation.grammar import write_time
from notation.record import Record
from notation.render.visible import visible
from replays.frames import Frame
from replays.zone_views import CounterView, ZoneView

_CELL = 38
_BLOCK = 52
_LONGEST_NAME = 40
_LEAST_TITLE = 16
_FLAG = 1
_FEW = 5
_EMPTY = "empty"
_SHOWN = ("Event", "Round", "Date")


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws the frames of one record with these signs, as lines of any width."""

    loaded: Loaded
    signs: Signs

    @property
    def record(self) -> Record:
        """The record that is drawn."""
        return self.loaded.replay.record

    @property
    def _all_seats(self) -> tuple[str, ...]:
        return self.loaded.replay.table.seats

    def _name(self, seat: str, width: int) -> str:
        """A player's name, safe to print, and in at most half of this width."""
        name = Text(visible(self.record.player(seat)))
        return cut(name, min(_LONGEST_NAME, width // 2), self.signs.more).plain

    def _player(self, seat: str, width: int) -> str:
        return f"{seat} {self._name(seat, width)}".rstrip()

    def whole(self, frame: Frame, width: int) -> list[Text]:
        """Everything: heading, ply, table, and whose turn it is or who won."""
        return [
            *self.heading(frame, width),
            Text(self.signs.rule * width, "dim"),
            *self.ply(frame, width),
            Text(),
            *self.table(frame, width),
            Text(),
            *self.outcome(frame, width),
        ]

    def heading(self, frame: Frame, width: int, *, short: bool = False) -> list[Text]:
        """The game, the event, the players; on the right the ply and the view, or above them.

        Titles that are too long are cut off. A short heading is always a single line.
        """
        position = f"ply {frame.ply} of {self.loaded.plies}"
        if frame.view is not None:
            position += f" {self.signs.dot} view {frame.view}"
        room = max(width - len(position) - 2, 0)
        titles = self._titles()
        if room < _LEAST_TITLE and not short:
            return [cut(line, width, self.signs.more) for line in (Text(position), titles)]
        line = fit(titles, room, self.signs.more)
        line.append(f"  {position}" if room else position)
        return [fit(line, width, self.signs.more)]

    def _titles(self) -> Text:
        """What the record says of itself, with dots between."""
        record = self.record
        parts = [Text(self.loaded.replay.game.title, "bold")]
        parts += [Text(f"{name} {value}") for name, value in record.options.items()]
        if self.loaded.number > 1 or self.loaded.more:
            parts.append(Text(f"record {self.loaded.number}"))
        tags = {name: visible(record.tags[name]) for name in _SHOWN if name in record.tags}
        if "Round" in tags:
            tags["Round"] = f"round {tags['Round']}"
        parts += [Text(text) for text in tags.values()]
        parts.append(Text(", ".join(visible(name) for name in record.seats)))
        return Text.assemble((f" {self.signs.dot} ", "dim")).join(parts)

    def ply(self, frame: Frame, width: int) -> list[Text]:
        """What was played, what it revealed, and what was written beside it."""
        if frame.seat is None:
            start = words("Before the first ply", "bold")
            return flow([*start, *comments(frame)], width, gap=" ")
        first = Text(f"{frame.ply}. {frame.seat}  ", "bold")
        return flow(self.sentence(frame, width), width, first=first, gap=" ")

    def sentence(self, frame: Frame, width: int) -> list[Text]:
        """The words of a ply: the sentence, its mark, what followed by itself, comments, time.

        Half of this width is left to a player's name.
        """
        text = self._worded(frame.sentence, width) if frame.sentence else ""
        pieces = words(f"{text}." if frame.auto and not frame.mark else text)
        if frame.mark:
            pieces.append(Text(frame.mark, "bold yellow"))
        for sentence in frame.auto:
            pieces += words(f"{capitalized(self._worded(sentence, width))}.", "dim")
        pieces += comments(frame)
        if frame.at is not None:
            pieces.append(Text(f"@{write_time(frame.at)}", "dim"))
        if frame.variations:
            count = frame.variations
            pieces.append(Text(f"({count} variation{'s' * (count > 1)})", "dim"))
        return pieces

    def _worded(self, sentence: Sentence, width: int) -> str:
        """A sentence, with the names of players cut off if they are long."""
        parts = (
            self._name(part.seat, width) if part.seat else visible(part.text)
            for part in sentence.parts
        )
        return "".join(parts)

    def table(self, frame: Frame, width: int) -> list[Text]:
        """The shared zones, first those in rows or spread out, and then a block for each seat."""
        grid = rows_of_zones(frame, self.signs)
        spread = [line for zone in _shared(frame) if zone.spread for line in self._all(zone, width)]
        return [*grid, *spread, *self._piles(frame, width), *self._seats(frame, width)]

    def _all(self, zone: ZoneView, width: int) -> list[Text]:
        """A shared zone with all of its cards."""
        first = Text.assemble((zone.name, "cyan"), (f" ({len(zone.cards)}) ", "dim"))
        return flow(held(zone, {}, self.signs), width, first=first)

    def _seats(self, frame: Frame, width: int) -> Iterator[Text]:
        """The blocks of the seats, two side by side if there is room."""
        abreast = 2 if width >= 2 * _BLOCK else 1
        share = (width - 2 * (abreast - 1)) // abreast
        blocks = [self._block(frame, seat, share) for seat in self._all_seats]
        for start in range(0, len(blocks), abreast):
            row = blocks[start : start + abreast]
            row += [[]] * (abreast - len(row))
            yield Text()
            yield from beside(row, width, self.signs.more)

    def _piles(self, frame: Frame, width: int) -> list[Text]:
        zones = [zone for zone in _shared(frame) if zone.row is None and not zone.spread]
        columns = max(min(width // _CELL, len(zones)), 1)
        share = (width - 2 * (columns - 1)) // columns
        name = max((len(zone.name) for zone in zones), default=0)
        cells = [self._cell(zone, name, share) for zone in zones]
        lines = []
        for start in range(0, len(cells), columns):
            row = cells[start : start + columns]
            row += [[Text()]] * (columns - len(row))
            lines += beside(row, width, self.signs.more)
        return lines

    def _cell(self, zone: ZoneView, name: int, width: int) -> list[Text]:
        """A shared zone: its name, the number of its cards if there are several, its top."""
        count = f"({len(zone.cards)})" if len(zone.cards) > 1 else ""
        first = Text.assemble((f"{zone.name:<{name}}", "cyan"), (f" {count:<4}", "dim"))
        return flow(tops(zone, width - first.cell_len, self.signs), width, first=first)

    def _block(self, frame: Frame, seat: str, width: int) -> list[Text]:
        """A seat: player and score, zones (empty ones share a line), counters."""
        points = frame.breakdown[self._all_seats.index(seat)]
        of_cards = {line.card: line.points for line in points if line.card is not None}
        zones = [zone for zone in frame.zones if zone.owner == seat]
        counters = rows([c for c in frame.counters if c.owner == seat and _tells(c)], self.signs)
        empty = [piece(zone.name, style="dim") for zone in zones if not zone.cards]
        named = [
            (zone.name, held(zone, of_cards, self.signs))
            for zone in zones
            if zone.cards or len(empty) == 1
        ]
        named += [(_EMPTY, empty)] if len(empty) > 1 else []
        named += [(row.name, row.pieces) for row in counters]
        name = max((len(label) for label, _ in named), default=0)
        head, *rest = self._seat_line(frame, seat, width)
        lines = flow(rest, width, first=Text.assemble(head, " "), gap=" ")
        for label, pieces in named:
            lines += flow(pieces, width, first=Text(f"  {label:<{name}} ", "cyan"))
        return lines

    def _seat_line(self, frame: Frame, seat: str, width: int) -> Iterator[Text]:
        index = self._all_seats.index(seat)
        sign = self.signs.turn if frame.to_act == seat else " "
        style = "bold cyan" if frame.to_act == seat else "bold"
        if seat in frame.winners:
            sign, style = self.signs.won, "bold green"
        yield Text(sign, style)
        yield Text(f"{self._player(seat, width)} {self.signs.dot}", style)
        yield Text(self._points(frame.scores[index]), "bold")
        lines = frame.breakdown[index]
        if len(lines) > 1 or frame.scores[index] is None:
            for line in lines:
                if line.card is None:
                    yield Text(f"({line.source}: {line.points})", "dim")

    def brief(self, frame: Frame, width: int) -> list[Text]:
        """What bears on the next choice: the shared zones, those of the seat to act, the scores."""
        shared = [self._short(zone, width) for zone in _shared(frame) if zone.cards]
        own = [zone for zone in frame.zones if zone.owner == frame.to_act and zone.cards]
        lines = flow(shared, width, gap=f" {self.signs.dot} ")
        for zone in own:
            lines += flow(held(zone, {}, self.signs), width, first=Text(f"{zone.name} ", "cyan"))
        return [*lines, self.scores(frame)]

    def _short(self, zone: ZoneView, width: int) -> Text:
        """A zone with its top cards, in a third of a line; with all of a few open ones."""
        few = len(zone.cards) <= _FEW and all(card.public for card in zone.cards)
        cards = held(zone, {}, self.signs) if few else tops(zone, width // 3, self.signs)
        line = Text.assemble((zone.name, "cyan"), *cards)
        line.rstrip()
        return line

    def outcome(self, frame: Frame, width: int) -> list[Text]:
        """Whose turn it is or who won, and the counters that belong to no seat."""
        pieces = [self._turn(frame, width)]
        if frame.to_act is None:
            pieces[0] = Text.assemble(pieces[0], " ", self.scores(frame))
        if frame.tie is not None:
            pieces.append(Text(f"with equal points, {self._worded(frame.tie, width)}"))
        for counter in frame.counters:
            if counter.owner is None and _tells(counter):
                style = CHANGED if counter.value != counter.before else ""
                name = counter.name.replace("-", " ")
                number = f" {counter.value}" + (f" of {counter.most}" if counter.most else "")
                pieces.append(Text(name + (number if counter.most != _FLAG else ""), style))
        return flow(pieces, width, gap=f" {self.signs.dot} ")

    def _turn(self, frame: Frame, width: int) -> Text:
        if frame.winners:
            return Text(f"{self.signs.won} {self._won(frame.winners, width)}", "bold green")
        result, ended = self.record.result, self.record.termination
        if ended is not None and result is not None and frame.ply == self.loaded.plies:
            winners = self._won(result.winners, width) if result.winners else "nobody wins"
            return Text(f"{self.signs.won} {winners} ({ended})", "bold green")
        if frame.to_act is None:
            return Text("The game is over", "bold")
        title = frame.due.title if frame.due else ""
        return Text(f"{self.signs.turn} {self._player(frame.to_act, width)} {title}", "bold cyan")

    def _won(self, winners: tuple[str, ...], width: int) -> str:
        names = " and ".join(self._player(seat, width) for seat in winners)
        return f"{names} {'win' if len(winners) > 1 else 'wins'}"

    def scores(self, frame: Frame) -> Text:
        """The score of every seat, in brief; a sign stands for one that the view does not see."""
        scores = [self.signs.hidden if score is None else str(score) for score in frame.scores]
        seats = zip(self._all_seats, scores, strict=True)
        return Text(f"({', '.join(f'{seat} {score}' for seat, score in seats)})", "dim")

    def _points(self, points: int | None) -> str:
        if points is None:
            return f"{self.signs.hidden} points"
        return f"{points} point{'' if points == 1 else 's'}"


def _shared(frame: Frame) -> list[ZoneView]:
    """The zones that belong to no seat."""
    return [zone for zone in frame.zones if zone.owner is None]


def _tells(counter: CounterView) -> bool:
    """Whether a counter is worth a line: a flag is not, as long as it is 0."""
    return counter.most != _FLAG or counter.value > 0


def capitalized(text: str) -> str:
    """The text with a capital at its beginning, and nothing else changed."""
    return text[:1].upper() + text[1:]


def comments(frame: Frame) -> list[Text]:
    """The words of the comments on a ply, or of those before the first."""
    return [
        word for text in frame.comments for word in words(f"{{{visible(text)}}}", "italic yellow")
    ]
