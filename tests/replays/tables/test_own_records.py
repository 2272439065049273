"""Tables with unseen cards: each view has a record of its own."""

from collections.abc import Iterator, Sequence
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
from replays.frames import PUBLIC
from replays.moves import Played
from replays.redact import redact
from replays.tables.endings import Ending
from replays.tables.own_records import Own, begin, play, record_of_view
from replays.tables.playing import end, legal
from replays.tables.sending import Refused, Sending
from replays.tables.views import Begun, Shown, given
from replays.tables.whole import Sent, Whole, entries_of, whole_of
from replays.unseen.follow import opened_with
from replays.validate import INVALID, validate
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


def owns_of(shown: Sequence[tuple[Shown, ...]]) -> list[Own]:
    """The record of each view."""
    views = [one.view for one in shown[0]]
    return [Own(view, tuple([step[at].entries for step in shown])) for at, view in enumerate(views)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_unseen_cards_is_recorded_in_every_view(name: str) -> None:
    record = played(name)
    header = replace(record, seed=None, plies=setup_of(record), result=None)
    begun = begin(header)
    whole, shown = begun.whole, [begun.shown]
    for ply in as_seats_saw(record)[:8]:
        due = decode(shown[-1][0].move, type=Played).due
        assert due is not None
        sender = ply.seat if ply.seat in due.seats else "owner"
        accepted = play(whole, owns_of(shown), Sending(encode(ply), Form.JSON, sender), shown[-1])
        whole = replace(whole, sent=(*whole.sent, *accepted.sent))
        shown += accepted.shown
    truth = redact(record, PUBLIC).plies
    for own in owns_of(shown):
        assert not own.is_contradicted
        seen = record_of_view(whole, owns_of(shown), own.view)
        assert validate(reading(write_text(seen))).verdict != INVALID
        plies = [entry for entry in seen.plies if isinstance(entry, Ply)]
        if own.view == PUBLIC:
            assert plies == [entry for entry in truth if isinstance(entry, Ply)][:8]


def begun(name: str, seats: int = 2) -> tuple[Begun, list[Ply], list[Ply]]:
    """A new table, the plies of a game as their seats send them, and in the public view."""
    record = played(name, seats)
    header = replace(record, seed=None, plies=setup_of(record), result=None)
    seen = [entry for entry in redact(record, PUBLIC).plies if isinstance(entry, Ply)]
    return begin(header), as_seats_saw(record), seen


def test_views_that_saw_the_same_are_followed_once_for_a_ply() -> None:
    table, own, seen = begun("turkey_my_mayonnaise", 6)
    shown = [table.shown]
    whole = table.whole
    for ply in seen[:5]:
        with patch("replays.tables.standing.opened_with", wraps=opened_with) as opened:
            accepted = play(
                whole, owns_of(shown), Sending(encode(ply), Form.JSON, "owner"), shown[-1]
            )
        assert opened.call_count == 2  # by its sender, and by everyone
        whole = replace(whole, sent=(*whole.sent, *accepted.sent))
        shown += accepted.shown
    told = Sending(encode(own[5]), Form.JSON, own[5].seat)
    with patch("replays.tables.standing.opened_with", wraps=opened_with) as opened:
        play(whole, owns_of(shown), told, shown[-1])
    assert opened.call_count == 3


@pytest.mark.parametrize("name", GAMES)
def test_a_card_keeps_its_number_while_its_face_is_seen(name: str) -> None:
    table, own, _ = begun(name)
    whole, shown = table.whole, [table.shown]
    faces: dict[str, dict[int, str]] = {}
    for ply in own[:25]:
        due = decode(shown[-1][0].move, type=Played).due
        sender = ply.seat if due is not None and ply.seat in due.seats else "owner"
        accepted = play(whole, owns_of(shown), Sending(encode(ply), Form.JSON, sender), shown[-1])
        whole = replace(whole, sent=(*whole.sent, *accepted.sent))
        shown += accepted.shown
        for one in accepted.shown[0]:
            zones = given(one).zones
            now = {number: code for zone in zones for number, code in zone if code}
            before = faces.get(one.view, {})
            assert all(now[number] == before[number] for number in now.keys() & before)
            faces[one.view] = now


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
    def sent(self) -> tuple[Whole, list[tuple[Shown, ...]], Ply]:
        """A table of Triggs at which a rule failed for lack of a known card, and the ply."""
        table, own, _ = begun("triggs")
        ply = replace(own[0], comments=("my plan",))
        with unfollowed():
            accepted = play(
                table.whole,
                owns_of([table.shown]),
                Sending(encode(ply), Form.JSON, ply.seat),
                table.shown,
            )
        assert not accepted.over
        whole = replace(table.whole, sent=accepted.sent)
        return whole, [table.shown, *accepted.shown], ply

    def test_every_view_is_shown_the_ply_and_no_score(
        self, sent: tuple[Whole, list[tuple[Shown, ...]], Ply]
    ) -> None:
        _, (before, after), ply = sent
        for old, one in zip(before, after, strict=True):
            move = decode(one.move, type=Played)
            assert (move.ply, move.seat, move.move) == (1, "A", ply.move)
            assert move.sentence is not None
            assert move.sentence.text == f"Ana: {ply.move}"
            assert move.scores == (None, None)
            assert move.due is not None
            assert move.due.seats == ("A", "B")
            assert move.comments == (ply.comments if one.view == "A" else ())
            assert given(one) == given(old)

    def test_its_reveals_are_shown_to_its_sender_alone(
        self, sent: tuple[Whole, list[tuple[Shown, ...]], Ply]
    ) -> None:
        _, shown, ply = sent
        for one in shown[-1]:
            reveals = list(ply.reveals) if one.view == "A" else ["_"] * len(ply.reveals)
            assert decode(one.entries or b"")["reveals"] == reveals

    def test_the_game_goes_on(self, sent: tuple[Whole, list[tuple[Shown, ...]], Ply]) -> None:
        whole, shown, _ = sent
        _, own, _ = begun("triggs")
        sending = Sending(encode(own[1]), Form.JSON, own[1].seat)
        (now,) = play(whole, owns_of(shown), sending, shown[-1]).shown
        due = decode(now[0].move, type=Played).due
        assert due is not None
        assert due.seats == (own[2].seat,)

    @pytest.mark.parametrize(
        ("part", "value", "message"),
        [("move", "draw nothing", "is not a pile"), ("seat", "J", "there is no seat J")],
    )
    def test_the_next_ply_needs_a_seat_and_a_move(
        self,
        sent: tuple[Whole, list[tuple[Shown, ...]], Ply],
        part: str,
        value: str,
        message: str,
    ) -> None:
        whole, shown, ply = sent
        sending = Sending(encode(replace(ply, **{part: value})), Form.JSON, "owner")
        with (
            unfollowed(),
            pytest.raises(Refused, match=message) as refused,
        ):
            play(whole, owns_of(shown), sending, shown[-1])
        assert refused.value.problem is not None
        assert refused.value.problem.place.pointer == f"/plies/{len(whole.record().plies)}/{part}"

    def test_its_owner_ends_it_without_scores(
        self, sent: tuple[Whole, list[tuple[Shown, ...]], Ply]
    ) -> None:
        with unfollowed():
            record = end(sent[0], Ending("abandoned", ()))
            assert legal(sent[0], "A") == (None, None)
        assert record.result == Result((), (None, None))


class TestShuffles:
    """The shuffles after a ply may be sent with the next ply."""

    @pytest.fixture
    def shuffled(self) -> tuple[Whole, list[Own], Ply]:
        """A table of Grab Your Breakfast after a ply that shuffles, and the next ply."""
        record = played("grab_your_breakfast")
        views = {view: redact(record, view).plies for view in (PUBLIC, "A", "B")}
        entries = views[PUBLIC]
        first = len(setup_of(record))
        at = next(i for i, one in enumerate(entries) if i > first and isinstance(one, Shuffle))
        nobody = (Shuffle(entries[at].pile, ("_",)),)  # type: ignore[union-attr]
        header = whole_of(replace(record, seed=None, plies=(), result=None))
        sent = Sent(entries_of(entries[first:at]), "owner", entries_of(nobody))
        owns = [
            Own(view, (entries_of(own[:first]), entries_of(own[first:at])))
            for view, own in {"owner": entries, **views}.items()
        ]
        after = next(entry for entry in entries[at:] if isinstance(entry, Ply))
        own_ply = views[after.seat][entries.index(after)]
        assert isinstance(own_ply, Ply)
        return replace(header, opening=entries_of(entries[:first]), sent=(sent,)), owns, own_ply

    def test_they_are_optional(self, shuffled: tuple[Whole, list[Own], Ply]) -> None:
        whole, owns, ply = shuffled
        accepted = play(whole, owns, Sending(encode(ply), Form.JSON, ply.seat), ())
        assert shuffles(accepted.sent[0].entry) == [Shuffle("hand", ("_",))]

    def test_they_are_kept_for_those_who_may_see_them(
        self, shuffled: tuple[Whole, list[Own], Ply]
    ) -> None:
        whole, owns, ply = shuffled
        (shuffle,) = shuffles(whole.sent[0].tail)
        shuffle = replace(shuffle, order=(ply.reveals[-1], "_"))
        sending = Sending(encode([shuffle, ply]), Form.JSON, ply.seat)
        accepted = play(whole, owns, sending, ())
        assert shuffles(accepted.sent[0].entry) == [shuffle]
        for one in accepted.shown[0]:
            assert shuffles(one.entries or b"") == [replace(shuffle, order=("_",))]
        plies = [entry for entry in whole.record().plies if isinstance(entry, Ply)]
        lines = f"{write_shuffle(shuffle)}\n{write_ply(ply, len(plies) + 1)}\n"
        again = play(whole, owns, replace(sending, raw=lines.encode(), form=Form.TEXT), ())
        assert again.sent == accepted.sent

    def test_a_wrong_ply_after_shuffles_that_were_added_is_named(
        self, shuffled: tuple[Whole, list[Own], Ply]
    ) -> None:
        whole, owns, ply = shuffled
        unreported = replace(whole, sent=(replace(whole.sent[0], tail=b""),))
        wrong = Sending(encode(replace(ply, move="take r1c1 using=nothing")), Form.JSON, ply.seat)
        with pytest.raises(Refused) as refused:
            play(unreported, owns, wrong, ())
        assert refused.value.problem is not None
        assert refused.value.problem.place.pointer == f"/plies/{len(whole.record().plies)}/move"

    def test_impossible_shuffles_are_refused(self, shuffled: tuple[Whole, list[Own], Ply]) -> None:
        whole, owns, ply = shuffled
        entries = encode([Shuffle("tiles", ("_",)), ply])
        with pytest.raises(Refused, match=r"cgn\.shuffle-mismatch"):
            play(whole, owns, Sending(entries, Form.JSON, ply.seat), ())


def shuffles(entries: bytes) -> list[Shuffle]:
    """The shuffles among stored entries."""
    rows = [one for one in decode(b"[%b]" % entries) if "shuffle" in one]
    return convert(rows, list[Shuffle])
