"""Preparing records for a store."""

import gzip
from io import BytesIO

from msgspec.structs import replace

from notation.json_writer import write_json_line
from notation.read import read
from notation.record import Ply
from notation.text_writer import write_text
from replays.digests import game_digest, record_digest
from replays.store.prepare import prepare
from replays.view.redact import redact
from tests.replays.helpers import reading
from tests.replays.store.making import EVENT, record, upload, upload_of
from tests.replays.unseen import hiding


def test_a_finished_game_has_no_separate_public_body() -> None:
    original = record(tags=EVENT)
    made = upload_of(original)
    assert made.id == record_digest(original)
    assert made.game_digest == game_digest(original)
    assert original.result is not None
    assert (made.verdict, made.winners) == ("valid", original.result.winners)
    assert made.scores == made.public_scores == original.result.scores
    assert made.public_body is None
    assert gzip.decompress(made.body).decode() == write_json_line(original)


def test_a_finished_game_that_nobody_can_follow_lies_open_too() -> None:
    original = hiding.unclear()
    made = upload_of(original)
    assert original.result is not None
    assert (made.verdict, made.winners) == ("undetermined", original.result.winners)
    assert made.public_body is None


def test_an_unfinished_game_has_a_public_body_without_seed_and_shuffles() -> None:
    original = record(plies=12)
    made = upload_of(original)
    assert (made.verdict, made.winners, made.plies) == ("incomplete", (), 12)
    assert made.public_body is not None
    (public,) = read(BytesIO(gzip.decompress(made.public_body)), "x.jsonl")
    assert public.record == redact(original)
    assert b'"seed"' in gzip.decompress(made.body)
    assert b'"seed"' not in gzip.decompress(made.public_body)


def test_the_upload_does_not_depend_on_the_format() -> None:
    original = record()
    named = replace(original, deck="triggs/standard")
    assert upload_of(original) == upload_of(named)
    (other,) = read(BytesIO(write_json_line(named).encode()), "x.jsonl")
    assert prepare(other).upload == upload_of(original)


def test_an_invalid_record_gives_its_report_and_no_upload() -> None:
    original = record()
    made = prepare(reading(write_text(replace(original, plies=original.plies[1:]))))
    assert made.upload is None
    assert made.report.problem is not None
    made = prepare(reading("this is no record"))
    assert made.upload is None
    assert made.report.problem is not None


def test_words_are_names_event_and_site_and_the_comments_on_a_finished_game() -> None:
    original = record(plies=3, tags=EVENT, comments=("a quiet start",))
    first, *others = original.plies
    assert isinstance(first, Ply)
    line = (replace(first, comments=("was better",)),)
    annotated = replace(first, comments=("bold",), variations=(line,))
    unfinished = upload_of(replace(original, plies=(annotated, *others)))
    assert unfinished.words == "ana bo tuesday club zoe s kitchen"
    whole = record(tags=EVENT)
    finished = upload_of(replace(whole, plies=(annotated, *whole.plies[1:])))
    assert "was better" in finished.words


def test_a_body_has_no_timestamp() -> None:
    assert upload("bytes").body == upload("bytes").body
    assert upload("bytes").body[4:8] == bytes(4), "the time in gzip's header"
