"""The names of the library, which `cgn` has from here, and its functions for records."""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice
from os import PathLike, fspath
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, NoReturn, cast

from client.answers import Stored
from client.protocol import (
    Problem,
    Received,
    Rejected,
    ServiceError,
    UnexpectedAnswer,
    Unreachable,
)
from engines.deck import BadDeck, parse_deck
from engines.players import Randomness
from engines.registry import OWN_DECKS, Decks, game_names, load_game
from engines.table import Due
from notation import read as reading
from notation import write as writing
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.moves import Move
from notation.outcome import Reading
from notation.read import Form
from notation.record import Ply, Record, Result, Shuffle
from replays import play
from replays import simulate as simulation
from replays.bots.run import run_bot
from replays.digests import canonical_text, game_digest, position_digests, record_digest
from replays.local.deals import NoDeal
from replays.local.table import LocalTable, Observation, Refused, open_game
from replays.many.paths import files_of
from replays.play import Step
from replays.set_up import game_of, new_record, open_table
from replays.validate import Report, validate
from replays.view.frames import Frame, catalogue, legal_moves
from replays.view.frames import film as frames
from replays.view.moves import moves
from replays.view.redact import redact

__all__ = [
    "BadDeck",
    "Decks",
    "Diagnostic",
    "Due",
    "Fault",
    "Form",
    "Frame",
    "LocalTable",
    "Move",
    "NoDeal",
    "Observation",
    "Ply",
    "Problem",
    "Randomness",
    "Reading",
    "Received",
    "Record",
    "Refused",
    "Rejected",
    "Report",
    "Result",
    "ServiceError",
    "Shuffle",
    "Step",
    "Stored",
    "UnexpectedAnswer",
    "Unreachable",
    "canonical_text",
    "catalogue",
    "deal",
    "frames",
    "game_digest",
    "game_names",
    "legal_moves",
    "load",
    "load_game",
    "moves",
    "position_digests",
    "read",
    "read_decks",
    "record_digest",
    "redact",
    "resume",
    "run_bot",
    "simulate",
    "steps",
    "validate",
    "write",
]


def read(source: str | PathLike[str] | BinaryIO, name: str = "") -> Iterator[Reading]:
    """Every record of a path, or of a stream of bytes, in any form, packed with gzip or not.

    A path is a file, a glob, or a folder with files below it. The form of a stream follows from
    its `name`, or without one from its first bytes. A Reading has either a `record` or a `problem`.
    Raises OSError if something cannot be read.

    >>> [reading.record.game for reading in read("examples/triggs.cgn")]
    ['triggs']
    """
    if isinstance(source, str | PathLike):
        for file in files_of(str(source), _raise):
            with Path(file).open("rb") as stream:
                yield from reading.read(stream, file)
    else:
        yield from reading.read(source, name)


def load(path: str | PathLike[str]) -> Record:
    """The record of a file that holds one.

    Raises Fault if it cannot be read as a record, ValueError if the file has none or several, and
    OSError if it cannot be read at all.

    >>> record = load("examples/triggs.cgn")
    >>> record.seats, record.moves[0].move
    (('Ana', 'Bo'), 'draw right left')
    """
    readings = list(islice(read(path), 2))
    if len(readings) != 1:
        how_many = "several records: cgn.read yields each" if readings else "no record"
        raise ValueError(f"{fspath(path)} has {how_many}")
    record, problem = readings[0].record, readings[0].problem
    if problem is not None:
        raise Fault(problem.code, problem.message, problem.help, place=problem.place)
    return cast("Record", record)


def _raise(error: OSError) -> NoReturn:
    raise error


def write(record: Record, form: Form = Form.TEXT) -> str:
    """The record as text, as a JSON document, or as a line of JSON.

    >>> write(simulate("triggs", seed="tuesday"), Form.JSON_LINES)[:30]
    '{"cgn":1,"game":"triggs","rule'
    """
    return writing.write(record, form)


