"""Questions about the records of a log, and their answers, in JSON: what the judge in a page does.

Knows no page, and no service. An answer is an object with `answer`, or with `error`: its `message`,
the `code` of what is wrong with the record, if something is, and the name of the `deck` that the
question has to bring along, if that is what is missing.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import islice
from typing import TypeVar

from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder, encode

from engines.deck import BadDeck, parse_deck
from engines.registry import OWN_DECKS, Decks
from notation.chance import UnseenCards
from notation.fault import Fault
from notation.outcome import Reading, as_reading
from notation.read import raw_records
from notation.record import Record
from notation.render.text import render_text
from notation.text_writer import write_text
from replays.digests import game_digest, position_digests, record_digest
from replays.report_json import ReportRow, full
from replays.validate import validate
from replays.view.choices import Choices
from replays.view.frames import legal_moves
from replays.view.frames_json import Scene
from replays.view.playhead import Playhead
from replays.view.views import ALL, views_of
from replays.what_if import MoveRefused, Untriable, choices_after, tried_line

_OWN = "sha256:"
"""How the name of a user's deck begins."""


class Unanswerable(Exception):
    """Why there is no answer, in words.

    Attributes:
        code: that of the error in the record; None if it has none.
        deck: the name of a deck that was not sent; None if that is not the reason.
    """

    def __init__(self, message: str, *, code: str | None = None, deck: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.deck = deck


class Question(Struct, frozen=True, kw_only=True, tag_field="ask", forbid_unknown_fields=True):
    """A question about one record of a log, by its number from 1.

    `decks` are the files of users' decks, as text.
    """

    record: int = 1
    decks: tuple[str, ...] = ()

    def answer(self, log: bytes) -> object:
        """What is to be said of the log. Raises Unanswerable."""
        raise NotImplementedError

    def known(self) -> Decks:
        """The decks that came with the question. Raises Unanswerable if one is none."""
        try:
            return Decks([parse_deck(deck.encode()) for deck in self.decks])
        except BadDeck as error:
            raise Unanswerable(str(error)) from None

    def reading(self, log: bytes) -> Reading:
        """The record that is meant, read. Raises Unanswerable if there are not so many."""
        found = next(islice(raw_records(BytesIO(log)), max(self.record, 1) - 1, None), None)
        if found is None:
            raise Unanswerable(f"the log has no record {self.record}")
        return as_reading(found, mends=True)

    def asked(self, log: bytes) -> tuple[Record, Decks]:
        """The record that is meant, and the decks to play it with.

        Raises Unanswerable if it cannot be read, or if its deck is missing.
        """
        reading = self.reading(log)
        if reading.record is None:
            problem = reading.problem
            if problem is None:
                raise Unanswerable("there is no record")
            raise Unanswerable(problem.message, code=problem.code)
        return reading.record, self.decks_of(reading.record)

    def decks_of(self, record: Record) -> Decks:
        """The decks to play a record with. Raises Unanswerable if its own was not sent."""
        decks, name = self.known(), record.deck
        if name is None or not name.startswith(_OWN):
            return OWN_DECKS
        if name not in [deck.digest for deck in decks]:
            raise Unanswerable(f"this needs the deck {name}", deck=name)
        return decks

    def tried(
        self, record: Record, ply: int, moves: Sequence[str], decks: Decks, *, quoted: bool = True
    ) -> Record:
        """The record until a ply, and on with these moves. Raises Unanswerable if none can be.

        The reason may have a move `quoted`, or not: see MoveRefused.
        """
        try:
            return tried_line(record, ply, moves, decks)
        except MoveRefused as refused:
            raise Unanswerable(str(refused) if quoted else refused.UNQUOTED) from None
        except Untriable as reason:
            raise Unanswerable(str(reason)) from None


@contextmanager
def played() -> Iterator[None]:
    """Raise Unanswerable if something is wrong with the record that is played within."""
    try:
        yield
    except UnseenCards:
        raise Unanswerable("nobody told all cards of this game") from None
    except Fault as fault:
        raise Unanswerable(fault.message, code=fault.code) from None


class Checked(Struct, frozen=True):
    """The report on a record, and what it says in words, with the lines of the log."""

    report: ReportRow
    text: str


class Check(Question, frozen=True, tag="check"):
    """The reports on all records of the log."""

    def answer(self, log: bytes) -> list[Checked]:
        """A report for each record. Raises Unanswerable if the deck of one was not sent."""
        readings = [as_reading(one, mends=True) for one in raw_records(BytesIO(log))]
        return [self._checked(reading) for reading in readings]

    def _checked(self, reading: Reading) -> Checked:
        decks = OWN_DECKS if reading.record is None else self.decks_of(reading.record)
        report = validate(reading, decks, digest=True)
        problems = [report.problem] if report.problem else []
        text = "\n\n".join(map(render_text, [*problems, *report.warnings]))
        return Checked(full(report), text)


class Digests(Struct, frozen=True):
    """The digests of a record, of its game, and of the position at each ply from 0 on."""

    record: str
    game: str
    positions: tuple[str, ...]


class Positions(Question, frozen=True, tag="positions"):
    """The digests of a record. Two games reach the same position if its digest is the same."""

    def answer(self, log: bytes) -> Digests:
        """The digests. Raises Unanswerable, also if the main line cannot be played."""
        record, decks = self.asked(log)
        with played():
            positions = tuple(position_digests(record, decks))
            return Digests(record_digest(record), game_digest(record, decks), positions)


class LegalMoves(Struct, frozen=True):
    """The seats that are asked, and their moves; None if unseen cards decide what is legal.

    `is_whole` says whether these are all legal moves, or only examples of some kinds.
    """

    seats: tuple[str, ...]
    moves: tuple[str, ...] | None
    is_whole: bool


class Legal(Question, frozen=True, tag="legal"):
    """The legal moves after a ply."""

    ply: int = 0

    def answer(self, log: bytes) -> LegalMoves:
        """The moves. Raises Unanswerable if the record does not come to this ply."""
        record, decks = self.asked(log)
        with played():
            head = Playhead(record, decks)
            head.seek(self.ply)
        if head.ply != self.ply:
            raise Unanswerable(f"this game has no ply {self.ply}: it comes to ply {head.ply}")
        table, due = head.table, head.table.due
        listed = legal_moves(table)
        return LegalMoves(
            seats=tuple(due.seats) if due else (),
            moves=None if listed is None else tuple(listed),
            is_whole=listed is not None and bool(table.known(lambda: table.lists_all)),
        )


class Frames(Question, frozen=True, kw_only=True, tag="frames"):
    """The frames of the plies from `first` to `last`, as a view sees them."""

    first: int = 0
    last: int
    view: str = ALL

    def answer(self, log: bytes) -> list[Raw]:
        """The frames. Raises Unanswerable, also for a view that the game has not."""
        record, decks = self.asked(log)
        if self.view not in views_of(len(record.seats)):
            raise Unanswerable(f"this game has no view {self.view!r}")
        scene = Scene(record, decks, self.view)
        with played():
            return list(map(Raw, scene.written(max(self.first, 0), self.last, legal=False)))


class Tried(Struct, frozen=True):
    """A line that is tried: the record up to its end, its last frame, and what may follow."""

    record: str
    frame: Raw
    choices: Choices | None


class Try(Question, frozen=True, tag="try"):
    """Other moves than were played after a ply, and what the taps make of those that may follow."""

    ply: int = 0
    moves: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()

    def answer(self, log: bytes) -> Tried:
        """The line. Raises Unanswerable if one of its moves is against the rules."""
        record, decks = self.asked(log)
        line = self.tried(record, self.ply, self.moves, decks)
        plies = self.ply + len(self.moves)
        (shown,) = Scene(line, decks, ALL).written(plies, plies, legal=False)
        return Tried(write_text(line), Raw(shown), choices_after(line, self.taps, decks))


Asked = TypeVar("Asked", bound=Question)
_RULES: Decoder[Question] = Decoder(Check | Positions | Legal | Frames | Try)


def answer(
    question: bytes, log: bytes, decoder: Decoder[Asked] | Decoder[Question] = _RULES
) -> bytes:
    """The answer to a question about a log, read by a decoder. Never raises, whatever is asked.

    >>> answer(b'{"ask":"legal","ply":400}', b"nothing")
    b'{"error":{"message":"there is no record here","code":"cgn.no-record","deck":null}}'
    """
    try:
        return encode({"answer": decoder.decode(question).answer(log)})
    except MsgspecError as error:
        problem = Unanswerable(f"this is no question: {error}")
    except Unanswerable as reason:
        problem = reason
    return encode({"error": {"message": str(problem), "code": problem.code, "deck": problem.deck}})
