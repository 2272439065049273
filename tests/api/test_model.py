"""A service and a model of it get the same requests in any order.

CGN_RUNS says how many runs there are; `make attack` says 300.
"""

import gzip
import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from benchmarks.postgres import Server
from engines.deck import parse_deck
from engines.registry import Decks, load_game
from notation.json_writer import write_json, write_json_line
from notation.record import Record
from notation.text_writer import write_text
from replays.digests import record_digest
from replays.store.model import Visibility
from tests.api.asking import JSON, LINES, RECORD_JSON, TEXT, Answer, Served
from tests.api.model import Model
from tests.replays.store.making import record

RUNS = int(os.environ.get("CGN_RUNS", "5"))
DECK = load_game("triggs").deck_file.read_bytes().replace(b"copies = 9", b"copies = 10")
MINE = parse_deck(DECK)
DECKS = Decks([MINE])

WHOLE, BEGUN = record(), record(plies=6)
ON_DECK = replace(record(plies=0), deck=MINE.digest)
RECORDS = (
    WHOLE,
    replace(WHOLE, comments=("As Bo saw it.",)),
    BEGUN,
    replace(BEGUN, comments=("As Bo saw it.",)),
    record("another"),
    ON_DECK,
)
NAMES = [record_digest(one) for one in RECORDS]
OWNERS = ("ana", "bo", "root")
BROKEN = '[CGN "1"]\nnonsense\n'
VIEWERS = (None, *OWNERS)

numbers = st.sampled_from(range(len(RECORDS)))  # not the records: hypothesis would print them
owners = st.sampled_from(OWNERS)
names = st.sampled_from([*NAMES, "0" * 64])
wishes = st.sampled_from(list(Visibility))
matches = st.sampled_from(["none", "any", "current", "old"])


