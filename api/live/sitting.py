"""Taking seats at a dealt table, and the part of each seat in the deal."""

from msgspec.json import encode

from api.checking.work_queue import ask
from api.live.answers import json_of, state
from api.live.calls import check_running
from api.live.jobs import deal
from api.live.visit import Visit, asked_at, change_of
from api.problem_types import SEAT_TAKEN
from api.problems import Problem
from api.service import service
from notation.record import SEATS
from replays.live.deal import promise_of
from replays.store.live_model import Act, Change, Seat, Seated, Table
from replays.store.tokens import digest_of
from replays.view.frames import PUBLIC


def check_new(digest: str) -> None:
    """Raise Problem (422) if a token of this digest opens something already."""
    store = service().store
    if store.tokens.find(digest) is not None or store.tables.token(digest) is not None:
        raise Problem(422, "this token was used before: make a new one")


def sit(table: Table, seat: str, asked: dict[str, str]) -> None:
    """Give the seat to the holder of its invitation; nothing, if they have it already.

    Raises Problem without it (403), and if the seat is taken (409). Raises OtherVersion if another
    call was ahead.
    """
    tables = service().store.tables
    invitation = tables.token(digest_of(asked["invitation"]))
    of_seat = invitation is not None and (invitation.table, invitation.seat) == (table.id, seat)
    if not table.kind.by_invitation or invitation is None or not of_seat:
        raise Problem(403, "the invitation for this seat is required")
    taken = _taken(table, seat)
    if taken is not None:
        token = tables.token(asked["token"])
        same = token is not None and (token.table, token.seat) == (table.id, seat)
        if same and taken.promise == asked["commit"]:
            return
        raise Problem(SEAT_TAKEN, f"seat {seat} is taken")
    if invitation.revoked or not invitation.invitation:
        raise Problem(403, "this invitation was replaced by another")
    check_running(table)
    check_new(asked["token"])
    seated = Seated(seat, asked["token"], asked["commit"])
    details = {"seat": seat, "commit": asked["commit"]}
    tables.change(table, change_of(table, Act.SEATED, details, seated=seated))


def send_nonce(guest: Visit, nonce: str) -> None:
    """Take the nonce of a seat; with the last one the cards are dealt.

    Nothing, if it was sent already. Raises Problem as long as not all sit (409), and if it is not
    the one that was promised (422). Raises OtherVersion if another call was ahead.
    """
    table, tables = guest.table, service().store.tables
    seats = tables.seats(table)
    own = next(seat for seat in seats if seat.seat == guest.seat)
    if promise_of(nonce) != own.promise:
        raise Problem(422, "the SHA-256 of this nonce is not the `commit` of the seat")
    if own.nonce is not None:
        return
    check_running(table)
    if len(seats) < len(table.players):
        raise Problem(409, "a nonce cannot be sent before all seats are taken")
    change = change_of(table, Act.NONCE, {"seat": own.seat}, nonce=(own.seat, nonce))
    missing = [seat for seat in seats if seat.nonce is None]
    if missing == [own]:
        change = _dealing(table, seats, own.seat, nonce)
    tables.change(table, change)


def _dealing(table: Table, seats: list[Seat], last: str, nonce: str) -> Change:
    """The change with the last nonce: everyone has their cards."""
    nonces = [seat.nonce or nonce for seat in seats]
    parts = service().store.tables.record_parts(table)
    dealt = ask(deal(parts, table.secret or "", nonces))  # every table that is dealt has one
    changes = {"nonce": (last, nonce), "deal": dealt.parts, "asked": encode(dealt.asked)}
    return change_of(table, Act.DEALT, {"seat": last}, **changes)


def _taken(table: Table, seat: str) -> Seat | None:
    seats = service().store.tables.seats(table)
    return next((taken for taken in seats if taken.seat == seat), None)


def seat_of(table: Table, seat: str) -> str:
    """The seat, if the table has it. Raises Problem (404) if not."""
    if seat not in SEATS[: len(table.players)]:
        raise Problem(404, f"there is no seat {seat} at this table")
    return seat


def state_json(table: Table, view: str = PUBLIC) -> bytes:
    """The table in a view, for the answer."""
    return json_of(state(table, view, asked_at(table, view)))
