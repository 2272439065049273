"""What the judge in the page is asked, and what Python answers."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from cli.conformance.suite import DECKS, cases
from pages import questions as of_pages
from replays import questions
from tests.docs.blocks import ROOT
from tests.judge.tries import digest, vectors

NO_LOGS = {"shuffles", "decks"}
"""The parts of the suite whose files have no records."""

STEP = 20
"""Every which ply of an example is asked about."""


@dataclass
class Asked:
    """A question, and the log that it is about; only this `part` of the answer, if it names one.

    `kept` is the digest that a file of vectors has of the answer.
    """

    question: dict[str, Any]
    log: bytes
    part: str = ""
    kept: str = ""

    @property
    def sent(self) -> list[Any]:
        """As a test sends it to JavaScript."""
        return [self.question, b64encode(self.log).decode(), self.part]

    @cached_property
    def native(self) -> str:
        """The digest of the answer of this Python, or of its error, as JSON."""
        if self.kept:
            return self.kept
        module = of_pages if self.question["ask"].endswith("page") else questions
        said = json.loads(module.answer(json.dumps(self.question).encode(), self.log))
        answer = said["answer"] if "answer" in said else {"error": said["error"]["message"]}
        if isinstance(answer, str):  # a page of the judge need not say where the judge is
            answer = re.sub(r'data-judge="[^"]*"', 'data-judge=""', answer)
        return digest(answer)


@cache
def decks() -> list[str]:
    """The users' decks of the suite."""
    return [path.read_text(encoding="utf-8") for path in sorted(DECKS.glob("*.toml"))]


def of_the_suite() -> Iterator[Asked]:
    """The verdict on each file of the suite, and the digests of its records."""
    for case in cases():
        if case.part in NO_LOGS:
            continue
        known = decks() if b"sha256:" in case.raw else []
        yield Asked({"ask": "check", "decks": known}, case.raw)
        yield Asked({"ask": "positions", "decks": known}, case.raw)


def of_the_examples() -> Iterator[Asked]:
    """Frames, legal moves, tries and pages of every example."""
    for path in sorted((ROOT / "examples").glob("*.cgn")):
        log = path.read_bytes()
        (checked, *_) = json.loads(questions.answer(b'{"ask":"check"}', log))["answer"]
        plies = checked["report"]["plies"]
        yield Asked({"ask": "frames", "last": plies}, log)
        yield Asked({"ask": "frames", "last": plies, "view": "A"}, log)
        for ply in range(0, plies + 1, STEP):
            yield Asked({"ask": "legal", "ply": ply}, log)
            yield Asked({"ask": "try", "ply": ply}, log)
        yield Asked({"ask": "try-page", "root": "", "replay": "/r/a", "ply": plies // 2}, log)
        line = ["draw left left"] if "triggs" in path.name else []
        yield Asked({"ask": "try-page", "root": "", "ply": 0, "moves": line}, log)
        yield Asked({"ask": "page", "root": "/cgn", "ply": plies // 2}, log)
        broken = log.replace(b"\n2. ", b"\n2. X", 1)
        yield Asked({"ask": "page", "root": "", "keeps": True}, broken)


def of_the_vectors() -> Iterator[Asked]:
    """What the service is asked as well, with the answers that a file has for both."""
    for one in vectors():
        question = {"ask": "try", "ply": one.ply, "moves": one.moves, "taps": one.taps}
        kept = digest({"error": one.error}) if one.error else one.digest
        yield Asked(question, one.log, "choices", kept)


def of_mistakes() -> Iterator[Asked]:
    """Questions that have no answer."""
    yield Asked({"ask": "legal", "ply": 900}, (ROOT / "examples" / "triggs.cgn").read_bytes())
    yield Asked({"ask": "legal", "ply": "x"}, b"")
    yield Asked({"ask": "frames", "last": 1, "view": "Z"}, b"")
    yield Asked({"ask": "nothing"}, b"")
    yield Asked({"ask": "page", "root": ""}, b"no log")


@cache
def all_questions() -> list[Asked]:
    """Every question of the tests."""
    return [*of_the_suite(), *of_the_examples(), *of_the_vectors(), *of_mistakes()]


def check(asked: list[Asked], digests: list[str]) -> None:
    """Fail unless every digest is that of what this Python answers."""
    for one, answered in zip(asked, digests, strict=True):
        assert answered == one.native, (one.question, one.log[:200])
