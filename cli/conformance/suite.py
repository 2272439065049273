"""Reads the files of the suite, and the answers that they require."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cli.conformance.facts import ExpectedAnswer, Fact

_HERE = Path(__file__).parent
SUITE = _HERE / "suite" if (_HERE / "suite").is_dir() else _HERE.parent.parent / "conformance"
"""The suite: next to this file if the package is installed, else in the checkout."""

DECKS = SUITE / "decks"
"""The users' decks that records of the suite name."""

_READ = frozenset({"digest", "canonical", "json"})
_PLACED = frozenset({"code", "line", "column", "pointer"})
"""The keys of an answer that only need a reader, for good records and for broken ones."""

_RECORD = re.compile(r"^(?=\[CGN )", re.MULTILINE)


class Case(NamedTuple):
    """A file of the suite: its name, its bytes, and the required answers."""

    name: str
    raw: bytes
    expected: tuple[ExpectedAnswer, ...]

    @property
    def part(self) -> str:
        """The part of the suite to which the file belongs."""
        return re.split(r"[/.]", self.name, maxsplit=1)[0]


def cases(
    only: Iterable[str] = (), *, reader: bool = False, without: Iterable[str] = ()
) -> list[Case]:
    """The files of the suite, in order.

    `only` has patterns of names, such as `broken/json-*`, or parts. A `reader` need not know
    shuffles or games. Answers need no keys in `without`.
    """
    patterns = tuple(only)
    wanted = [part for part in PARTS if not (reader and part in ("shuffles", "decks"))]
    skipped = frozenset(without)
    chosen = []
    for part in wanted:
        for case in _PARTS[part]():
            if not patterns or any(_is_meant(case.name, pattern) for pattern in patterns):
                asked = map(_of_a_reader, case.expected) if reader else case.expected
                answers = tuple(_without(skipped, one) for one in asked)
                chosen.append(case._replace(expected=answers))
    return chosen


def _is_meant(name: str, pattern: str) -> bool:
    parts = (f"{pattern}/*", f"{pattern}.json")
    return any(fnmatchcase(name, one) for one in (pattern, *parts))


def _of_a_reader(expected: ExpectedAnswer) -> ExpectedAnswer:
    """The required answer of a program that only reads; codes of game errors are ignored."""
    read = tuple(fact for fact in expected.facts if fact.key in _READ)
    if expected.readable:
        return expected._replace(facts=(Fact("code", (None,), form_codes()), *read))
    placed = tuple(fact for fact in expected.facts if fact.key in _PLACED)
    return expected._replace(facts=placed)


def _without(keys: frozenset[str], expected: ExpectedAnswer) -> ExpectedAnswer:
    facts = tuple(fact for fact in expected.facts if fact.key not in keys)
    return expected._replace(facts=facts)


@cache
def _read_json(name: str) -> Any:  # noqa: ANN401 - any JSON
    """The value of a file of JSON."""
    return json.loads((SUITE / name).read_text(encoding="utf-8"))


@cache
def form_codes() -> frozenset[str]:
    """The codes of mistakes of form, which a reader finds."""
    return frozenset(
        entry["code"]
        for entry in _read_json("broken.json")
        if entry["needs"] == "reader" and not entry.get("warning")
    )


def _facts(entry: Mapping[str, Any], *keys: str) -> Iterator[Fact]:
    return (Fact(key, (entry[key],)) for key in keys if key in entry)


def _shuffles() -> Iterator[Case]:
    """Questions about chance, one a line: the vectors without their results."""
    asked = {
        "seeds": ("seedHash", "key", "words"),
        "below": ("index",),
        "shuffles": ("order",),
    }
    lines, expected = [], []
    for kind, keys in asked.items():
        for vector in _read_json("shuffles.json")[kind]:
            question = {key: value for key, value in vector.items() if key not in keys}
            lines.append(json.dumps(question, ensure_ascii=False) + "\n")
            expected.append(ExpectedAnswer(tuple(_facts(vector, *keys)), f"Asked for {lines[-1]}"))
    yield Case("shuffles.json", "".join(lines).encode(), tuple(expected))


def _decks() -> Iterator[Case]:
    for name, deck in _read_json("decks.json").items():
        expected = ExpectedAnswer((Fact("deck", (deck,)),))
        yield Case(f"decks/{name}", (DECKS / name).read_bytes(), (expected,))


def _pairs() -> Iterator[Case]:
    for name, entry in _read_json("pairs.json").items():
        digests = entry["records"]
        canonical = _records(f"pairs/{entry.get('canonical', name)}")
        values = _values(f"pairs/{entry['json']}")
        # A record that cannot be played can still be read, so errors of the game do not matter.
        keys = [
            ExpectedAnswer((Fact("code", (None,), form_codes()), *_of(expected, text, value)))
            for expected, text, value in zip(digests, canonical, values, strict=True)
        ]
        yield _case(f"pairs/{name}", keys)
        yield _case(f"pairs/{entry['json']}", keys)
        if "canonical" in entry:  # which does not name the game's own deck
            plain = [one._replace(facts=one.facts[:-1]) for one in keys]
            yield _case(f"pairs/{entry['canonical']}", plain)


