"""Tables with unseen cards: each view has a record of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from msgspec import convert
from msgspec.json import decode, encode
from msgspec.structs import replace

from engines.registry import GAMES, load_game
from engines.table import Table
from notation.read import Form
from notation.record import Ply, Record, Result, Shuffle
from notation.text_writer import write_ply, write_shuffle, write_text
from replays.live.endings import Ending
from replays.live.own_records import (
    asked,
    begin,
    contradictions,
    play,
    record_of_view,
)
from replays.live.playing import Advanced, end, legal
from replays.live.ply_request import PlyRequest, Refusal
from replays.live.record_parts import RecordParts, StoredPly, entries_of, parts_of
from replays.live.scene import live_scene
from replays.unseen.follow import opened_with
from replays.validate import INVALID, validate
from replays.view.frames import Frame
from replays.view.redact import redact
from replays.view.views import PUBLIC
from tests.replays.helpers import played, reading


def setup_of(record: Record) -> tuple[Shuffle, ...]:
    """The shuffles of the setup in the public view."""
    entries = redact(record, PUBLIC).plies
    first = next(at for at, entry in enumerate(entries) if isinstance(entry, Ply))
    return tuple([entry for entry in entries[:first] if isinstance(entry, Shuffle)])


def as_seats_saw(record: Record) -> list[Ply]:
    """Each ply in the view of its seat."""
    seen = {
        seat: [entry for entry in redact(record, seat).plies if isinstance(entry, Ply)]
        for seat in "ABCDEFGHIJ"[: len(record.seats)]
    }
    return [seen[ply.seat][at] for at, ply in enumerate(seen["A"])]


def on(parts: RecordParts, accepted: Advanced) -> RecordParts:
    """The table after plies that were accepted."""
    return replace(parts, sent=(*parts.sent, *accepted.sent))


def film(parts: RecordParts, view: str) -> list[Frame]:
    """What a view is shown."""
    return [*live_scene(parts, view).frames()]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_unseen_cards_is_recorded_in_every_view(name: str) -> None:
    record = played(name)
    header = replace(record, seed=None, plies=setup_of(record), result=None)
    parts = begin(header)
    for ply in as_seats_saw(record)[:8]:
        due = asked(parts)[PUBLIC].due
        assert due is not None
        sender = ply.seat if ply.seat in due.seats else "owner"
        parts = on(parts, play(parts, PlyRequest(encode(ply), Form.JSON, sender)))
    truth = redact(record, PUBLIC).plies
    assert not contradictions(parts)
    for view in parts.dealt:
        seen = record_of_view(parts, view)
        assert validate(reading(write_text(seen))).verdict != INVALID
        assert [frame.ply for frame in film(parts, view)] == [*range(9)]
        plies = [entry for entry in seen.plies if isinstance(entry, Ply)]
        if view == PUBLIC:
            assert plies == [entry for entry in truth if isinstance(entry, Ply)][:8]


def begun(name: str, seats: int = 2) -> tuple[RecordParts, list[Ply], list[Ply]]:
    """A new table, the plies of a game as their seats send them, and in the public view."""
    record = played(name, seats)
    header = replace(record, seed=None, plies=setup_of(record), result=None)
    seen = [entry for entry in redact(record, PUBLIC).plies if isinstance(entry, Ply)]
    return begin(header), as_seats_saw(record), seen


def test_views_that_saw_the_same_are_followed_once_for_a_ply() -> None:
    parts, own, seen = begun("turkey_my_mayonnaise", 6)
    for ply in seen[:5]:
        with patch("replays.live.followed.opened_with", wraps=opened_with) as opened:
            accepted = play(parts, PlyRequest(encode(ply), Form.JSON, "owner"))
        assert opened.call_count == 2  # by its sender, and by everyone
        parts = on(parts, accepted)
    told = PlyRequest(encode(own[5]), Form.JSON, own[5].seat)
    with patch("replays.live.followed.opened_with", wraps=opened_with) as opened:
        play(parts, told)
    assert opened.call_count == 3


@pytest.mark.parametrize("name", GAMES)
def test_a_card_keeps_its_number_while_its_face_is_seen(name: str) -> None:
    parts, own, _ = begun(name)
    for ply in own[:25]:
        due = asked(parts)[PUBLIC].due
        sender = ply.seat if due is not None and ply.seat in due.seats else "owner"
        parts = on(parts, play(parts, PlyRequest(encode(ply), Form.JSON, sender)))
    for view in parts.dealt:
        before: dict[int, str] = {}
        for frame in film(parts, view):
            cards = [card for zone in frame.zones for card in zone.cards]
            now = {card.number: card.code for card in cards if card.code}
            assert all(now[number] == before[number] for number in now.keys() & before)
            before = now


@contextmanager
def unfollowed() -> Iterator[None]:
    """Within this block, Triggs does not support unseen cards, and a rule fails for lack of one."""
    with (
        patch.dict(vars(load_game("triggs")), unseen=False),
        patch.object(Table, "play", side_effect=KeyError("a card")),
    ):
        yield


class TestNobodyCanFollow:
    """A ply after which the game cannot be followed is accepted: it may be right."""

    @pytest.fixture
    def sent(self) -> tuple[RecordParts, Ply]:
        """A table of Triggs at which a rule failed for lack of a known card, and the ply."""
        parts, own, _ = begun("triggs")
        ply = replace(own[0], comments=("my plan",))
        with unfollowed():
            accepted = play(parts, PlyRequest(encode(ply), Form.JSON, ply.seat))
        assert accepted.ended is None
        assert accepted.asked["A"].scores == (None, None)
        return on(parts, accepted), ply

    def test_every_view_is_shown_the_ply_and_no_score(self, sent: tuple[RecordParts, Ply]) -> None:
        parts, ply = sent
        for view in parts.dealt:
            with unfollowed():
                before, after = film(parts, view)
            assert (after.ply, after.plies, after.seat, after.move) == (1, 1, "A", ply.move)
            assert after.sentence is not None
            assert after.sentence.text == f"Ana: {ply.move}"
            assert after.scores == (None, None)
            assert after.due is not None
            assert after.due.seats == ("A", "B")
            assert after.comments == (ply.comments if view == "A" else ())
            numbers = [
                [[card.number for card in zone.cards] for zone in frame.zones]
                for frame in (before, after)
            ]
            assert numbers[0] == numbers[1]

    def test_its_reveals_are_shown_to_its_sender_alone(self, sent: tuple[RecordParts, Ply]) -> None:
        parts, ply = sent
        for view, entries in parts.sent[0].seen.items():
            reveals = list(ply.reveals) if view == "A" else ["_"] * len(ply.reveals)
            assert decode(entries or b"")[0]["reveals"] == reveals

    def test_the_game_goes_on(self, sent: tuple[RecordParts, Ply]) -> None:
        parts, _ = sent
        _, own, _ = begun("triggs")
        due = play(parts, PlyRequest(encode(own[1]), Form.JSON, own[1].seat)).asked[PUBLIC].due
        assert due is not None
        assert due.seats == (own[2].seat,)

    @pytest.mark.parametrize(
        ("part", "value", "message"),
        [("move", "draw nothing", "is not a pile"), ("seat", "J", "there is no seat J")],
    )
    def test_the_next_ply_needs_a_seat_and_a_move(
        self, sent: tuple[RecordParts, Ply], part: str, value: str, message: str
    ) -> None:
        parts, ply = sent
        request = PlyRequest(encode(replace(ply, **{part: value})), Form.JSON, "owner")
        with unfollowed(), pytest.raises(Refusal, match=message) as refused:
            play(parts, request)
        assert refused.value.problem is not None
        assert refused.value.problem.place.pointer == f"/plies/{len(parts.record().plies)}/{part}"

    def test_its_owner_ends_it_without_scores(self, sent: tuple[RecordParts, Ply]) -> None:
        with unfollowed():
            record = end(sent[0], Ending("abandoned", ()))
            assert legal(sent[0], "A") == (None, None)
        assert record.result == Result((), (None, None))


class TestShuffles:
    """The shuffles after a ply may be sent with the next ply."""

    @pytest.fixture
    def shuffled(self) -> tuple[RecordParts, Ply]:
        """A table of Grab Your Breakfast after a ply that shuffles, and the next ply."""
        record = played("grab_your_breakfast")
        views = {view: redact(record, view).plies for view in (PUBLIC, "A", "B")}
        entries = views[PUBLIC]
        views["owner"] = entries
        first = len(setup_of(record))
        at = next(i for i, one in enumerate(entries) if i > first and isinstance(one, Shuffle))
        nobody = (Shuffle(entries[at].pile, ("_",)),)  # type: ignore[union-attr]
        header = parts_of(replace(record, seed=None, plies=(), result=None))
        seen = {view: entries_of(own[first:at]) for view, own in views.items()}
        sent = StoredPly(entries_of(entries[first:at]), "owner", entries_of(nobody), seen)
        dealt = {view: entries_of(own[:first]) for view, own in views.items()}
        after = next(entry for entry in entries[at:] if isinstance(entry, Ply))
        own_ply = views[after.seat][entries.index(after)]
        assert isinstance(own_ply, Ply)
        opening = entries_of(entries[:first])
        return replace(header, opening=opening, dealt=dealt, sent=(sent,)), own_ply

    def test_they_are_optional(self, shuffled: tuple[RecordParts, Ply]) -> None:
        parts, ply = shuffled
        accepted = play(parts, PlyRequest(encode(ply), Form.JSON, ply.seat))
        assert shuffles(accepted.sent[0].entry) == [Shuffle("hand", ("_",))]

    def test_they_are_kept_for_those_who_may_see_them(
        self, shuffled: tuple[RecordParts, Ply]
    ) -> None:
        parts, ply = shuffled
        (shuffle,) = shuffles(parts.sent[0].tail)
        shuffle = replace(shuffle, order=(ply.reveals[-1], "_"))
        request = PlyRequest(encode([shuffle, ply]), Form.JSON, ply.seat)
        accepted = play(parts, request)
        assert shuffles(accepted.sent[0].entry) == [shuffle]
        for entries in accepted.sent[0].seen.values():
            assert shuffles(entries or b"") == [replace(shuffle, order=("_",))]
        plies = [entry for entry in parts.record().plies if isinstance(entry, Ply)]
        lines = f"{write_shuffle(shuffle)}\n{write_ply(ply, len(plies) + 1)}\n"
        again = play(parts, replace(request, raw=lines.encode(), form=Form.TEXT))
        assert again.sent == accepted.sent

    def test_a_wrong_ply_after_shuffles_that_were_added_is_named(
        self, shuffled: tuple[RecordParts, Ply]
    ) -> None:
        parts, ply = shuffled
        unreported = replace(parts, sent=(replace(parts.sent[0], tail=b""),))
        wrong = PlyRequest(
            encode(replace(ply, move="take r1c1 using=nothing")), Form.JSON, ply.seat
        )
        with pytest.raises(Refusal) as refused:
            play(unreported, wrong)
        assert refused.value.problem is not None
        assert refused.value.problem.place.pointer == f"/plies/{len(parts.record().plies)}/move"

    def test_impossible_shuffles_are_refused(self, shuffled: tuple[RecordParts, Ply]) -> None:
        parts, ply = shuffled
        entries = encode([Shuffle("tiles", ("_",)), ply])
        with pytest.raises(Refusal, match=r"cgn\.shuffle-mismatch"):
            play(parts, PlyRequest(entries, Form.JSON, ply.seat))


def shuffles(entries: bytes) -> list[Shuffle]:
    """The shuffles among stored entries."""
    rows = [one for one in decode(entries) if "shuffle" in one]
    return convert(rows, list[Shuffle])
