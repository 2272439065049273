"""The record within a page."""

from base64 import b64encode
from io import BytesIO

import pytest

from notation.page_record import packed, within
from notation.read import read
from tests.notation.building import EXAMPLE


def page(record: str) -> bytes:
    script = f'<script id="record" type="text/cgn">{record}</script>'
    return f"\n<!DOCTYPE html>\n<p>A game</p>{script}".encode()


def test_a_record_is_read_from_the_page_that_has_it() -> None:
    (plain,) = read(BytesIO(EXAMPLE.encode()))
    (found,) = read(BytesIO(page(packed(EXAMPLE))))
    assert plain.record is not None
    assert found.record == plain.record


def test_the_end_of_a_script_in_a_comment_ends_nothing() -> None:
    text = EXAMPLE.replace("the row is full", "</script><!--")
    assert within(BytesIO(page(packed(text)))).read().decode() == text


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"<!doctype html>",
        EXAMPLE.encode(),
        page("H4sI"),
        page(b64encode(b"no gzip, and longer than nothing").decode()[:-3] + "=="),
        page(packed(" " * (17 << 20))),
        page(packed(EXAMPLE)).replace(b"<!DOCTYPE", b"<!doc"),
    ],
)
def test_everything_else_stays_as_it_is(raw: bytes) -> None:
    assert within(BytesIO(raw)).read() == raw
