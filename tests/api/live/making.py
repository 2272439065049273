"""Tables for tests, and ways to play at them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.json import decode, encode

from api.live.answers import json_of, new_state
from notation.record import Record
from replays.live.playing import asked, begin
from replays.store.live_model import Call
from tests.api.asking import JSON, Answer, Served
from tests.replays.store.contracts.matches import new

SEED = "a seed that nobody guesses"
HEADER = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"], "seed": SEED}


def keep_table(served: Served, table: str) -> None:
    """Keep a table of Ana's under this id, in which a ply was played."""
    record = Record(game="triggs", rules="1", seats=("Ana", "Bo"), seed=SEED, plies=())
    begun = begin(record)
    made = new(id=table, parts=begun, clock=False, asked=encode(asked(begun)))
    with served.app.test_request_context():
        answer = json_of(new_state(made, 0))
    call = Call(time=served.clock(), token="", fingerprint="", answer=answer)
    served.store.matches.create(made, call)
    at = At(served, table)
    assert at.play("ana", "A", "draw left left").status_code == 200


@dataclass
class At:
    """A table at a service, with the tokens of its seats."""

    served: Served
    id: str
    seats: dict[str, str] = field(default_factory=dict)

    @classmethod
    def create(cls, served: Served, header: Mapping[str, Any] = HEADER, **more: object) -> "At":
        """A new table of Ana's, with a token for every seat."""
        others = len(served.json("/v1/tables?own=1", "ana")["tables"])
        if others and header is HEADER:
            header = {**HEADER, "seed": f"{SEED} {others}"}
        body = encode({"header": header, **more})
        answer = served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON)
        assert answer.status_code == 201, answer.text
        at = cls(served, answer.json["id"])
        for seat in "ABCDEFGHIJ"[: len(header["seats"])]:
            given = at.post("tokens", "ana", {"seat": seat})
            at.seats[seat] = given.json["token"].removeprefix("cgn_")
        return at

    @property
    def path(self) -> str:
        """The table's path."""
        return f"/v1/tables/{self.id}"

    @property
    def version(self) -> int:
        """The table's current version."""
        return int(self.get("", "ana")["version"])

    def by(self, viewer: str | None) -> str | None:
        """The token of a seat or an owner."""
        return None if viewer is None else self.seats.get(viewer, viewer)

    def ask(self, what: str, viewer: str | None = None, accept: str | None = None) -> Answer:
        """Send a GET request below the table's path."""
        answer = self.served.get(f"{self.path}{what}", self.by(viewer), accept)
        if answer.status_code == 303:
            answer = self.served.get(answer.headers["Location"], self.by(viewer), accept)
        return answer

    def get(self, what: str, viewer: str | None = None) -> Any:  # noqa: ANN401 - any JSON value
        """The JSON of a GET request, which has to succeed."""
        answer = self.ask(what, viewer)
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(
        self,
        what: str,
        viewer: str | None,
        body: object,
        version: int | None = None,
        *,
        kind: str = JSON,
        match: str | None = None,
    ) -> Answer:
        """Send a POST request below the table's path, for this version or the newest."""
        if match is None:
            match = f'"v{self.version if version is None else version}"'
        data = body.encode() if isinstance(body, str) else encode(body)
        path, headers = f"{self.path}/{what}", {"If-Match": match} if match else {}
        return self.served.ask("POST", path, self.by(viewer), body=data, kind=kind, headers=headers)

    def play(
        self, viewer: str | None, seat: str, move: str, version: int | None = None, **more: object
    ) -> Answer:
        """Send a ply."""
        return self.post("plies", viewer, {"seat": seat, "move": move, **more}, version)

    def legal(self, seat: str) -> Sequence[str]:
        """The legal moves that a seat is shown."""
        moves: Sequence[str] = self.get("/legal", seat)["legal"] or ()
        return moves


def moves_of(answer: Answer) -> list[str]:
    """The moves in an answer."""
    return [move["move"] for move in decode(answer.data)["moves"]]
