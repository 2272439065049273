"""Writes the derived files of this folder from its sources: `make conformance`.

Sources are the records themselves, broken.json (facts, kept by hand) and the names below.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from engines.deck import parse_deck
from engines.registry import Decks
from notation.chance import below, key_of, seed_hash, seeded_order, words
from notation.fault import Fault
from notation.json_writer import write_json, write_json_line
from notation.read import read
from notation.record import Record
from replays.digests import canonical_text, game_digest, position_digests, record_digest
from replays.validate import validate

HERE = Path(__file__).parent

DECKS = Decks(parse_deck(path.read_bytes()) for path in sorted((HERE / "decks").glob("*.toml")))
"""The users' decks that records here name."""

_NUMBERS = re.compile(r"(?<=\[)\s+-?\d+(?:,\s+-?\d+)*\s+(?=\])")

SEEDS = (
    "tuesday-7",
    "",
    "0",
    " two  spaces ",
    "Zoë, ½ façade",
    "卡牌 🃏",
    'a "quote", a \\ and\na line break',
    "6f1ed002ab5595859014ebf0951522d9",
    "long " * 200,
)
SIZES = (2, 3, 4, 7, 8, 9, 18, 36, 108, 150)
STREAMS = (0, 1, 258, (1 << 32) - 1)
SKIPPING = (("rejection", 123_183, 150), ("rejection", 258_164, 150))
"""Seed, stream and size of shuffles in which a word is skipped: found by trying."""

LEAPS = (
    (3, (4_294_967_295, 5)),
    (6, (4_294_967_292, 4_294_967_295, 4_294_967_291)),
    (150, (4_294_967_250, 4_294_967_249)),
    (8, (4_294_967_295,)),
    (1, (7,)),
)
"""A number n, and words of which those that would favour small indexes are skipped."""


def shuffles() -> dict[str, Any]:
    """The vectors of seeds, keys, words and orders."""
    return {
        "seeds": [
            {
                "seed": seed,
                "seedHash": seed_hash(seed),
                "key": key_of(seed).hex(),
                "words": {str(k): list(islice(words(key_of(seed), k), 10)) for k in STREAMS[:2]},
            }
            for seed in SEEDS
        ],
        "below": [
            {"n": n, "words": list(given), "index": below(n, iter(given))} for n, given in LEAPS
        ],
        "shuffles": [_shuffle(*case) for case in _cases()],
    }


def _cases() -> Iterator[tuple[str, int, int]]:
    yield from ((SEEDS[0], k, size) for k in (0, 1) for size in SIZES)
    yield from ((SEEDS[0], k, 9) for k in STREAMS[2:])
    yield from ((seed, 0, size) for seed in SEEDS[1:] for size in (4, 36))
    yield from SKIPPING


def _shuffle(seed: str, stream: int, size: int) -> dict[str, Any]:
    order = seeded_order(key_of(seed), stream, [str(place) for place in range(size)])
    return {"seed": seed, "k": stream, "size": size, "order": [int(card) for card in order]}


def records(path: Path) -> list[Record]:
    """Every record of a file, all of which can be read."""
    with path.open("rb") as stream:
        found = [reading.record for reading in read(stream, path.name)]
    return [record for record in found if record is not None]


def pairs() -> Iterator[tuple[str, str]]:
    """The JSON of each text of pairs/, its canonical text where it is another, and pairs.json."""
    entries = {}
    for path in _texts("pairs"):
        if ".canonical." in path.name:
            continue
        found = records(path)
        canonical = "\n".join(canonical_text(record) for record in found)
        name, text = in_json(path.name, found)
        entry: dict[str, Any] = {"json": name}
        yield f"pairs/{name}", text
        if path.read_bytes() != canonical.encode():
            entry["canonical"] = path.name.replace(".cgn", ".canonical.cgn")
            yield f"pairs/{entry['canonical']}", canonical
        entry["records"] = [
            {"digest": record_digest(record), "gameDigest": _game_digest(record)}
            for record in found
        ]
        entries[path.name] = entry
    yield "pairs.json", laid_out(entries)


def in_json(name: str, found: list[Record]) -> tuple[str, str]:
    """The name and the content of the JSON of a text: a document, or JSON Lines of several."""
    if len(found) == 1:
        return f"{name}.json", write_json(found[0])
    last = f'{{"complete":true,"records":{len(found)}}}\n'
    return f"{name}.jsonl", "".join([*map(write_json_line, found), last])


def _game_digest(record: Record) -> str | None:
    """The game's digest; None where the main line cannot be played."""
    try:
        return game_digest(record, DECKS)
    except Fault:
        return None


def decks() -> dict[str, Any]:
    """The name of each deck of decks/, by its file."""
    return {
        path.name: parse_deck(path.read_bytes()).name
        for path in sorted((HERE / "decks").glob("*.toml"))
    }


def valid_in_json() -> Iterator[tuple[str, str]]:
    """The JSON of each text of valid/."""
    for path in _texts("valid"):
        name, text = in_json(path.name, records(path))
        yield f"valid/{name}", text


def valid() -> dict[str, Any]:
    """What checking gives for each record of valid/, and the digest of every position."""
    return {path.name: list(_checked(path)) for path in _texts("valid")}


def _checked(path: Path) -> Iterator[dict[str, Any]]:
    with path.open("rb") as stream:
        for reading in read(stream, path.name):
            report = validate(reading, DECKS)
            if reading.record is None or report.problem is not None:
                raise ValueError(f"{path}: record {report.record}: {report.problem}")
            yield {
                "verdict": report.verdict,
                "plies": report.plies,
                "scores": report.scores,
                "winners": report.winners,
                "warnings": [warning.code for warning in report.warnings],
                "digest": record_digest(reading.record),
                "gameDigest": game_digest(reading.record, DECKS),
                "positions": list(position_digests(reading.record, DECKS)),
            }


def _texts(folder: str) -> list[Path]:
    return sorted((HERE / folder).glob("*.cgn"))


def laid_out(value: dict[str, Any]) -> str:
    """The value as JSON, a list of numbers on one line."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return _NUMBERS.sub(lambda match: re.sub(r"\s+", " ", match[0]).strip(), text) + "\n"


def derived() -> Iterator[tuple[str, str]]:
    """Every derived file: its name below this folder, and its text."""
    yield "shuffles.json", laid_out(shuffles())
    yield from pairs()
    yield "decks.json", laid_out(decks())
    yield from valid_in_json()
    yield "valid.json", laid_out(valid())


def main() -> None:
    """Write every derived file."""
    for name, text in list(derived()):
        (HERE / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
