"""The files of the suite, and the required answer to each of their records."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cli.conformance.facts import Expected, Fact

_HERE = Path(__file__).parent
SUITE = _HERE / "suite" if (_HERE / "suite").is_dir() else _HERE.parent.parent / "conformance"
"""The suite: next to this file if the package is installed, else in the checkout."""

DECKS = SUITE / "decks"
"""The users' decks that records of the suite name."""

_READ = frozenset({"digest", "canonical", "json"})
_PLACED = frozenset({"code", "line", "column", "pointer"})
"""The keys of an answer that need nothing but a reader, of good records and of broken ones."""

_RECORD = re.compile(r"^(?=\[CGN )", re.MULTILINE)


class Case(NamedTuple):
    """A file of the suite: its name, its bytes, and the required answers."""

    name: str
    raw: bytes
    expected: tuple[Expected, ...]

    @property
    def part(self) -> str:
        """The part of the suite that it belongs to."""
        return re.split(r"[/.]", self.name, maxsplit=1)[0]


def cases(
    only: Iterable[str] = (), *, reader: bool = False, without: Iterable[str] = ()
) -> list[Case]:
    """The files of the suite, in order.

    `only` are patterns of names, such as `broken/json-*`, or parts; a `reader` is asked for
    nothing that needs a shuffler or the games; `without` are keys that are not asked for.
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


def _of_a_reader(expected: Expected) -> Expected:
    """The required answer of a program that only reads; codes of game errors are ignored."""
    read = tuple(fact for fact in expected.facts if fact.key in _READ)
    if expected.readable:
        return expected._replace(facts=(Fact("code", (None,), form_codes()), *read))
    placed = tuple(fact for fact in expected.facts if fact.key in _PLACED)
    return expected._replace(facts=placed)


def _without(keys: frozenset[str], expected: Expected) -> Expected:
    facts = tuple(fact for fact in expected.facts if fact.key not in keys)
    return expected._replace(facts=facts)


@cache
def _listed(name: str) -> Any:  # noqa: ANN401 - any JSON
    """The value of a file of JSON."""
    return json.loads((SUITE / name).read_text(encoding="utf-8"))


@cache
def form_codes() -> frozenset[str]:
    """The codes of the form: those that need a reader."""
    return frozenset(
        entry["code"]
        for entry in _listed("broken.json")
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
        for vector in _listed("shuffles.json")[kind]:
            question = {key: value for key, value in vector.items() if key not in keys}
            lines.append(json.dumps(question, ensure_ascii=False) + "\n")
            expected.append(Expected(tuple(_facts(vector, *keys)), f"Asked for {lines[-1]}"))
    yield Case("shuffles.json", "".join(lines).encode(), tuple(expected))


def _decks() -> Iterator[Case]:
    for name, deck in _listed("decks.json").items():
        expected = Expected((Fact("deck", (deck,)),))
        yield Case(f"decks/{name}", (DECKS / name).read_bytes(), (expected,))


def _pairs() -> Iterator[Case]:
    for name, entry in _listed("pairs.json").items():
        digests = entry["records"]
        canonical = _records(f"pairs/{entry.get('canonical', name)}")
        values = _values(f"pairs/{entry['json']}")
        # A record that cannot be played can still be read, so errors of the game do not matter.
        keys = [
            Expected((Fact("code", (None,), form_codes()), *_of(expected, text, value)))
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
    for name, entries in _listed("valid.json").items():
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
            keys.append(Expected(tuple(facts)))
        yield _case(f"valid/{name}", keys)
        yield _case(f"valid/{spelled}", keys)


def _broken() -> Iterator[Case]:
    files: dict[str, list[Mapping[str, Any]]] = {}
    for entry in _listed("broken.json"):
        files.setdefault(entry["file"], []).append(entry)
    for name, entries in files.items():
        numbers = {entry.get("record", 1): entry for entry in entries}
        expected = []
        for number in range(1, max(numbers) + 1):
            entry = numbers.get(number, {"code": None, "needs": "game", "why": ""})
            readable = entry["needs"] == "game" or "warning" in entry
            expected.append(Expected(tuple(_of_broken(entry)), entry["why"], readable))
        yield _case(f"broken/{name}", expected, entries[0].get("parts"))


def _of_broken(entry: Mapping[str, Any]) -> Iterator[Fact]:
    """The verdict, and for an invalid record its code and place.

    Of the rules of games only the ply is asked for: its line, or its pointer.
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
    for entry in _listed("unseen.json"):
        files.setdefault(entry["file"], {})[entry["record"]] = entry
    for name, entries in files.items():
        texts = _records(f"unseen/{name}")
        expected = []
        for number, text in enumerate(texts, 1):
            entry = entries[number]
            facts = (*_of_unseen(entry), Fact("canonical", (text,)))
            expected.append(Expected(facts, entry["why"]))
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
    name: str, expected: Iterable[Expected], parts: Iterable[tuple[str, int]] | None = None
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
    """Each record of a file of JSON, or of JSON Lines, which end with the line that completes."""
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
"""The parts of the suite, in the order in which they are run."""