def _of(expected: Mapping[str, Any], text: str, value: object) -> Iterator[Fact]:
    """The facts of a record that can be read."""
    yield from _facts(expected, "digest", "gameDigest")
    yield Fact("canonical", (text,))
    yield Fact("json", (value,))


def _valid() -> Iterator[Case]:
    for name, entries in _read_json("valid.json").items():
        spelled = f"{name}.json" if len(entries) == 1 else f"{name}.jsonl"
        keys = []
        for expected, text, value in zip(
            entries, _records(f"valid/{name}"), _values(f"valid/{spelled}"), strict=True
        ):
            warnings = Fact("warnings", (expected["warnings"], []))
            facts = [
                *_facts(expected, "verdict"),
                Fact("code", (None,)),
                *_facts(expected, "plies", "scores", "winners"),
                warnings,
                *_of(expected, text, value),
                *_facts(expected, "positions"),
            ]
            keys.append(ExpectedAnswer(tuple(facts)))
        yield _case(f"valid/{name}", keys)
        yield _case(f"valid/{spelled}", keys)


def _broken() -> Iterator[Case]:
    files: dict[str, list[Mapping[str, Any]]] = {}
    for entry in _read_json("broken.json"):
        files.setdefault(entry["file"], []).append(entry)
    for name, entries in files.items():
        numbers = {entry.get("record", 1): entry for entry in entries}
        expected = []
        for number in range(1, max(numbers) + 1):
            entry = numbers.get(number, {"code": None, "needs": "game", "why": ""})
            readable = entry["needs"] == "game" or "warning" in entry
            expected.append(ExpectedAnswer(tuple(_of_broken(entry)), entry["why"], readable))
        yield _case(f"broken/{name}", expected, entries[0].get("parts"))


def _of_broken(entry: Mapping[str, Any]) -> Iterator[Fact]:
    """The verdict, and for an invalid record its code and place.

    For a broken rule of a game, the place is its ply alone: a line, or a pointer.
    """
    if entry["code"] is None or entry.get("warning"):
        yield Fact("verdict", ("valid", "incomplete"))
        yield Fact("code", (None,))
        return
    yield Fact("verdict", ("invalid",))
    ours = not entry["code"].startswith("cgn.")
    for key in ("line", "pointer") if ours else ("code", "line", "column", "pointer"):
        if key in entry:
            others = entry.get("or", {})
            yield Fact(key, tuple(dict.fromkeys([entry[key], others.get(key, entry[key])])))


def _unseen() -> Iterator[Case]:
    files: dict[str, dict[int, Mapping[str, Any]]] = {}
    for entry in _read_json("unseen.json"):
        files.setdefault(entry["file"], {})[entry["record"]] = entry
    for name, entries in files.items():
        texts = _records(f"unseen/{name}")
        expected = []
        for number, text in enumerate(texts, 1):
            entry = entries[number]
            facts = (*_of_unseen(entry), Fact("canonical", (text,)))
            expected.append(ExpectedAnswer(facts, entry["why"]))
        yield _case(f"unseen/{name}", expected)


def _of_unseen(entry: Mapping[str, Any]) -> Iterator[Fact]:
    verdicts = [entry["verdict"]]
    if entry["verdict"] != "invalid":
        verdicts += ["undetermined"]
    if entry.get("truth") == "valid":
        verdicts += ["valid", "incomplete"]
    elif "truth" in entry:
        verdicts += ["invalid"]
    yield Fact("verdict", tuple(dict.fromkeys(verdicts)))
    yield from _facts(entry, "code", "ply")


def _case(
    name: str, expected: Iterable[ExpectedAnswer], parts: Iterable[tuple[str, int]] | None = None
) -> Case:
    if parts is not None:
        raw = "".join(text * times for text, times in parts).encode()
    else:
        raw = (SUITE / name).read_bytes()
    return Case(name, raw, tuple(expected))


def _records(name: str) -> list[str]:
    """The canonical form of each record of a canonical file."""
    texts = _RECORD.split((SUITE / name).read_bytes().decode())[1:]
    return [*(text[:-1] for text in texts[:-1]), texts[-1]]


def _values(name: str) -> list[Any]:
    """The records of a file of JSON, or of JSON Lines without the line that ends them."""
    text = (SUITE / name).read_text(encoding="utf-8")
    if name.endswith(".json"):
        return [json.loads(text)]
    return [json.loads(line) for line in text.splitlines()[:-1]]


_PARTS: Mapping[str, Callable[[], Iterator[Case]]] = {
    "shuffles": _shuffles,
    "decks": _decks,
    "pairs": _pairs,
    "valid": _valid,
    "broken": _broken,
    "unseen": _unseen,
}
PARTS = tuple(_PARTS)
"""The parts of the suite, in the order of the run."""
