"""What may be tried in the examples: questions with their answers, in a file of its own.

The service and the judge in the page have to answer each alike. `python -m tests.judge.tries`
writes the file anew, where moves, things or words have changed on purpose.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.json import decode, encode

from engines.registry import GAMES
from notation.read import read
from notation.record import Record
from replays.view.choices import Choices
from replays.what_if import Untriable, choices_after, tried_line
from tests.docs.blocks import ROOT

FILE = Path(__file__).with_name("tries.json")


class Vector(Struct, frozen=True, omit_defaults=True):
    """What may be tried in an example after a ply and some moves, with what taps make.

    Attributes:
        seat: the seat that is asked; None once the game is over.
        listed: how many moves are listed.
        made: the moves that the taps make.
        digest: the SHA-256 of the whole answer, as JSON without spaces.
        error: why a move is refused; then there is no answer.
    """

    example: str
    ply: int
    moves: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()
    seat: str | None = None
    listed: int = 0
    made: tuple[str, ...] = ()
    digest: str = ""
    error: str = ""

    @property
    def log(self) -> bytes:
        """The example."""
        return (ROOT / "examples" / self.example).read_bytes()


def digest(answer: object) -> str:
    """The SHA-256 of a JSON value, whose keys keep their order."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def vectors() -> list[Vector]:
    """The questions of the file, with their answers."""
    return convert(decode(FILE.read_bytes()), list[Vector])


def _asked(game: str) -> Iterator[Vector]:
    """The questions about a game, answered here."""
    example = f"{game}.cgn"
    with (ROOT / "examples" / example).open("rb") as file:
        record = next(read(file)).record
    assert record is not None
    plies = len(record.moves)

    def answered(ply: int, moves: Sequence[str] = (), taps: Sequence[str] = ()) -> Vector:
        return _answered(Vector(example, ply, tuple(moves), tuple(taps)), record)

    yield answered(0)
    for ply in (1, plies // 3, plies - 2):
        found = _choices(record, ply)
        line = [found.moves[-1].move] if found else []
        yield answered(ply, line)
        yield answered(ply, [], _taps(found))
    yield answered(plies)
    yield answered(0, ["jump"])
    yield answered(0, [record.moves[-1].move])
    yield answered(plies // 3, [record.moves[plies // 3].move, record.moves[0].move, "?"])


def _taps(found: Choices | None) -> tuple[str, ...]:
    """Taps on what one of the choices names: of an open kind, so that moves are made of them."""
    if found is None:
        return ()
    for kind in found.opens:
        return tuple([column[0] for column in kind.columns if column][:2])
    return tuple(found.moves[0].things[:1])


def _choices(record: Record, ply: int) -> Choices | None:
    return choices_after(tried_line(record, ply, ()))


def _answered(asked: Vector, record: Record) -> Vector:
    """A question with its answer."""
    fields = to_builtins(asked)
    try:
        found = choices_after(tried_line(record, asked.ply, asked.moves), asked.taps)
    except Untriable as reason:
        return convert({**fields, "error": str(reason)}, Vector)
    said: dict[str, Any] = {"digest": digest(json.loads(encode(found)))}
    if found is not None:
        made = [one.move for one in found.made]
        said |= {"seat": found.seat, "listed": len(found.moves), "made": made}
    return convert({**fields, **said}, Vector)


if __name__ == "__main__":
    rows = [encode(vector).decode() for game in GAMES for vector in _asked(game)]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
