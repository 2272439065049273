"""A file of the games of a match, to which each is appended as it ends."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from os import truncate
from pathlib import Path

from engines.registry import load_game
from notation.outcome import as_reading
from notation.read import Form, raw_of_form
from notation.record import Record
from notation.split_records import chunks
from notation.text_writer import header_lines, write_text
from replays.bots.game import FORFEIT_TAG, FinishedGame
from replays.bots.match import ROUND_TAG, BotMatch, MatchGame, Pairing
from replays.set_up import new_record


class OtherGames(Exception):
    """A file has something else than the games of a match. Its text says what."""


class KeptGames:
    """The games of a match in a file of text, which is made with the first.

    A last record that was cut off, as when a process is killed, is taken out: that game is to be
    played again. Raises OtherGames, and leaves the file as it is, if it has anything that is not of
    this match; OSError if it cannot be read or written.

    Attributes:
        path: the file.
        games: those that it has, by their rounds.
    """

    def __init__(self, path: Path, match: BotMatch, names: Sequence[str]) -> None:
        self.path = path
        self._match, self._names = match, names
        self._pairings = {pairing.round: pairing for pairing in match.pairings()}
        self.games: dict[str, MatchGame] = {}
        self._used = False
        if path.exists():
            end = self._read()
            if end < path.stat().st_size:
                truncate(path, end)
            self._used = end > 0

    def add(self, game: MatchGame) -> None:
        """Append a game, and have the system write it. Raises OSError if that fails."""
        text = write_text(game.finished.record)
        with self.path.open("ab", buffering=0) as file:
            file.write((f"\n{text}" if self._used else text).encode())
        self._used = True
        self.games[game.pairing.round] = game

    def _read(self) -> int:
        """Note the games of the file; returns where the last whole one ends."""
        end, cut_off = 0, 0
        for number, raw in enumerate(_raw_records(self.path), start=1):
            if cut_off:
                raise OtherGames(f"record {cut_off} is not a game of this match")
            game = self._game(raw)
            if game is not None:
                self.games[game.pairing.round] = game
                end += len(raw)
            elif self._is_cut_off(raw):
                cut_off = number
            else:
                raise OtherGames(f"record {number} is not a game of this match{_of_match(raw)}")
        return end

    def _game(self, raw: bytes) -> MatchGame | None:
        """The game of these bytes; None unless they are a whole one of this match."""
        found = next(iter(raw_of_form(BytesIO(raw), "", Form.TEXT)), None)
        record = None if found is None else as_reading(found).record
        if record is None or record.result is None or not raw.endswith(b"\n"):
            return None
        pairing = self._pairings.get(record.tags.get(ROUND_TAG, ""))
        if pairing is None or not raw.startswith(self._beginning(pairing)):
            return None
        return MatchGame(pairing, FinishedGame(record, _loser(record)))

    def _is_cut_off(self, raw: bytes) -> bool:
        """Whether these bytes begin a game of this match."""
        beginnings = map(self._beginning, self._pairings.values())
        return any(raw.startswith(one) or one.startswith(raw) for one in beginnings)

    def _beginning(self, pairing: Pairing) -> bytes:
        """The first bytes of the record of a game: its header, up to the seed."""
        terms, players = self._match.terms, tuple([self._names[bot] for bot in pairing.lineup])
        record = new_record(load_game(terms.game), players, terms.options, pairing.seed)
        return "".join([f"{line}\n" for line in header_lines(record)]).encode()


def _of_match(raw: bytes) -> str:
    """With which seed a match has the game of these bytes; nothing if they have none."""
    found = next(iter(raw_of_form(BytesIO(raw), "", Form.TEXT)), None)
    record = None if found is None else as_reading(found).record
    seed = None if record is None or record.seed is None else record.seed.rpartition("-")[0]
    return f", but of one with --seed {seed}" if seed else ""


def _raw_records(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        for chunk in chunks(file):
            yield chunk.raw


def _loser(record: Record) -> str | None:
    return record.tags[FORFEIT_TAG][:1] if FORFEIT_TAG in record.tags else None
