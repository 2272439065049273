"""The weight of a body, and the parts it is cut into."""

from io import BytesIO

from api.checking.record_jobs import Part
from api.checking.work_queue import light_parts
from notation.read import Form, raw_of_form
from notation.weight import LIGHT, weight

HEAD = b'[CGN "1"]\n'


def record(size: int) -> bytes:
    """A record of this many bytes, in two lines."""
    return HEAD + b"{%s}\n" % (b"x" * (size - len(HEAD) - 3))


def parts_of(body: bytes) -> list[bytes]:
    """The bytes of each part of a body."""
    parts = light_parts(raw_of_form(BytesIO(body), "", Form.TEXT), Form.TEXT)
    return [b"".join(raw.raw for raw in part.records) for part in parts if isinstance(part, Part)]


def test_parts_are_light_despite_rounding() -> None:
    one = record(48 * 50 + 49)
    assert LIGHT % weight(one, Form.TEXT) == 0
    body = one * (LIGHT // weight(one, Form.TEXT))
    assert weight(body, Form.TEXT) > LIGHT
    parts = parts_of(body)
    assert b"".join(parts) == body
    assert all(weight(part, Form.TEXT) <= LIGHT for part in parts)


def test_a_heavy_record_is_a_part_of_its_own() -> None:
    small, heavy = record(100), record(LIGHT * 60)
    assert parts_of(small + heavy + small) == [small, heavy, small]
