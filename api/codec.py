"""From requests to records, and from stored bodies back to them."""

from io import BytesIO
from typing import BinaryIO

from api.content_types import Spelling
from api.problems import Problem
from api.request_bodies import readings
from api.responses import unpacked
from notation.json_reader import read_json
from notation.json_writer import write_json, write_json_line
from notation.outcome import Reading
from notation.read import Form
from notation.record import Record
from notation.text_writer import write_text
from replays.digests import canonical_text
from replays.store.model import Replay


def only_reading(kind: Spelling, stream: BinaryIO) -> Reading:
    """The one record of a body of this kind. Raises Problem (422) where there are more."""
    found = readings(kind, stream)
    first = next(found)
    if next(found, None) is not None:
        raise Problem(422, "there is more than one record here: POST them to /v1/imports")
    return first


def record_in(body: bytes) -> Record:
    """The record of a stored body."""
    (reading,) = read_json(BytesIO(unpacked(body)))
    if reading.record is None:
        raise ValueError(f"a stored record cannot be read: {reading.problem}")
    return reading.record


def written(record: Record, kind: Spelling) -> bytes:
    """The record in the spelling of a kind."""
    if kind.form is Form.TEXT:
        text = canonical_text(record) if kind.parameter else write_text(record)
    elif kind.form is Form.JSON_LINES:
        text = write_json_line(record)
    else:
        text = write_json(record)
    return text.encode()


def tag_of(stored: Replay, form: str) -> str:
    """What tells a stored replay in this form, as its viewer may know it, from any other answer."""
    view = "whole" if stored.whole else "public"
    return f"{stored.entry.id[:16]}.{stored.entry.revision}.{view}-{form}"
