"""Draws one position: heading, ply, table, and what is due."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from rich.text import Text

from cli.common import counted
from cli.draw.cards import CHANGED, FLAG, held, is_worth_a_line, tops
from cli.draw.glyphs import Signs
from cli.draw.layout import beside, cut, fit, flow, words
from cli.draw.scene import ROOMY, SHORT, WHOLE, Scene, joined
from cli.draw.shapes import LINES, PIECES, SUMMED
from cli.draw.shapes.kitchen import basket
from cli.draw.shapes.market import market
from cli.draw.shapes.plain import folded_cards, piles
from cli.draw.shapes.sandwiches import states
from cli.draw.shapes.tiles import board
from cli.load import LoadedRecord
from engines.wording import Sentence, capitalized
from notation.grammar import write_time
from notation.record import Record
from notation.render.visible import visible
from replays.view.frames import Frame
from replays.view.picture import Seat, in_lines
from replays.view.shapes import Area
from replays.view.zone_views import ZoneView

_LONGEST_NAME = 40
_LEAST_TITLE = 16
_LEAST_FULL = 80
_FEW = 5
_SHOWN = ("Event", "Round")
COMMENT = "italic"


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws the frames of one record with these signs, as lines of any width.

    The cards of the `unfolded` seat are listed, however little room there is.
    """

    loaded: LoadedRecord
    signs: Signs
    unfolded: str | None = None

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
        """A player by name and letter."""
        name = self._name(seat, width)
        return f"{name} ({seat})" if name else seat

    def whole(self, frame: Frame, width: int) -> list[Text]:
        """Everything: heading, ply, whose turn it is or who won, table."""
        return [
            *self.heading(frame, width),
            *self.ply(frame, width),
            *self.outcome(frame, width),
            Text(),
            *self.table(frame, width, full=width >= _LEAST_FULL),
        ]

    def heading(self, frame: Frame, width: int) -> list[Text]:
        """The game and the event; on the right the ply and the view, or above them.

        The view that hides nothing is not named.
        """
        position = f"ply {frame.ply} of {self.loaded.plies}"
        if frame.view is not None:
            position += f" {self.signs.dot} view {frame.view}"
        return self.titled(position, width)

    def titled(self, position: str, width: int, *, short: bool = False) -> list[Text]:
        """The game and the event; on the right this place in it, or above them.

        Titles that are too long are cut off. A short heading is always a single line.
        """
        room = max(width - len(position) - 2, 0)
        titles = self._titles()
        if room < _LEAST_TITLE and not short:
            return [cut(line, width, self.signs.more) for line in (Text(position), titles)]
        line = fit(titles, room, self.signs.more)
        line.append(f"  {position}" if room else position)
        return [fit(line, width, self.signs.more)]

    def _titles(self) -> Text:
        """The record's own description, with dots between the parts."""
        record = self.record
        parts = [Text(self.loaded.replay.game.title, "bold")]
        parts += [Text(f"{name} {value}") for name, value in record.options.items()]
        if self.loaded.number > 1 or self.loaded.more:
            parts.append(Text(f"record {self.loaded.number}"))
        tags = {name: visible(record.tags[name]) for name in _SHOWN if name in record.tags}
        if "Round" in tags:
            tags["Round"] = f"round {tags['Round']}"
        parts += [Text(text) for text in tags.values()]
        return Text(f" {self.signs.dot} ").join(parts)

    def ply(self, frame: Frame, width: int) -> list[Text]:
        """The ply and what followed from it, its comments, and its variations."""
        return [
            *flow(self.sentence(frame, width), width, gap=" "),
            *self.comments(frame, width),
            *self.instead(frame),
        ]

    def sentence(self, frame: Frame, width: int) -> list[Text]:
        """The words of a ply: the sentence, its mark, what followed by itself.

        Half of this width is left to a player's name.
        """
        if frame.sentence is None:
            return words("Before the first ply", "bold")
        pieces = words(self._worded(frame.sentence, width))
        end = Text(frame.mark, "bold yellow") if frame.mark else Text(".")
        pieces[-1] = Text.assemble(pieces[-1], end)
        for sentence in frame.auto:
            pieces += words(f"{capitalized(self._worded(sentence, width))}.", "dim")
        return pieces

    def comments(self, frame: Frame, width: int) -> list[Text]:
        """The comments on a ply, or on the game before the first, in quotes."""
        pieces = self._comments(frame)
        return flow(pieces, width, gap=" ") if pieces else []

    def _comments(self, frame: Frame) -> list[Text]:
        says, said = self.signs.says, self.signs.said
        return [
            word
            for comment in frame.comments
            for word in words(f"{says}{visible(comment)}{said}", COMMENT)
        ]

    def instead(self, frame: Frame) -> list[Text]:
        """How many variations there are to a ply, if any."""
        if not frame.variations:
            return []
        count = counted(frame.variations, "variation")
        return [Text(f"{self.signs.instead} instead: {count}", "cyan")]

    def line(self, frame: Frame, width: int) -> list[Text]:
        """The words of a ply with its comments, for one line of text."""
        pieces = [*self.sentence(frame, width), *self._comments(frame)]
        if frame.at is not None:
            pieces.append(Text(f"@{write_time(frame.at)}", "dim"))
        if frame.variations:
            pieces.append(Text(f"({counted(frame.variations, 'variation')})", "dim"))
        return pieces

    def _worded(self, sentence: Sentence, width: int) -> str:
        """A sentence, with the names of players cut off if they are long."""
        parts = (
            self._name(part.seat, width) if part.seat else visible(part.text)
            for part in sentence.parts
        )
        return self.signs.negatives("".join(parts))

    def table(
        self, frame: Frame, width: int, height: int | None = None, *, full: bool = True
    ) -> list[Text]:
        """The table, in the fullest form that these lines have room for (None: any number).

        If none of the forms fits, it is taller.
        """
        game = self.loaded.replay.game
        layout = game.layout
        whole = Scene(
            frame=frame,
            picture=in_lines(layout, game.catalogue, frame),
            layout=layout,
            names={seat: self._name(seat, width) for seat in self._all_seats},
            catalogue=game.catalogue,
            signs=self.signs,
            width=width,
            unfolded=self.unfolded,
        )
        lines: list[Text] = []
        for form in (*WHOLE, *SHORT) if full else SHORT:
            roomy = form.full and width >= ROOMY
            lines = table(replace(whole, form=form, roomy=roomy))
            if height is None or len(lines) <= height:
                break
        return [cut(line, width, self.signs.more) for line in lines]

    def brief(self, frame: Frame, width: int) -> list[Text]:
        """What matters for the next choice: shared zones, those of the seat to act, scores."""
        shared = [
            self._short(zone, width) for zone in frame.zones if zone.owner is None and zone.cards
        ]
        asked = frame.due.seats if frame.due is not None else ()
        own = [zone for zone in frame.zones if zone.owner in asked and zone.cards]
        lines = flow(shared, width, gap=f" {self.signs.dot} ")
        for zone in own:
            lines += flow(held(zone, self.signs), width, first=Text(f"{zone.name} ", "cyan"))
        return [*lines, self.scores(frame)]

    def _short(self, zone: ZoneView, width: int) -> Text:
        """A zone with its top cards, in a third of a line; with all that lie side by side."""
        few = zone.spread or len(zone.cards) <= _FEW
        listed = few and all(card.public for card in zone.cards)
        cards = held(zone, self.signs) if listed else tops(zone, width // 3, self.signs)
        line = Text.assemble((zone.name, "cyan"), *cards)
        line.rstrip()
        return line

    def outcome(self, frame: Frame, width: int) -> list[Text]:
        """Whose turn it is or who won, and the counters that belong to no seat."""
        pieces = [self._turn(frame, width)]
        if frame.due is None:
            pieces[0] = Text.assemble(pieces[0], " ", self.scores(frame))
        if frame.tie is not None:
            pieces.append(Text(f"with equal points, {self._worded(frame.tie, width)}"))
        for counter in frame.counters:
            if counter.owner is None and is_worth_a_line(counter):
                style = CHANGED if counter.value != counter.before else ""
                name = counter.name.replace("-", " ")
                number = f" {counter.value}" + (f" of {counter.most}" if counter.most else "")
                pieces.append(Text(name + (number if counter.most != FLAG else ""), style))
        return flow(pieces, width, gap=f" {self.signs.dot} ")

    def _turn(self, frame: Frame, width: int) -> Text:
        if frame.winners:
            return Text(f"{self.signs.won} {self._won(frame.winners, width)}", "bold green")
        result, ended = self.record.result, self.record.termination
        if ended is not None and result is not None and frame.ply == self.loaded.plies:
            winners = self._won(result.winners, width) if result.winners else "nobody wins"
            return Text(f"{self.signs.won} {winners} ({ended})", "bold green")
        if frame.due is None:
            return Text("The game is over", "bold")
        asked = " or ".join(self._player(seat, width) for seat in frame.due.seats)
        return Text(f"{self.signs.turn} {asked} {frame.due.title}", "bold cyan")

    def _won(self, winners: tuple[str, ...], width: int) -> str:
        names = " and ".join(self._player(seat, width) for seat in winners)
        return f"{names} {'win' if len(winners) > 1 else 'wins'}"

    def scores(self, frame: Frame) -> Text:
        """The score of every seat, in brief; a sign stands for one that the view does not see."""
        scores = [self.signs.hidden if score is None else str(score) for score in frame.scores]
        seats = zip(self._all_seats, scores, strict=True)
        listed = ", ".join(f"{seat} {score}" for seat, score in seats)
        return Text(f"({self.signs.negatives(listed)})", "dim")


_LEAST = 34
"""The least width of a seat beside another one."""


def table(scene: Scene) -> list[Text]:
    """The lines of the table."""
    lines = list(_shared(scene))
    bar = f" {scene.signs.bar} "
    is_wide = scene.width >= 2 * _LEAST + len(bar) and len(scene.seats) > 1
    abreast = 2 if scene.layout.side_by_side and is_wide else 1
    share = replace(scene, width=(scene.width - len(bar) * (abreast - 1)) // abreast)
    is_close = scene.layout.terminal.close and not scene.roomy
    for start in range(0, len(scene.seats), abreast):
        blocks = [list(_seat(share, seat)) for seat in scene.seats[start : start + abreast]]
        lines += () if is_close else scene.blank()
        lines += (
            blocks[0] if len(blocks) == 1 else beside(blocks, scene.width, scene.signs.more, bar)
        )
    return lines


def _shared(scene: Scene) -> Iterator[Text]:
    """What lies between the players: a market, or line by line piles, a board, a basket."""
    groups = [group for group in scene.picture.shared if group]
    if scene.layout.columns:
        yield from market(scene, groups[: len(scene.layout.shared)])
        groups = groups[len(scene.layout.shared) :]
    for group in groups:
        if scene.layout.face == "figure" and all(area.shape == "pile" for area in group):
            yield from piles(scene, group)
            continue
        stacks = [area for area in group if any(zone.row for zone in area.zones)]
        if stacks:
            yield from board(scene, stacks)
        pieces = [p for area in group if area not in stacks for p in _pieces(scene, area)]
        baskets = [area for area in group if area.shape == "basket"]
        for area in baskets:
            yield from basket(scene, area, pieces)
        if pieces and not baskets:
            yield from flow(pieces, scene.width, gap=f" {scene.signs.dot} ")


def _pieces(scene: Scene, area: Area) -> Sequence[Text]:
    return list(PIECES[area.shape](scene, area)) if area.shape in PIECES else ()


def _seat(scene: Scene, seat: str) -> Iterator[Text]:
    """A seat: its head with what is beside it, and what is below."""
    first, *rest = scene.picture.seats[seat]
    below = list(chain.from_iterable(rest))
    pieces = [piece for area in first for piece in _pieces(scene, area)]
    folded: list[Area] = [] if scene.shows_cards(seat) else below
    pieces += [
        piece for area in folded if area.shape == "sandwiches" for piece in states(scene, area)
    ]
    sums = [p for area in folded if area.shape in SUMMED for p in folded_cards(scene, area)]
    *lines, last = flow(pieces, scene.width, first=_head(scene, scene.seat(seat)), gap="  ")
    yield from lines
    yield joined([last, *sums], "  ")  # a sum is cut off rather than given a line
    for area in below:
        if area.shape in LINES:
            yield from LINES[area.shape](scene, area)
        elif own := _pieces(scene, area):
            yield from flow(own, scene.width, first=Text("  "), gap="  ")


def _head(scene: Scene, seat: Seat) -> Text:
    """The head of a seat, and what is due. Of seats side by side the score is on the right."""
    layout = scene.layout
    head = scene.head(seat, score=not layout.side_by_side)
    if seat.phase in layout.terminal.due:
        head.append(f"  {layout.terminal.due[seat.phase]}", "cyan")
    if layout.side_by_side:
        score = Text(scene.score(seat), "bold")
        head.append(" " * max(scene.width - head.cell_len - score.cell_len, 1))
        return head.append_text(score)
    least = layout.terminal.head
    return head.append(" " * (max(least - head.cell_len, 1) if least else 2))
