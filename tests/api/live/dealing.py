"""Dealt tables with bots that keep what they are shown, and check the service by it."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import Any

from notation.read import read
from notation.record import Ply
from notation.text_writer import write_text
from replays.digests import record_digest
from replays.legs import beginning
from replays.validate import VALID, validate
from replays.view.redact import redact
from tests.api.asking import JSON, TEXT, Answer, Served

NAMES = ("Ana", "Bo", "Cleo", "Dan")
HEADER = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}


class Cheated(Exception):
    """The service's answers contradict its commitments."""


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass
class Bot:
    """A player at a dealt table that keeps all it is shown, and checks it at the end."""

    served: Served
    table: str
    seat: str
    invitation: str
    secrets: str = ""
    header: dict[str, Any] = field(default_factory=dict)
    secret_hash: str = ""
    seed_hash: str = ""
    sent: list[str] = field(default_factory=list)
    record: str = ""
    plies: int = 0

    @property
    def nonce(self) -> str:
        return digest(f"nonce {self.seat}{self.secrets}")[:32]

    @property
    def token(self) -> str:
        return f"cgn_{digest(f'token {self.table} {self.seat}')[:32]}"

    @property
    def sitting(self) -> dict[str, str]:
        own = {"token": digest(self.token), "commit": digest(self.nonce)}
        return {"invitation": self.invitation, **own}

    def post(self, what: str, body: object, *, match: str | None = None) -> Answer:
        headers = {"Authorization": f"Bearer {self.token}"} if what[:5] != "seats" else {}
        if match is not None:
            headers["If-Match"] = match
        path, data = f"/v1/tables/{self.table}/{what}", json.dumps(body)
        return self.served.ask("POST", path, body=data, kind=JSON, headers=headers)

    def get(self, what: str = "", accept: str | None = None) -> Answer:
        headers = {"Authorization": f"Bearer {self.token}"}
        path = f"/v1/tables/{self.table}{what}"
        answer = self.served.ask("GET", path, accept=accept, headers=headers)
        if answer.status_code == 303:
            path = answer.headers["Location"]
            return self.served.ask("GET", path, accept=accept, headers=headers)
        return answer

    @property
    def version(self) -> int:
        """The table's current version."""
        return int(self.get().json["version"])

    def sit(self) -> Answer:
        """Note the commitments, and sit down."""
        table = self.served.json(f"/v1/tables/{self.table}")
        self.header, self.secret_hash = table["header"], table["secretHash"]
        return self.post(f"seats/{self.seat}", self.sitting)

    def show(self) -> Answer:
        """Send the nonce."""
        return self.post("nonce", {"nonce": self.nonce})

    def play(self) -> bool:
        """Play if it is this seat's turn; False once the game has ended."""
        table = self.get().json
        self.seed_hash = self.seed_hash or table["header"].get("seedHash", "")
        if table["finished"]:
            return False
        if table["due"]["seats"] == [self.seat]:
            self.note(self.get("/record", TEXT))
            move = self.get("/legal").json["legal"][-1]
            ply = {"seat": self.seat, "move": move}
            assert self.post("plies", ply, match=f'"v{table["version"]}"').status_code == 200
            self.sent.append(move)
        return True

    def note(self, answer: Answer) -> None:
        """Keep the record in this seat's view, and its number of plies."""
        self.record, self.plies = answer.text, int(answer.headers["Table-Plies"])

    def check(self, replay: str, raw: bytes) -> None:
        """Raise Cheated unless the replay proves that the deal and the game were fair."""
        (reading,) = read(BytesIO(raw))
        record = reading.record
        if record is None or record.seed is None:
            raise Cheated("there is no record, or no seed")
        first, *nonces = record.seed.split(".")
        plies = [entry for entry in record.plies if isinstance(entry, Ply)]
        tags = {
            name: text for name, text in record.tags.items() if name not in ("Dealt", "Resigned")
        }
        header = (record.game, list(record.seats), dict(record.options), tags)
        noted = (self.header["game"], self.header["seats"], self.header.get("options", {}))
        self._holds("the id", record_digest(record) == replay)
        self._holds("the header", header == (*noted, self.header.get("tags", {})))
        self._holds("the seed", digest(record.seed) == self.seed_hash == record.seed_hash)
        self._holds("the secret", digest(first) == self.secret_hash == record.tags["Dealt"])
        self._holds("the nonce", nonces["ABCD".index(self.seat)] == self.nonce)
        self._holds("the plies", [p.move for p in plies if p.seat == self.seat] == self.sent)
        self._holds("the rules", validate(reading).verdict == VALID)
        expected = write_text(redact(beginning(record, self.plies), self.seat))
        self._holds("the record", expected == self.record)

    @staticmethod
    def _holds(what: str, holds: bool) -> None:  # noqa: FBT001 - what is asked
        if not holds:
            raise Cheated(what)


def created(served: Served, seats: int = 2, **more: object) -> tuple[dict[str, Any], list[Bot]]:
    """A dealt table of Ana's, and a bot for each seat."""
    header = {**HEADER, "seats": NAMES[:seats]}
    body = json.dumps({"header": header, "deal": True, **more})
    answer = served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON)
    assert answer.status_code == 201, answer.text
    table = answer.json
    bots = [Bot(served, table["id"], seat, said) for seat, said in table["invitations"].items()]
    return table, bots


def dealt(served: Served, seats: int = 2) -> list[Bot]:
    """Bots at a table whose cards are dealt."""
    _, bots = created(served, seats)
    for act in (Bot.sit, Bot.show):
        for bot in bots:
            assert act(bot).status_code == 200
    return bots
