"""The weight of records, estimated from their bytes."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from notation.json_writer import write_json, write_json_line
from notation.read import Form
from notation.text_writer import write_text
from notation.weight import LIGHT, weight
from tests.replays.store.making import branching, record


@given(st.binary(), st.sampled_from(Form))
def test_any_bytes_have_a_weight(raw: bytes, form: Form) -> None:
    assert weight(raw, form) >= len(raw) // 50


def test_a_record_weighs_about_the_same_in_every_form() -> None:
    for one in (record(), branching(100)):
        text = weight(write_text(one).encode(), Form.TEXT)
        for raw, form in (
            (write_json(one), Form.JSON),
            (write_json_line(one), Form.JSON_LINES),
        ):
            assert text / 2 < weight(raw.encode(), form) < text * 2


def test_an_honest_record_is_light_and_one_of_many_variations_is_not() -> None:
    assert weight(write_text(record()).encode(), Form.TEXT) < LIGHT / 10
    assert weight(write_text(branching(300)).encode(), Form.TEXT) > LIGHT


def test_parentheses_in_comments_are_no_variations() -> None:
    bare = replace(record(), comments=("x" * 100,))
    with_parentheses = replace(record(), comments=("((x))" * 20,))
    assert weight(write_text(with_parentheses).encode(), Form.TEXT) == weight(
        write_text(bare).encode(), Form.TEXT
    )


def test_a_record_without_variations_counts_none() -> None:
    assert weight(b'{"plies": []}', Form.JSON) == 1
