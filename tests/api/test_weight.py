"""The weight of a body, and the pieces it is cut into."""

from io import BytesIO

from api.checking.work_queue import light_pieces
from notation.read import Form
from notation.weight import LIGHT, weight

HEAD = b'[CGN "1"]\n'


def record(size: int) -> bytes:
    """A record of this many bytes, in two lines."""
    return HEAD + b"{%s}\n" % (b"x" * (size - len(HEAD) - 3))


def test_pieces_are_light_despite_rounding() -> None:
    one = record(48 * 50 + 49)
    assert LIGHT % weight(one, Form.TEXT) == 0
    body = one * (LIGHT // weight(one, Form.TEXT))
    assert weight(body, Form.TEXT) > LIGHT
    pieces = list(light_pieces(BytesIO(body), Form.TEXT))
    assert b"".join(piece.raw for piece in pieces) == body
    assert all(weight(piece.raw, Form.TEXT) <= LIGHT for piece in pieces)


def test_a_heavy_record_is_a_piece_of_its_own() -> None:
    small, heavy = record(100), record(LIGHT * 60)
    pieces = list(light_pieces(BytesIO(small + heavy + small), Form.TEXT))
    assert [piece.raw for piece in pieces] == [small, heavy, small]