def steps(record: Record, decks: Decks = OWN_DECKS) -> Iterator[Step]:
    """The plies of a record's main line, played: a Step after each, with the table.

    It is one table, which changes with the next step. Raises Fault at the first thing that is
    wrong.

    >>> record = simulate("triggs", seed="s")
    >>> [step.table.scores() for step in steps(record)][-1], record.result.scores
    ([41, 38], (41, 38))
    """
    table = open_table(record, game_of(record, decks))
    return play.steps(table, record.plies, record.seed)


def simulate(
    game: str,
    seats: int | None = None,
    *,
    seed: str,
    options: Mapping[str, str] | None = None,
    player: str = "sensible",
) -> Record:
    """A complete game with this seed, always the same one.

    `seats` are as few as possible by default; a `random` player chooses any legal move. Raises
    Fault if there is no such game, or if it has no such seats or options; ValueError if there is
    no such player.

    >>> simulate("triggs", 3, seed="tuesday").result
    Result(winners=('B',), scores=(39, 41, 40))
    """
    loaded = load_game(game)
    count = loaded.seats[0] if seats is None else seats
    return simulation.simulate(
        loaded, count, seed, options or {}, simulation.player_of(loaded, player)
    )


def deal(
    game: str,
    seats: int | Sequence[str] | None = None,
    *,
    seed: str | None = None,
    options: Mapping[str, str] | None = None,
    decks: Decks = OWN_DECKS,
) -> LocalTable:
    """A new game with the cards dealt, to be played here.

    `seats` is the number of players or their names, by default as few as possible. The seed decides
    every shuffle; by default it is one that nobody knows. If `decks` has a deck for the game, it is
    played with that. Raises Fault if there is no such game, if it has no such seats or options, or
    if names or seed cannot stand in a record; ValueError if `decks` has several decks for it;
    TypeError if the names are no texts, or are one.

    >>> table = deal("triggs", ["Ana", "Bo"], seed="tuesday")
    >>> table.play("draw left right")
    ('6', '2')
    >>> table.to_act, table.plies, table.scores
    ('B', 1, (0, 0))
    """
    mine = [deck.digest for deck in decks if deck.game == game]
    if len(mine) > 1:
        raise ValueError(f"there are {len(mine)} decks for {game}: which one?")
    loaded = decks.game(game, mine[0] if mine else None)
    count = loaded.seats[0] if seats is None else seats
    if isinstance(count, str) or not (
        isinstance(count, int) or all(isinstance(name, str) for name in count)
    ):
        raise TypeError("`seats` is a number, or the names of the players, each a text")
    names = simulation.NAMES[:count] if isinstance(count, int) else tuple(count)
    loaded.check(count if isinstance(count, int) else len(names), options or {})
    record = new_record(loaded, names, options or {}, token_hex(16) if seed is None else seed)
    _check_readable(record)
    return open_game(record, decks=decks)


def _check_readable(record: Record) -> None:
    """Raise Fault if nobody could read a record back."""
    text = writing.write(record, Form.TEXT).encode(errors="replace")
    problem = next(reading.read(BytesIO(text), "new.cgn")).problem
    if problem is not None:
        raise Fault(problem.code, problem.message, problem.help)


def resume(
    record: Record, ply: int | None = None, *, seed: str | None = None, decks: Decks = OWN_DECKS
) -> LocalTable:
    """The game of a record after so many plies, by default all, to be played on from there.

    The shuffles to come follow from the record's Seed. Without one they come from `seed`, by
    default one that nobody knows, and are recorded. Raises Fault if the plies are wrong or leave
    cards out; ValueError if there are not so many, or if a seed is given besides the record's.

    >>> table = resume(simulate("triggs", seed="tuesday"), 10)
    >>> table.plies, table.to_act, table.legal()[:2]
    (10, 'A', ('draw left left', 'draw left middle'))
    """
    if record.seed is not None and seed is not None:
        raise ValueError("the record has a Seed, from which its shuffles follow: give no other")
    return open_game(record, ply, token_hex(16) if seed is None else seed, decks)


def read_decks(*paths: str | PathLike[str]) -> Decks:
    """The users' decks in these files, for records that name them.

    Raises OSError if a file cannot be read, BadDeck if it is not a deck that its game can use.
    """
    return Decks(parse_deck(Path(path).read_bytes()) for path in paths)
