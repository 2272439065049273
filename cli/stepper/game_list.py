"""The games of a file: a list to sort, to search and to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from rich.text import Text

from cli.common import counted
from cli.draw.glyphs import Signs
from cli.draw.layout import cut, fit
from cli.inputs import opened, shown
from engines.registry import title_of
from notation.outcome import Raw, Reading, as_reading
from notation.read import raw_records
from notation.record import SEATS, Record
from notation.render.visible import visible
from notation.summary import summarize_raw

_MOST = 10_000
"""The most games that are listed: reading this many takes half a second."""

PAGE = 10
"""Lines that PgUp and PgDn move by."""

_ORDERS = ("place in the file", "date", "players", "result", "game")
_DATE, _RESULT, _GAME, _LEAST = 10, 26, 20, 12
"""Widths of the columns, and the least width of the players' column."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game of the file: its number, from 1, and texts that are safe to print."""

    number: int
    date: str
    players: str
    result: str
    game: str

    @property
    def words(self) -> str:
        """The text that a search looks through, in lower case."""
        return f"{self.date} {self.players} {self.result} {self.game}".casefold()


class GameList:
    """The list of the games of a file, sorted and filtered; one game is chosen.

    Attributes:
        games: the games that match the search, sorted.
    """

    def __init__(self, games: Sequence[ListedGame], *, more: bool = False) -> None:
        self._all = games
        self._more = more
        self._order = 0
        self._wanted = ""
        self._at = 0
        self.games = list(games)

    @property
    def chosen(self) -> ListedGame | None:
        """The chosen game; None if no game is listed."""
        return self.games[self._at] if self.games else None

    def go_to(self, number: int) -> None:
        """Choose the game of this number, or the first if it is not listed."""
        numbers = [game.number for game in self.games]
        self._at = numbers.index(number) if number in numbers else 0

    def press(self, key: str) -> bool:
        """Do what a key asks for; False if it has no meaning here."""
        steps = {"up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE}
        ends = {"home": 0, "end": len(self.games) - 1}
        if key == "s":
            self._order = (self._order + 1) % len(_ORDERS)
            self._list(self.chosen)
        elif key in steps or key in ends:
            at = ends[key] if key in ends else self._at + steps[key]
            self._at = min(max(at, 0), max(len(self.games) - 1, 0))
        else:
            return False
        return True

    def search(self, text: str) -> None:
        """List the games that contain all words of a text; all games if it is blank."""
        self._wanted = text.strip()
        self._list(self.chosen)

    def _list(self, kept: ListedGame | None) -> None:
        """Filter and sort; then choose the game `kept`, or the first if it is not listed."""
        wanted = self._wanted.casefold().split()
        self.games = [game for game in self._all if all(word in game.words for word in wanted)]
        keys = {
            "date": lambda game: (not game.date, game.date),
            "players": lambda game: game.players.casefold(),
            "result": lambda game: game.result.casefold(),
            "game": lambda game: game.game,
        }
        if key := keys.get(_ORDERS[self._order]):
            self.games.sort(key=key)
        self.go_to(0 if kept is None else kept.number)

    @property
    def title(self) -> str:
        """The number of games, the text searched for, and the order."""
        title = counted(len(self.games), "game")
        if self._wanted:
            title += f" with {visible(self._wanted)}"
        if self._more:
            title += f" of the first {_MOST:,}"
        return f"{title}, by {_ORDERS[self._order]}"

    def lines(self, width: int, room: int, signs: Signs) -> list[Text]:
        """As many games as there is room for, around the chosen one."""
        several = len({game.game for game in self._all}) > 1
        start = min(max(self._at - room // 2, 0), max(len(self.games) - room, 0))
        rows = self.games[start : start + room]
        digits = len(str(max((game.number for game in rows), default=0)))
        lines = [self._row(game, digits, width, signs, several=several) for game in rows]
        return lines or [Text("no game has that: / and Enter lists all again", "dim")]

    def _row(
        self, game: ListedGame, digits: int, width: int, signs: Signs, *, several: bool
    ) -> Text:
        """A line for a game. If room is short, the title goes first, then the result."""
        is_here = game == self.chosen
        line = Text(f"{signs.here if is_here else ' '}{game.number:>{digits}} ")
        line.append(f"{game.date:<{_DATE}} ", "" if is_here else "dim")
        room = width - line.cell_len
        titled = several and room - _RESULT - _GAME >= 2 * _LEAST
        share = room - _RESULT - (_GAME if titled else 0)
        if share < _LEAST:
            line.append_text(cut(Text(game.players), max(room, 1), signs.more))
        else:
            line.append_text(fit(Text(game.players), share - 1, signs.more)).append(" ")
            line.append_text(fit(Text(game.result), _RESULT - 1, signs.more))
            if titled:
                line.append(" ").append_text(cut(Text(game.game), _GAME, signs.more))
        line.stylize("bold reverse" if is_here else "")
        return line


def read_game_list(path: str) -> GameList:
    """List the games of a file. Raises Unreadable if it cannot be read."""
    with opened(path) as stream:
        raws = raw_records(stream, shown(path))
        games = [_listed(number, raw) for number, raw in enumerate(islice(raws, _MOST), 1)]
        return GameList(games, more=next(raws, None) is not None)


def _listed(number: int, raw: Raw | Reading) -> ListedGame:
    """Describe a game, if possible by reading only its header and its end line."""
    summary = None if isinstance(raw, Reading) else summarize_raw(raw, moves=False)
    record = as_reading(raw).record if summary is None else summary.record
    if record is None:
        return ListedGame(number, "", "cannot be read", "", "")
    names = [name or seat for seat, name in zip(SEATS, record.seats, strict=False)]
    return ListedGame(
        number,
        visible(record.tags.get("Date", ""))[:_DATE],
        visible(", ".join(names)),
        visible(_result(record)),
        title_of(record.game),
    )


def _result(record: Record) -> str:
    """The winners, and the scores in the order of the seats."""
    result = record.result
    if result is None:
        return "no end line"
    scores = " ".join("_" if score is None else str(score) for score in result.scores)
    won = " and ".join(record.player(seat) or seat for seat in result.winners)
    return f"{won} {scores}" if won else f"{record.termination or 'not ended'} {scores}"
