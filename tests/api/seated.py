"""Tables at which schemathesis plays: one for each call that changes a table, and its body.

They are kept before the run, under ids that are known, since no description says which seed a
table was sealed with, or which nonce a seat has promised.
"""

import time
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import requests
from msgspec.json import encode
from msgspec.structs import replace
from schemathesis import Case

from api.live.jobs import asked
from notation.chance import seed_hash
from notation.read import Form
from notation.record import Record
from replays.live import own_records
from replays.live.deal import promise_of
from replays.live.kinds import DEALT, SEALED, SEEDED, Kind
from replays.live.playing import begin, play
from replays.live.ply_request import PlyRequest
from replays.live.record_parts import RecordParts, parts_of
from replays.store.live_model import Act, Call, Change, Ended, Seated
from replays.store.sql.store import Store
from replays.store.tokens import digest_of
from tests.replays.store.contracts.matches import new

OWNER = "Bearer cgn_test"
_SEAT = "cgn_seat"
_INVITATION = "cgn_invitation"
_SEED = "a seed that was sealed"
_NONCE = "0f" * 16
_PLY = b'{"seat": "A", "move": "draw left left"}'
_OTHER = sha256(b"another token").hexdigest()
_IDS = {
    name: f"{number:032x}"
    for number, name in enumerate(
        ("sendPlies", "takeBack", "endTable", "sendSeed", "takeSeat", "sendNonce", "deleteTable"),
        start=1,
    )
}
BODIES: Mapping[str, dict[str, Any]] = {
    "takeBack": {"to": 0},
    "endTable": {"termination": "abandoned"},
    "sendSeed": {"seed": _SEED},
    "takeSeat": {"invitation": _INVITATION, "token": _OTHER, "commit": promise_of(_NONCE)},
    "sendNonce": {"nonce": _NONCE},
    "giveSeatToken": {"seat": "B"},
}
"""The body of each call, but for plies: these depend on the game."""


def table_for(operation: str) -> str:
    """The id of the table at which a call is made."""
    return _IDS.get(operation, _IDS["sendPlies"])


def keep_tables(store: Store) -> None:
    """Keep the tables, unless they are kept already."""
    if store.matches.get(_IDS["sendPlies"]) is not None:
        return
    for name in ("sendPlies", "takeBack", "endTable", "deleteTable"):
        record = Record(game="triggs", rules="1", seats=("Ana", "Bo"), seed=name, plies=())
        _create(store, name, SEEDED, begin(record))
    bare = Record(game="triggs", rules="1", seats=("Ana", "Bo"), plies=())
    sealed = own_records.begin(replace(bare, seed_hash=seed_hash(_SEED)))
    _create(store, "sendSeed", SEALED, sealed)
    for name in ("takeSeat", "sendNonce"):
        _create(store, name, DEALT, parts_of(bare))
    _go_on(store)


def _create(store: Store, name: str, kind: Kind, parts: RecordParts) -> None:
    dealt = kind is DEALT
    invited = {seat: digest_of(f"{_INVITATION}{'' if seat == 'A' else seat}") for seat in "AB"}
    made = new(
        id=_IDS[name],
        kind=kind,
        parts=parts,
        asked=encode(asked(parts, 0).run({})) if parts.is_dealt else b"{}",
        clock=False,
        secret="5f" * 16 if dealt else None,
        invitations=invited if name == "takeSeat" else {},
    )
    store.matches.create(made, _call())


def _go_on(store: Store) -> None:
    """A ply to take back, ends to unseal and to remove, and seats without their nonces."""
    match = store.matches.get(_IDS["takeBack"])
    assert match is not None
    done = play(store.matches.record_parts(match), PlyRequest(_PLY, Form.JSON, "all"))
    _change(store, "takeBack", Act.PLIES, sent=done.sent)
    for name in ("sendSeed", "deleteTable"):
        _change(store, name, Act.ENDED, ended=Ended("abandoned", None))
    for seat in "AB":
        token = digest_of(f"{_SEAT}{'' if seat == 'A' else seat}")
        seated = Seated(seat, token, promise_of(_NONCE))
        _change(store, "sendNonce", Act.SEATED, seated=seated)


def _change(store: Store, name: str, act: Act, **parts: Any) -> None:  # noqa: ANN401 - those of Change
    match = store.matches.get(_IDS[name])
    assert match is not None
    store.matches.change(match, Change(act=act, call=_call(), keep=0, **parts))


def _call() -> Call:
    return Call(time=int(time.time()), token="", fingerprint="", answer=b"{}")


def follow(case: Case[Any], operation: str) -> None:
    """Send a call on the version that its table has now, as a client does that follows the game."""
    path = f"{case.operation.base_url}/v1/tables/{case.path_parameters['table']}"
    headers = {"Authorization": OWNER}
    now = requests.get(path, headers=headers, timeout=20)
    if now.status_code != requests.codes.ok:
        return
    if operation in ("sendPlies", "takeBack", "endTable", "sendSeed"):
        case.headers["If-Match"] = now.headers["ETag"]
    if operation == "sendNonce":
        case.headers["Authorization"] = f"Bearer {_SEAT}"
    if operation == "sendPlies":
        legal = requests.get(f"{path}/legal", headers=headers, timeout=20).json().get("legal")
        due = now.json()["due"]
        if legal and due:
            case.body = [{"seat": due["seats"][0], "move": legal[0]}]
