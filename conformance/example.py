"""Answers `cgn conformance` with this project's library: a model for your own program.

$ cgn conformance -- python conformance/example.py
"""

import json
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from itertools import count, islice
from pathlib import Path
from struct import unpack
from typing import Any

import cgn

DECKS = Path(os.environ.get("CGN_DECKS", Path(__file__).parent / "decks"))


def answers(name: str, raw: bytes) -> Iterator[dict[str, Any]]:
    """An answer for each record of a file of the suite."""
    if name == "shuffles.json":
        return map(shuffled, map(json.loads, raw.splitlines()))
    if name.endswith(".toml"):
        (deck,) = cgn.read_decks(DECKS / Path(name).name)
        return iter([{"deck": deck.name}])
    decks = cgn.read_decks(*DECKS.glob("*.toml"))
    return (judged(reading, decks) for reading in cgn.read(BytesIO(raw), name))


def judged(reading: cgn.Reading, decks: cgn.Decks) -> dict[str, Any]:
    """The answer for one record."""
    report = cgn.validate(reading, decks)
    answer: dict[str, Any] = {"verdict": report.verdict}
    if reading.record is not None:
        answer |= read(reading.record) | played(reading.record, decks)
    if report.problem is not None:
        place = report.problem.place
        answer |= {"code": report.problem.code, "ply": report.problem.ply}
        return answer | {"line": place.line, "column": place.column, "pointer": place.pointer}
    answer |= {"plies": report.plies, "scores": report.scores, "winners": report.winners}
    answer["warnings"] = [warning.code for warning in report.warnings]
    return answer


def played(record: cgn.Record, decks: cgn.Decks) -> dict[str, Any]:
    """The digests of a game without unseen cards, if its main line can be played."""
    try:
        positions = list(cgn.position_digests(record, decks))
        return {"gameDigest": cgn.game_digest(record, decks), "positions": positions}
    except cgn.Fault:
        return {}


def read(record: cgn.Record) -> dict[str, Any]:
    """The keys that need only a reader."""
    return {
        "digest": cgn.record_digest(record),
        "canonical": cgn.canonical_text(record),
        "json": json.loads(cgn.write(record, cgn.Form.JSON)),
    }


def shuffled(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question about chance."""
    if "n" in asked:
        return {"index": below(asked["n"], iter(asked["words"]))}
    key = sha256(f"cgn-shuffle:{asked['seed']}".encode()).digest()
    if "k" in asked:
        return {"order": order(asked["size"], words(key, asked["k"]))}
    first = {str(k): list(islice(words(key, k), 10)) for k in (0, 1)}
    return {
        "seedHash": sha256(asked["seed"].encode()).hexdigest(),
        "key": key.hex(),
        "words": first,
    }


def words(key: bytes, k: int) -> Iterator[int]:
    """The 32-bit words of shuffle k, as docs/notation.md has them under "Chance"."""
    for block in count():
        yield from unpack(">8I", sha256(key + k.to_bytes(4) + block.to_bytes(4)).digest())


def below(n: int, source: Iterator[int]) -> int:
    """An index below n, from the first word that favours no index."""
    limit = (1 << 32) // n * n
    return next(word for word in source if word < limit) % n


def order(size: int, source: Iterator[int]) -> list[int]:
    """Where each card of a shuffled pile lay before."""
    cards = list(range(size))
    for n in range(size, 1, -1):
        other = below(n, source)
        cards[n - 1], cards[other] = cards[other], cards[n - 1]
    return cards


def main() -> None:
    """Answer for the file on standard input."""
    for answer in answers(os.environ["CGN_FILE"], sys.stdin.buffer.read()):
        sys.stdout.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
