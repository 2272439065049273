"""The work of answers with frames and moves of a stored replay, run by checkers. Knows no HTTP."""

import gzip
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from msgspec import Raw, Struct
from msgspec.json import encode

from api.checking.job import Gone, RawDecks, TooMuch, costs, decks_of
from api.checking.record_jobs import size_of, weight_of
from engines.registry import Decks
from notation.record import Record
from notation.streams import gzipped
from replays.legs import main_line
from replays.store.export_import import record_of
from replays.view.frames import Frame, catalogue, film
from replays.view.frames_json import Scene
from replays.view.moves import record_of_line
from replays.view.views import PUBLIC, seen_by

PLAYED = 8
"""Replaying one ply before the first frame, in 10 µs of CPU, like all weights."""
WORDED = 6
"""Putting a ply into words."""
FRAMED = 25
"""Making the frame of a ply."""
LISTED = 50
"""Making the frame of a ply with its legal moves."""

_VARIED = 35
"""Putting a ply of a variation into words."""

_UNSEEN = 20
"""Factor for the variations of a record that leaves cards out."""

_SHORTEST = 10
"""The bytes of a ply, at least: no line of a record has more plies than these allow."""

_LEVEL = 2  # half the time of 4, for a fifth more bytes


def packed_json(value: object) -> bytes:
    """An answer as a line of JSON, as gzip."""
    return gzipped(encode(value) + b"\n", _LEVEL)


def limited(parts: Iterable[bytes], most: int, what: str) -> list[Raw]:
    """A list of JSON values for an answer. They are made as long as they are not too many.

    Raises TooMuch if all of them have more bytes than this.
    """
    found, size = [], 0
    for part in parts:
        size += len(part) + 1
        if size > most:
            raise TooMuch(f"bytes {what}", "max_film", most)
        found.append(Raw(part))
    return found


class OpenedGame(NamedTuple):
    """A game of which a page is made: its record, and the line to show as a record, with frames."""

    game: Record
    line: Record
    decks: Decks
    frames: list[Frame]


class ReplayView(Struct, frozen=True):
    """A stored replay in one of its views; `number` and `body` are as the store has them.

    Its main line has `plies` plies.
    """

    id: str
    number: int
    body: bytes
    finished: bool
    view: str
    plies: int
    is_live: ClassVar[bool] = False

    @property
    def weight_of_variations(self) -> int:
        """The weight of the moves of all lines, the variations included, in words.

        Where cards are unseen, each variation is followed from the deal on.

        >>> line = b'{"seat":"A","move":"draw _","variations":[[{"seat":"A","move":"draw 3"}]]}'
        >>> unseen = ReplayView("", 1, gzip.compress(line), True, "all", 1)
        >>> seen = ReplayView("", 1, gzip.compress(line.replace(b"_", b"2")), True, "all", 1)
        >>> unseen.weight_of_variations, seen.weight_of_variations
        (1400, 70)
        """
        raw = gzip.decompress(self.body)
        return _VARIED * raw.count(b'"seat":') * (_UNSEEN if b'_"' in raw else 1)

    @property
    def weight(self) -> int:
        """The weight of reading the replay."""
        return weight_of(self.body)

    def records(self, key: str, raw_decks: RawDecks) -> tuple[Record, Record, Decks]:
        """The game as far as the view may know it, one of its lines, and its decks.

        Raises Needed, and Gone if there is no such line.
        """
        game = record_of(self.number, self.body)
        decks = decks_of(game, raw_decks)
        if self.view == PUBLIC and not self.finished:
            game = main_line(game)
        line = record_of_line(game, key)
        if line is None:
            raise Gone
        return game, line, decks

    def scene(self, key: str, raw_decks: RawDecks) -> Scene:
        """What the frames of a line are made from. Raises as `records` does."""
        _, line, decks = self.records(key, raw_decks)
        return Scene(line, decks, self.view)

    def opened(self, key: str, raw_decks: RawDecks, /) -> OpenedGame:
        """The game at a line, as `GameView` has it."""
        game, line, decks = self.records(key, raw_decks)
        return OpenedGame(game, line, decks, list(film(line, decks, seen_by(self.view))))


class FrameRequest(Struct, frozen=True):
    """Which frames of a line of a replay are wanted, with the legal moves or not.

    `line` is the JSON pointer of a variation, or empty for the game; without a `last` ply the
    frames go to its end.
    """

    replay: ReplayView
    line: str
    first: int
    last: int | None
    legal: bool

    @property
    def weight(self) -> int:
        """Their weight; a variation without a last ply is taken to be as long as the game."""
        plies = self.replay.plies
        last = max(self.first, plies) if self.last is None else self.last
        last = min(last, max(plies, size_of(self.replay.body) // _SHORTEST))
        number = max(last - self.first, 0) + 1
        return self.replay.weight + weight_of_frames(last, number, legal=self.legal)


@costs(lambda asked: asked.weight)
def one_frame(raw_decks: RawDecks, asked: FrameRequest) -> bytes:
    """The first of the frames that are wanted, as gzipped JSON. Raises Gone if there is none."""
    line = asked.replay.scene(asked.line, raw_decks)
    frame = next(line.written(asked.first, asked.first, legal=asked.legal), None)
    if frame is None:
        raise Gone
    return packed_json(Raw(frame))


@costs(lambda asked, **_: asked.weight)
def all_frames(raw_decks: RawDecks, asked: FrameRequest, *, most_frames: int, most: int) -> bytes:
    """The answer with the frames that are wanted, as gzipped JSON.

    Raises TooMuch if they are more, or have more bytes, and Gone if the line has not all of them.
    """
    line = asked.replay.scene(asked.line, raw_decks)
    last = line.plies if asked.last is None else asked.last
    if not asked.first <= last <= line.plies:
        raise Gone
    what = "frames in one answer, so ask with from and to"
    if last - asked.first >= most_frames:
        raise TooMuch(what, "max_frames", most_frames)
    frames = limited(line.written(asked.first, last, legal=asked.legal), most, f"of {what}")
    if not frames:
        raise Gone
    return packed_json({**_head(asked.replay, line), "frames": frames})


@costs(lambda game, *_: game.weight + game.weight_of_variations + WORDED * game.plies)
def all_moves(raw_decks: RawDecks, game: ReplayView, key: str, most: int) -> bytes:
    """The answer with all moves of a line, by its JSON pointer, as gzipped JSON.

    Raises TooMuch if they have more bytes, and Gone if there is no such line.
    """
    line, whole = game.scene(key, raw_decks), game.scene("", raw_decks)
    moves = limited(map(encode, whole.moves(key)), most, "of moves in one answer")
    return packed_json({**_head(game, line), "moves": moves})


def _head(game: ReplayView, line: Scene) -> dict[str, object]:
    """The first fields of an answer."""
    known = {"id": game.id, "view": game.view, "plies": line.plies}
    return {**known, "catalogue": catalogue(line.record, line.decks)}


def weight_of_frames(last: int, number: int, *, legal: bool = False) -> int:
    """The weight of this number of frames, up to this ply; with the legal moves if asked for.

    >>> weight_of_frames(88, 2, legal=True)
    804
    """
    return PLAYED * last + number * (LISTED if legal else FRAMED)
