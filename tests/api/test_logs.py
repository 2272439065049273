"""The logs of the service."""

from logging import makeLogRecord

import pytest

from api.logs import Lasting


@pytest.mark.parametrize(
    ("message", "lasting"),
    [
        ('ASGI transport error: "Closed(..)"', False),
        ("ASGI transport error: SendError { .. }", False),
        ("Listening at: http://127.0.0.1:8000", True),
    ],
)
def test_a_client_that_goes_away_is_worth_no_line(message: str, *, lasting: bool) -> None:
    assert Lasting().filter(makeLogRecord({"msg": message})) == lasting
