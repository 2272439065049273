"""What our own engines answer about records, as what a program must answer."""

from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from typing import Any

from msgspec.json import decode

from cli.conformance.facts import ExpectedAnswer, Fact
from cli.conformance.levels import asked, checker_of, read
from cli.conformance.suite import Case, can_be_read
from notation import read as reading
from notation.fault import Fault
from notation.outcome import Reading
from notation.read import Form
from notation.record import Record
from notation.write import write
from replays.digests import canonical_text, game_digest, position_digests, record_digest
from replays.validate import INVALID, Report, validate

_NAME = "differ.cgn"
"""The name of every file that a program gets."""


def case_of(records: Sequence[Record], claimed: Collection[str], without: Collection[str]) -> Case:
    """A file of these records, with the answers of our engines that the claims need."""
    raw = "\n".join(canonical_text(record) for record in records).encode()
    answers = map(_answer, reading.read(BytesIO(raw), _NAME))
    expected = tuple(asked(answer, claimed, without) for answer in answers)
    return Case(_NAME, raw, expected)


def _answer(read_record: Reading) -> ExpectedAnswer:
    record = read_record.record
    assert record is not None  # noqa: S101 - trials can be read, whatever is wrong in their games
    report = validate(read_record)
    facts = (can_be_read(), *_of_reader(record), *_of_checker(record, report))
    return ExpectedAnswer(facts, report.problem.message if report.problem is not None else "")


def _of_reader(record: Record) -> Iterator[Fact]:
    yield read("digest", record_digest(record))
    yield read("canonical", canonical_text(record))
    yield read("json", decode(write(record, Form.JSON)))


def _of_checker(record: Record, report: Report) -> Iterator[Fact]:
    claimed = (checker_of(record.game),)
    facts: dict[str, Any] = {"verdict": report.verdict}
    if report.verdict == INVALID:
        problem = report.problem
        assert problem is not None  # noqa: S101 - what makes it invalid
        facts |= {"line": problem.place.line}
        facts |= {"code": problem.code} if problem.code.startswith("cgn.") else {}
    else:
        facts |= {"code": None, "plies": report.plies}
        facts |= {"scores": report.scores, "winners": report.winners}
    facts |= _digests(record)
    for key, value in facts.items():
        yield Fact(key, (list(value) if isinstance(value, tuple) else value,), claimed)


def _digests(record: Record) -> dict[str, Any]:
    """The digests of the game and its positions, if the main line can be played."""
    try:
        return {"gameDigest": game_digest(record), "positions": list(position_digests(record))}
    except Fault:
        return {"gameDigest": None}
