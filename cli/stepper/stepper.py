"""Handles the keys of the stepper. Draws nothing."""

from collections.abc import Callable
from functools import partial

import click

from cli.common import counted
from cli.load import LoadedRecord, NoSuchRecord
from cli.stepper.cursor import Cursor
from cli.stepper.game_list import PAGE, GameList
from cli.stepper.listing import hits
from cli.stepper.speed import Speed
from notation.render.visible import visible

_GO_TO, _SEARCH = "go to", "search"


class Stepper:
    """Moves a cursor through a record and opens panes, by keys.

    `again` opens another record of the same file by its number, and `listed` lists the games.

    Attributes:
        cursor: the ply that is shown, and the view.
        playing: whether the plies play by themselves.
        speed: the speed of playing.
        message: the message about the last key; empty: none.
        asking: the open question, `go to` or `search`; empty: none.
        typed: the answer so far.
        pane: the pane over the table: `moves`, `legal`, `scores`, `nearest`, `help` or `games`;
            empty: none.
        game_list: the games of the file; None until they are first listed.
        as_written: whether the moves are listed as they are written, or in short words.
        scrolled: the lines by which the table, or the pane over it, is scrolled.
        listed_from: the lines by which the list of moves is scrolled.
        copied: the text for the clipboard, until the terminal gets it.
        unfolded: the seat whose cards are listed even where the cards of idle seats are not.
        position_text: draws the position as text, to copy it.
    """

    def __init__(
        self,
        loaded: LoadedRecord,
        view: str | None,
        again: Callable[[int], LoadedRecord] | None = None,
        listed: Callable[[], GameList] | None = None,
    ) -> None:
        self.cursor = Cursor(loaded, view)
        self.playing = False
        self.speed = Speed()
        self.message = ""
        self.asking = ""
        self.typed = ""
        self.pane = ""
        self.scrolled = 0
        self.listed_from = 0
        self.copied: str | None = None
        self.unfolded: str | None = None
        self.position_text: Callable[[], str] = str
        self.game_list: GameList | None = None
        self.as_written = False
        self._again = again
        self._list = listed
        self._on_moves = False
        self._found: list[int] = []
        self._keys: dict[str, Callable[[], None]] = {
            "left": partial(self._step, -1),
            "right": partial(self._step, 1),
            "shift+left": self._round_back,
            "shift+right": self._round_on,
            "home": partial(self.go, 0),
            "end": self._end,
            "space": self._play,
            "<": partial(self._change_speed, -1),
            ">": partial(self._change_speed, 1),
            "g": partial(self._ask, _GO_TO),
            "/": partial(self._ask, _SEARCH),
            "n": partial(self._next, 1),
            "N": partial(self._next, -1),
            "m": partial(self._open, "moves"),
            "l": partial(self._open, "legal"),
            "s": partial(self._open, "scores"),
            "w": self._write,
            "f": self.list_games,
            "?": partial(self._open, "help"),
            "enter": self._suggest,
            "i": self._into,
            "o": self._out,
            "backspace": self._out,
            "v": self._next_view,
            "x": self._comment,
            "h": self._hide,
            "[": partial(self._record, -1),
            "]": partial(self._record, 1),
            "c": self._copy_command,
            "C": self._copy_position,
            "tab": self._choose,
            "up": partial(self.scroll, -1),
            "down": partial(self.scroll, 1),
            "pageup": partial(self.scroll, -PAGE),
            "pagedown": partial(self.scroll, PAGE),
        }

    @property
    def delay(self) -> float | None:
        """Seconds until the next ply plays by itself; None while paused."""
        if not self.playing:
            return None
        ply = self.cursor.ply
        ahead = self.cursor.whole_list()[ply : ply + 2]
        return self.speed.delay([entry.at for entry in ahead if entry.at is not None])

    def tick(self) -> None:
        """Play the next ply; pause after the last."""
        self.go(self.cursor.ply + 1)
        self.playing = self.playing and not self.cursor.at_end

    def press(self, key: str) -> bool:
        """Handle a key. Returns False if it quits."""
        self.message = ""
        if key == "ctrl+c":
            return False
        if self.asking:
            self._type(key)
        elif key == "q":
            return False
        elif key == "escape":
            return self._close()
        elif self.pane == "games" and self._choose_game(key):
            pass
        elif key in self._keys:
            self._keys[key]()
        return True

    def list_games(self) -> None:
        """Open or close the list of the games of the file."""
        if self._list is None:
            self.message = "the record came from standard input: its other games are not known"
            return
        if self.game_list is None:
            try:
                self.game_list = self._list()
            except click.ClickException as error:
                self.message = visible(error.format_message())
                return
        self.game_list.go_to(self.cursor.game.number)
        self._open("games")

    def _choose_game(self, key: str) -> bool:
        """Handle a key in the list of games. Returns False if it has no meaning there."""
        if self.game_list is None:
            return False
        if key == "enter":
            if self.game_list.chosen is not None:
                self.open_record(self.game_list.chosen.number)
            return True
        return self.game_list.press(key)

    def _write(self) -> None:
        self.as_written = not self.as_written
        self.message = f"moves {'as they are written' if self.as_written else 'in short words'}"

    def _close(self) -> bool:
        """Close the pane, end the search and pause. Returns False if there was nothing to end."""
        was_open = bool(self.pane or self._found or self.playing)
        self.pane, self._found, self.playing, self.scrolled = "", [], False, 0
        return was_open

    def go(self, ply: int) -> None:
        """Go to a ply, or to the last valid one before it."""
        self.cursor.replay.seek(ply)
        self.scrolled = self.listed_from = 0
        if self.pane in ("help", "nearest"):
            self.pane = ""

    def _step(self, by: int) -> None:
        self.playing = False
        self.go(self.cursor.ply + by)

    def _end(self) -> None:
        self.go(self.cursor.replay.plies)

    def _round_back(self) -> None:
        cursor = self.cursor
        self.go(max((at for at in cursor.replay.rounds if at < cursor.ply), default=0))

    def _round_on(self) -> None:
        ply, replay = self.cursor.ply, self.cursor.replay
        self.go(min((at for at in replay.rounds if at > ply), default=replay.plies))

    def _play(self) -> None:
        self.playing = not self.playing
        if self.playing and self.cursor.at_end:
            self.go(0)

    def _change_speed(self, step: int) -> None:
        self.speed.change(step)
        self.message = f"speed: {self.speed}"

    def _ask(self, what: str) -> None:
        self.playing = False
        self.asking, self.typed = what, ""

    def _type(self, key: str) -> None:
        if key == "enter":
            asked, self.asking = self.asking, ""
            text = self.typed.strip()
            if text or self.pane == "games":
                (self.go_to if asked == _GO_TO else self.search)(text)
        elif key == "escape":
            self.asking = ""
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "space":
            self.typed += " "
        elif len(key) == 1 and key.isprintable():
            self.typed += key

    def go_to(self, text: str) -> None:
        """Go to the ply or the round that a text names."""
        word, plies = text.casefold(), self.cursor.loaded.plies
        if word == "end":
            self._end()
        elif word[:1] == "r" and word[1:].isdecimal():
            self._go_to_round(int(word[1:]))
        elif not word.isdecimal():
            self.message = f"no ply {visible(text)}: a number, r and a number for a round, or end"
        else:
            ply = int(word)
            self.go(ply)
            if ply > plies:
                self.message = f"the last ply is {plies}"
            elif ply > self.cursor.ply:
                self.message = f"the record is valid up to ply {self.cursor.ply}"

    def _go_to_round(self, number: int) -> None:
        rounds = self.cursor.replay.rounds
        if 1 <= number <= len(rounds):
            self.go(rounds[number - 1])
        else:
            self.message = f"the last round is {len(rounds)}"

    def search(self, text: str) -> None:
        """Go to the first ply from here on that contains a text; an empty text ends the search.

        If the list of games is open, filter it by the text instead.
        """
        if self.pane == "games" and self.game_list is not None:
            self.game_list.search(text)
            return
        self._found = hits(self.cursor.listed, text) if text else []
        if not text:
            self.message = "the search is over"
            return
        if not self._found:
            self.message = f"{visible(text)}: found nowhere"
            return
        self._next(1, include=True)
        self.message = f"{visible(text)}: {counted(len(self._found), 'hit')}, n N to go on"

    def _next(self, step: int, *, include: bool = False) -> None:
        """Go to the next hit of the search; without a search, to the next of the cursor's stops.

        If `include`, this ply counts too.
        """
        self.playing = False
        stops = self._found or self.cursor.stops()
        here = self.cursor.ply - (step if include else 0)
        ahead = [ply for ply in stops if (ply - here) * step > 0]
        if ahead:
            self.go(min(ahead) if step > 0 else max(ahead))
        else:
            self.message = f"nothing more {'ahead' if step > 0 else 'before this'}"

    def _into(self) -> None:
        """Enter a variation of this ply; at the beginning of a variation, the next one."""
        self.playing, cursor, ply = False, self.cursor, self.cursor.ply
        replaced, number, count = cursor.variation or (None, 0, 0)
        if cursor.whole_list()[ply].variations:
            cursor.enter(0)
        elif ply == replaced and count > 1:
            cursor.leave()
            cursor.enter(number % count)
        elif ply == replaced:
            self.message = "no other variation of this ply"
        else:
            self.message = "no variation here: n goes to the next note"

    def _out(self) -> None:
        if self.cursor.variation is None:
            self.message = "this is the main line"
        self.cursor.leave()

    def _open(self, pane: str) -> None:
        self.pane = "" if self.pane == pane else pane
        self.scrolled = 0

    def _suggest(self) -> None:
        if self.cursor.before_mistake:
            self._open("nearest")
        else:
            self._into()

    def _choose(self) -> None:
        self._on_moves = not self._on_moves
        self.message = f"Up and Down scroll the {'moves' if self._on_moves else 'table'}"

    def scroll(self, lines: int) -> None:
        """Scroll the open pane, or else the moves or the table, whichever was chosen."""
        if self._on_moves and not self.pane:
            self.listed_from += lines
        else:
            self.scrolled += lines

    def unfold(self, seat: str) -> None:
        """List the cards of a seat, however little room there is; fold them up the second time."""
        self.unfolded = None if seat == self.unfolded else seat

    def trace(self, card: int) -> None:
        """Tell where a card has been so far; `card` is its number in the view."""
        self.message = self.cursor.trace(card)

    def _next_view(self) -> None:
        self.cursor.next_view()
        self.message = f"view: {self.cursor.view_name}"

    def _comment(self) -> None:
        self.cursor.toggle_comments()
        self.message = f"comments are {'shown' if self.cursor.shows_comments else 'hidden'}"

    def _hide(self) -> None:
        self.cursor.hiding = not self.cursor.hiding
        self.message = f"what is to come is {'hidden' if self.cursor.hiding else 'shown'}"

    def _record(self, by: int) -> None:
        number = self.cursor.game.number + by
        if self._again is not None and (number < 1 or (by > 0 and not self.cursor.loaded.more)):
            self.message = f"this is the {'last' if by > 0 else 'first'} record"
        else:
            self.open_record(number)

    def open_record(self, number: int) -> None:
        """Show the record of this number in the file, at its start or its mistake."""
        if self._again is None:
            self.message = "the record came from standard input: it cannot be read again"
        elif self._reads(self._again, number):
            self.pane = ""
            self.start(None)

    def follow(self) -> None:
        """Read the record again. At its last ply, go to the new last ply, otherwise stay.

        In a variation, do nothing.
        """
        if self._again is None or self.cursor.variation is not None:
            return
        if self.pane != "games":
            self.game_list = None
        ply = None if self.cursor.ply >= self.cursor.last else self.cursor.ply
        if self._reads(self._again, self.cursor.loaded.number):
            self.cursor.loaded.seek(None if ply is None else min(ply, self.cursor.loaded.plies))

    def _reads(self, again: Callable[[int], LoadedRecord], number: int) -> bool:
        """Read and show the record of this number. Returns False if it cannot be read."""
        try:
            loaded = again(number)
        except NoSuchRecord as error:
            self.message = f"there is no record {number}: {error.found}"
            return False
        except click.ClickException as error:
            self.message = f"record {number}: {visible(error.format_message())}"
            return False
        self.cursor.show(loaded)
        self._found, self.message = [], ""
        return True

    def start(self, ply: int | None) -> None:
        """Begin at a ply; by default at the mistake of the record, or at the start."""
        loaded = self.cursor.loaded
        if ply is None and loaded.problem is not None:
            ply = loaded.good
        loaded.seek(min(ply or 0, loaded.plies))
        self.scrolled = self.listed_from = 0

    def _copy_command(self) -> None:
        self.copied = self.cursor.command
        self.message = f"copied: {self.copied}"
        if self.copied is None:
            self.message = "nothing to copy: the record came from standard input, not from a file"

    def _copy_position(self) -> None:
        self.copied = self.position_text()
        self.message = "copied: the position as text"
