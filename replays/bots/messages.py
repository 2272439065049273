"""The messages between a bot and whoever asks it for moves: an object of JSON on each line.

docs/bots.md specifies them, as protocol 1.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from engines.table import Due
from notation.record import Ply, Record
from notation.text_writer import write_ply, write_shuffle

PROTOCOL = 1
"""It rises only if a bot of the protocol before could no longer play."""

MAX_MESSAGE = 1 << 20
"""The most bytes of a message, without the end of its line; a long game of The Jam has 30,000."""

MEMORY = "memory"
"""What a bot may want: with each `go`, the whole record with all that its seat remembers."""

T = TypeVar("T")


class Hello(Struct, frozen=True, tag_field="type", tag="hello", omit_defaults=True):
    """The first message, from either side. A bot may name itself, and the games that it plays."""

    protocol: int
    name: str = ""
    games: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()


class Start(Struct, frozen=True, tag_field="type", tag="start"):
    """A game begins for the bot's seat; `record` is what the seat knows of it so far."""

    game: str
    seat: str
    seats: tuple[str, ...]
    options: Mapping[str, str]
    record: str
    time: float


class Go(Struct, frozen=True, tag_field="type", tag="go", omit_defaults=True):
    """The bot is to move. `lines` are the lines of the seat's record since the last message.

    `ply` is the number of plies so far. The other members are those of an Observation; `record` is
    only for bots that want it.
    """

    id: int
    ply: int
    lines: tuple[str, ...]
    due: Due
    legal: tuple[str, ...]
    lists_all: bool
    zones: Mapping[str, tuple[str | None, ...]]
    scores: tuple[int | None, ...]
    time: float
    record: str = ""


class RefusedMove(Struct, frozen=True, tag_field="type", tag="refused"):
    """The answer `id` is not legal; the bot may answer again, `left` times."""

    id: int
    code: str
    message: str
    nearest: tuple[str, ...]
    left: int


class End(Struct, frozen=True, tag_field="type", tag="end"):
    """The game is over; `reason` says why, if its rules did not end it."""

    lines: tuple[str, ...]
    winners: tuple[str, ...]
    scores: tuple[int | None, ...]
    reason: str


class Quit(Struct, frozen=True, tag_field="type", tag="quit"):
    """The bot is to end; the end of its input means the same."""


class Answer(Struct, frozen=True, tag_field="type", tag="move", omit_defaults=True):
    """The bot's move; `note` becomes the comment of the ply."""

    id: int
    move: str
    note: str = ""


Told: TypeAlias = Hello | Start | Go | RefusedMove | End | Quit
"""A message to a bot."""

Said: TypeAlias = Hello | Answer
"""A message of a bot."""

_TOLD: Mapping[str, type[Told]] = {
    "hello": Hello,
    "start": Start,
    "go": Go,
    "refused": RefusedMove,
    "end": End,
    "quit": Quit,
}
_SAID: Mapping[str, type[Said]] = {"hello": Hello, "move": Answer}


class BadMessage(ValueError):
    """A line that is no message. Its text says why."""


class _Kind(Struct):
    type: str


def line_of(message: Told | Said) -> bytes:
    r"""A message as a line.

    >>> line_of(Answer(1, "draw left left"))
    b'{"type":"move","id":1,"move":"draw left left"}\n'
    """
    return msgspec.json.encode(message) + b"\n"


def told(line: bytes) -> Told | None:
    """The message to a bot on a line; None for a type that this protocol does not have.

    Raises BadMessage for anything else.
    """
    return _read(line, _TOLD)


def said(line: bytes) -> Said | None:
    """The message of a bot on a line; None for a type that this protocol does not have.

    Raises BadMessage for anything else.

    >>> said(b'{"type": "weather", "id": 1}')
    >>> said(b'{"type": "move", "id": 1, "move": "bank", "pondered": true}')
    Answer(id=1, move='bank', note='')
    """
    return _read(line, _SAID)


def _read(line: bytes, kinds: Mapping[str, type[T]]) -> T | None:
    if not line.strip():
        raise BadMessage("the line is empty")
    try:
        kind = kinds.get(msgspec.json.decode(line, type=_Kind).type)
        return None if kind is None else msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as error:
        raise BadMessage(str(error)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadMessage(f"this is not JSON: {error}") from None


class Lines:
    """The lines of a seat's record, in the stretches in which a bot gets them."""

    def __init__(self, record: Record) -> None:
        """The record with which the bot starts."""
        self._told = len(record.plies)
        self._number = 1 + len(record.moves)

    def since(self, record: Record) -> tuple[str, ...]:
        """The lines that the record has more than at the last call."""
        lines = []
        for entry in record.plies[self._told :]:
            if isinstance(entry, Ply):
                lines.append(write_ply(entry, self._number))
                self._number += 1
            else:
                lines.append(write_shuffle(entry))
        self._told = len(record.plies)
        return tuple(lines)


def record_text(header: str, lines: Sequence[str]) -> str:
    """The record that a bot was told: that of the start, and the lines since."""
    return header + "".join([f"{line}\n" for line in lines])