class Machine(RuleBasedStateMachine):
    """Each rule does the same to both; the invariants compare what can be read."""

    def __init__(self, address: str | None = None) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.served = Served(Path(self.folder.name), address)
        self.model = Model(DECKS)
        self.tags: dict[tuple[str, str | None], dict[tuple[int, bool], str]] = {}
        self.keys: dict[tuple[str, str], tuple[tuple[int, Visibility], Answer]] = {}

    def teardown(self) -> None:
        self.served.close()
        self.folder.cleanup()

    @rule(number=numbers, owner=owners, wish=wishes, packed=st.booleans(), as_json=st.booleans())
    def upload(
        self, number: int, owner: str, wish: Visibility, *, packed: bool, as_json: bool
    ) -> None:
        original = RECORDS[number]
        body = (write_json(original) if as_json else write_text(original)).encode()
        answer = self.served.ask(
            "POST",
            f"/v1/replays?visibility={wish}",
            owner,
            body=gzip.compress(body) if packed else body,
            kind=RECORD_JSON if as_json else TEXT,
            headers={"Content-Encoding": "gzip"} if packed else None,
        )
        self.check_upload(original, owner, wish, answer.status_code, answer.json)

    @rule(key=st.sampled_from("xy"), number=numbers, owner=owners, wish=wishes)
    def upload_with_a_key(self, key: str, number: int, owner: str, wish: Visibility) -> None:
        original = RECORDS[number]
        answer = self.served.ask(
            "POST",
            f"/v1/replays?visibility={wish}",
            owner,
            body=write_text(original),
            kind=TEXT,
            headers={"Idempotency-Key": key},
        )
        before = self.keys.get((owner, key))
        if self.misses_deck(original):
            assert answer.status_code == 422
        elif before is None:
            self.check_upload(original, owner, wish, answer.status_code, answer.json)
            self.keys[owner, key] = ((number, wish), answer)
        elif before[0] == (number, wish):
            assert (answer.status_code, answer.data) == (before[1].status_code, before[1].data)
        else:
            assert answer.status_code == 422

    @rule(some=st.lists(numbers | st.none(), min_size=1, max_size=4), owner=owners, wish=wishes)
    def take_in_many(self, some: list[int | None], owner: str, wish: Visibility) -> None:
        sent = [None if number is None else RECORDS[number] for number in some]
        body = "\n".join(BROKEN if original is None else write_text(original) for original in sent)
        answer = self.served.post(f"/v1/imports?visibility={wish}", body, owner)
        end = answer.json
        lines = end.pop("lines")
        stored = 0
        for original, line in zip(sent, lines, strict=True):
            if original is None:
                assert line["status"] == 422
            else:
                self.check_upload(original, owner, wish, line["status"], line)
                stored += line["status"] < 300
        refused = len(some) - stored
        assert end == {
            "complete": True,
            "records": len(some),
            "stored": stored,
            "refused": refused,
        }

    @rule(name=names, by=owners, wish=wishes, match=matches)
    def change(self, name: str, by: str, wish: Visibility, match: str) -> None:
        status = self.expected(name, by, match) or 200
        answer = self.served.ask(
            "PATCH",
            f"/v1/replays/{name}",
            by,
            body=json.dumps({"visibility": wish}),
            kind=JSON,
            headers=self.if_match(name, by, match),
        )
        assert answer.status_code == status
        if status == 200:
            self.model.change(name, by, wish)
            replay = self.model.replays[name]
            hold = replay.holds.get(by)
            assert answer.json["visibility"] == replay.visibility
            assert answer.json["hold"] == (None if hold is None else hold.visibility)

    @rule(name=names, by=owners, match=matches)
    def give_up(self, name: str, by: str, match: str) -> None:
        status = self.expected(name, by, match) or 204
        answer = self.served.ask(
            "DELETE", f"/v1/replays/{name}", by, headers=self.if_match(name, by, match)
        )
        assert answer.status_code == status
        if status == 204:
            self.model.give_up(name, by)

    @rule(owner=owners)
    def add_deck(self, owner: str) -> None:
        answer = self.served.post("/v1/decks", DECK, owner, "application/toml")
        assert answer.status_code == (200 if self.model.decks else 201)
        self.model.decks.setdefault(MINE.digest, owner)

    @precondition(lambda self: self.model.decks)
    @rule(by=owners)
    def remove_deck(self, by: str) -> None:
        answer = self.served.ask("DELETE", f"/v1/decks/{MINE.digest}", by)
        if by not in (self.model.decks[MINE.digest], "root"):
            assert answer.status_code == 403
        elif self.model.is_needed(MINE.digest):
            assert answer.status_code == 409
        else:
            assert answer.status_code == 204
            self.model.decks.clear()

    @invariant()
    def lists_are_those_of_the_model(self) -> None:
        public = self.model.public()
        for viewer in VIEWERS:
            assert self.listed("", viewer) == public
        for owner in OWNERS:
            assert self.listed("&own=1", owner) == self.model.own(owner)
        oldest = self.served.json("/v1/replays?order=oldest&finished=1")["replays"]
        finished = [name for name in public if self.model.replays[name].record.result is not None]
        assert [entry["id"] for entry in oldest] == finished[::-1]

    @invariant()
    def a_stream_has_the_records_of_its_list(self) -> None:
        for viewer in VIEWERS:
            *lines, end = self.served.get("/v1/replays", viewer, LINES).text.splitlines(
                keepends=True
            )
            public = [self.model.replays[name] for name in self.model.public()]
            assert lines == [
                write_json_line(one.record if one.is_whole_for(viewer) else one.public)
                for one in public
            ]
            assert json.loads(end) == {"complete": True, "records": len(public)}

    @invariant()
    def replays_and_their_tags_are_those_of_the_model(self) -> None:
        for name in NAMES:
            replay = self.model.replays.get(name)
            for viewer in VIEWERS:
                answer = self.served.get(f"/v1/replays/{name}", viewer, TEXT)
                if replay is None or not replay.is_seen_by(viewer):
                    assert answer.status_code == 404
                    continue
                seen = replay.record if replay.is_whole_for(viewer) else replay.public
                assert answer.text == write_text(seen)
                versions = self.tags.setdefault((name, viewer), {})
                tag = versions.setdefault(replay.version_for(viewer), answer.headers["ETag"])
                assert answer.headers["ETag"] == tag
                assert len(set(versions.values())) == len(versions), "an old ETag came back"

    @invariant()
    def decks_are_those_of_the_model(self) -> None:
        kept = self.served.json("/v1/decks")["decks"]
        assert [deck["name"] for deck in kept] == list(self.model.decks)
        status = self.served.get(f"/v1/decks/{MINE.digest}").status_code
        assert status == (200 if self.model.decks else 404)

    def check_upload(
        self, original: Record, owner: str, wish: Visibility, status: int, body: dict[str, Any]
    ) -> None:
        """Compare the answer to an upload with the model's."""
        if self.misses_deck(original):
            assert (status, body["diagnostics"][0]["code"]) == (422, "cgn.deck")
            return
        created, held, others = self.model.add(original, owner, wish)
        assert status == (201 if created else 200)
        assert body["id"] == record_digest(original)
        assert (body["created"], body["held"], body["same_game"]) == (created, held, others)

    def misses_deck(self, original: Record) -> bool:
        return original is ON_DECK and not self.model.decks

    def expected(self, name: str, by: str, match: str) -> int | None:
        """The status of a change, by the model."""
        return self.model.refusal(name, by) if match != "old" else self._of_old(name, by)

    def _of_old(self, name: str, by: str) -> int | None:
        refusal = self.model.refusal(name, by)
        return 404 if refusal == 404 else 412

    def if_match(self, name: str, by: str, match: str) -> dict[str, str]:
        """The If-Match header for a change."""
        if match == "none":
            return {}
        replay = self.model.replays.get(name)
        versions = self.tags.get((name, by), {})
        current = None if replay is None else versions.get(replay.version_for(by))
        if match == "current" and current is not None:
            return {"If-Match": current}
        if match == "old":
            old = [tag for tag in versions.values() if tag != current]
            return {"If-Match": old[-1] if old else '"0123456789abcdef.1.whole-text"'}
        return {"If-Match": "*"}

    def listed(self, query: str, viewer: str | None) -> list[str]:
        """The ids of a list, two to a page, which its `total` counts."""
        ids: list[str] = []
        where = f"/v1/replays?limit=2&total=1{query}"
        while True:
            page = self.served.json(where, viewer)
            ids += [entry["id"] for entry in page["replays"]]
            for entry in page["replays"]:
                replay = self.model.replays[entry["id"]]
                assert entry["visibility"] == replay.visibility
                assert entry["finished"] == (replay.record.result is not None)
            if page["next"] is None:
                assert page["total"] == len(ids)
                return ids
            where = f"/v1/replays?limit=2&total=1{query}&after={page['next']}"


SETTINGS = settings(max_examples=RUNS, stateful_step_count=20, deadline=None)
Machine.TestCase.settings = SETTINGS
TestModel = Machine.TestCase


def test_the_same_holds_on_postgresql(server: Server) -> None:
    class OnPostgres(Machine):
        def __init__(self) -> None:
            super().__init__(server.database())

    run_state_machine_as_test(
        OnPostgres, settings=settings(SETTINGS, max_examples=max(RUNS // 4, 1))
    )
