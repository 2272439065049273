"""Tables of every kind, played over HTTP in any order, against a model.

Answers get lost and calls are retried, several tokens play, plies are taken back. CGN_RUNS says how
many runs there are; `make attack` says 300.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.json import encode

from notation.chance import seed_hash
from replays.live.deal import promise_of
from tests.api.asking import JSON, Answer, Served
from tests.api.live.making import At

RUNS = int(os.environ.get("CGN_RUNS", "8"))
STEPS = 15
MOST = 4
"""A number of plies after which no hand is full."""
SEED = "the seed of a table"
BARE = {"cgn": 1, "game": "triggs", "rules": "1", "seats": ["Ana", "Bo"]}
HEADERS = {
    "seeded": {**BARE, "seed": SEED},
    "dealt": BARE,
    "sealed": {**BARE, "seedHash": seed_hash(SEED)},
    "unseen": BARE,
}
MOVES = ("draw left left", "draw middle middle", "draw right left", "nonsense", "extra 1")
PLAYERS = ("A", "B", "ana", "bo", None)

players = st.sampled_from(PLAYERS)
moves = st.sampled_from(MOVES)
behind = st.sampled_from([0, 0, 0, 0, 1, 2])


class Machine(RuleBasedStateMachine):
    """The model: kind, standing moves, turn, version, and whether the game ended.

    In Triggs the turn passes after each draw, and other moves of `MOVES` are refused.
    """

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.served = Served(Path(self.folder.name))
        self.kind = ""
        self.follow: list[str] = []
        self.version, self.ended = 1, False
        self.calls: list[tuple[tuple[Any, ...], int, Answer, bool]] = []

    def teardown(self) -> None:
        self.served.close()
        self.folder.cleanup()

    @initialize(kind=st.sampled_from(list(HEADERS)))
    def create(self, kind: str) -> None:
        self.kind = kind
        if kind != "dealt":
            self.at = At.create(self.served, HEADERS[kind])
            return
        body = encode({"header": BARE, "deal": True})
        made = self.served.ask("POST", "/v1/tables", "ana", body=body, kind=JSON).json
        self.at = At(self.served, made["id"])
        for seat, invitation in made["invitations"].items():
            token, nonce = seat.lower() * 32, promise_of(seat)[:32]
            own = {"token": promise_of(f"cgn_{token}"), "commit": promise_of(nonce)}
            for _ in range(2):  # the first answer got lost
                sat = self.at.post(
                    f"seats/{seat}", None, {"invitation": invitation, **own}, match=""
                )
                assert sat.status_code == 200, sat.text
            self.at.seats[seat] = token
        for seat in "AB":
            sent = self.at.post("nonce", seat, {"nonce": promise_of(seat)[:32]}, match="")
            assert sent.status_code == 200, sent.text
        self.version = 5

    @property
    def turn(self) -> str:
        return "AB"[len(self.follow) % 2]

    @precondition(lambda self: len(self.follow) < MOST)
    @rule(caller=players, seat=st.sampled_from("AB"), move=moves, old=behind)
    def play(self, caller: str | None, seat: str, move: str, old: int) -> None:
        version = max(self.version - old, 1)
        body = {"seat": seat, "move": move}
        answer = self.at.post("plies", caller, body, version)
        again = self._known("plies", caller, body, version)
        expected = self._refusal(caller, seat, version)
        if again is not None:
            assert (answer.status_code, answer.data) == (200, again.data)
        elif expected is not None:
            assert answer.status_code == expected, answer.text
        elif not move.startswith("draw"):
            assert answer.status_code == 422
        else:
            assert answer.status_code == 200, answer.text
            self.calls.append((("plies", caller, body), version, answer, True))
            self.follow.append(move)
            self.version += 1

    def _refusal(self, caller: str | None, seat: str, version: int) -> int | None:
        """The status that refuses a ply before its move is checked."""
        if caller is None:
            return 401
        not_own = caller in "AB" and caller != seat
        if caller == "bo" or not_own or (caller == "ana" and self.kind == "dealt"):
            return 403
        if version != self.version:
            return 412
        if self.ended:
            return 409
        is_own_kind = self.kind in ("sealed", "unseen")
        if seat != self.turn and not (is_own_kind and caller == "ana"):
            return 409
        return 422 if seat != self.turn else None

    def _known(self, what: str, caller: str | None, body: object, version: int) -> Answer | None:
        """The answer to an earlier identical call whose event still stands."""
        for call, at, answer, stands in self.calls:
            if (call, at) == ((what, caller, body), version) and stands and at < self.version:
                return answer
        return None

    @rule(caller=players, to=st.integers(0, 6))
    def take_back(self, caller: str | None, to: int) -> None:
        answer = self.at.post("takebacks", caller, {"to": to}, self.version)
        if caller is None:
            assert answer.status_code == 401
        elif caller != "ana" or self.kind == "dealt":
            assert answer.status_code == 403
        elif self.ended:
            assert answer.status_code == 409
        elif to >= len(self.follow):
            assert answer.status_code == 422
        else:
            assert answer.status_code == 200
            self._undo(to)
            self.version += 1

    def _undo(self, to: int) -> None:
        del self.follow[to:]
        left = to
        for index, (call, at, answer, stands) in enumerate(self.calls):
            if stands and call[0] == "plies":
                left -= 1
                self.calls[index] = (call, at, answer, left >= 0)

    @precondition(lambda self: len(self.follow) > 1)
    @rule(caller=players)
    def end(self, caller: str | None) -> None:
        body = {"termination": "abandoned"}
        answer = self.at.post("end", caller, body, self.version)
        if caller is None:
            assert answer.status_code == 401
        elif caller != "ana":
            assert answer.status_code == (409 if self.ended and caller in "AB" else 403), (
                answer.text
            )
        elif self.ended:
            assert answer.status_code == 409
        else:
            assert answer.status_code == 200
            self.ended = True
            self.version += 1

    @precondition(lambda self: self.kind != "dealt")
    @rule(seat=st.sampled_from("AB"))
    def give_a_token(self, seat: str) -> None:
        answer = self.at.post("tokens", "ana", {"seat": seat}, match="")
        assert answer.status_code == (409 if self.ended else 201)
        if not self.ended:
            old, self.at.seats[seat] = (
                self.at.seats[seat],
                answer.json["token"].removeprefix("cgn_"),
            )
            assert self.at.ask("", old).status_code == 401
            self.calls = [
                (call, at, said, stands and call[1] != seat)
                for call, at, said, stands in self.calls
            ]

    @invariant()
    def every_view_has_what_stands(self) -> None:
        if not self.kind:
            return
        for caller in ("A", "B", "ana", None):
            state = self.at.get("", caller)
            assert (state["version"], state["plies"]) == (self.version, len(self.follow))
            assert state["finished"] == self.ended
            rows = self.at.get("/moves", caller)["moves"]
            assert [move["move"] for move in rows] == [None, *self.follow]
            due = None if self.ended else state["due"]["seats"]
            assert due == (None if self.ended else [self.turn])
            seen = state["header"].get("seed")
            assert (seen is None) or (self.ended and self.kind != "sealed")
        legal = self.at.get("/legal", self.turn)["legal"]
        knows = self.kind in ("seeded", "dealt") and not self.ended
        assert (legal is not None) == knows


def test_tables_agree_with_their_model() -> None:
    chosen = settings(max_examples=RUNS, stateful_step_count=STEPS, deadline=None)
    run_state_machine_as_test(Machine, settings=chosen)
