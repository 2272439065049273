"""Reads the files of the suite, and the answers that they require."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from cli.conformance.facts import ExpectedAnswer, Fact, claims_of
from cli.conformance.levels import PLACES, READER, SHUFFLES, asked, checker_of, claims, read

_HERE = Path(__file__).parent
SUITE = _HERE / "suite" if (_HERE / "suite").is_dir() else _HERE.parent.parent / "conformance"
"""The suite: next to this file if the package is installed, else in the checkout."""

DECKS = SUITE / "decks"
"""The users' decks that records of the suite name."""

_RECORD = re.compile(r"^(?=\[CGN )", re.MULTILINE)
_GAME = re.compile(r'\[Game "(\w+)"\]|"game": ?"(\w+)"')


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
    only: Iterable[str] = (),
    *,
    levels: Collection[str] = (),
    games: Sequence[str] = (),
    without: Collection[str] = (),
) -> list[Case]:
    """The files of the suite that a program of these levels needs, in order; no level means all.

    `only` has patterns of names, such as `broken/json-*`, or parts. `games` are those that the
    program knows; none means all. Answers need no keys in `without`.
    """
    patterns = tuple(only)
    claimed = claims(levels, games or known_games())
    chosen = []
    for case in chain.from_iterable(part() for part in _PARTS.values()):
        if not patterns or any(_is_meant(case, pattern) for pattern in patterns):
            wanted = tuple(asked(one, claimed, without) for one in case.expected)
            if claims_of(wanted):
                chosen.append(case._replace(expected=wanted))
    return chosen


def _is_meant(case: Case, pattern: str) -> bool:
    return case.part == pattern or fnmatchcase(case.name, pattern)


@cache
def known_games() -> tuple[str, ...]:
    """The games of the suite."""
    return tuple(name.removesuffix(".toml") for name in _read_json("decks.json"))


def _checkers(game: str | None) -> tuple[str, ...]:
    """The claims of programs that check this game; if it is none of the suite, of all checkers."""
    return tuple(checker_of(one) for one in known_games() if game in (one, None))


def _named(text: str) -> str | None:
    """The game that a text of records names first, if it is one of the suite."""
    found = _GAME.search(text)
    game = found and (found[1] or found[2])
    return game if game in known_games() else None


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


def _facts(entry: Mapping[str, Any], claimed: tuple[str, ...], *keys: str) -> Iterator[Fact]:
    return (Fact(key, (entry[key],), claimed) for key in keys if key in entry)


def can_be_read() -> Fact:
    """A record without a mistake of form: a reader may name a mistake in its game, no other."""
    return Fact("code", (None,), (READER,), form_codes())


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
            facts = tuple(_facts(vector, (SHUFFLES,), *keys))
            expected.append(ExpectedAnswer(facts, f"Asked for {lines[-1]}"))
    yield Case("shuffles.json", "".join(lines).encode(), tuple(expected))


def _decks() -> Iterator[Case]:
    for name, deck in _read_json("decks.json").items():
        checkers = _checkers(name.removesuffix(".toml"))
        expected = ExpectedAnswer((Fact("deck", (deck,), checkers),))
        yield Case(f"decks/{name}", (DECKS / name).read_bytes(), (expected,))


def _pairs() -> Iterator[Case]:
    for name, entry in _read_json("pairs.json").items():
        digests = entry["records"]
        canonical = _records(f"pairs/{entry.get('canonical', name)}")
        values = _values(f"pairs/{entry['json']}")
        # A record that cannot be played can still be read, so errors of the game do not matter.
        keys = [
            ExpectedAnswer((can_be_read(), *_of(expected, text, value)))
            for expected, text, value in zip(digests, canonical, values, strict=True)
        ]
        yield _case(f"pairs/{name}", keys)
        yield _case(f"pairs/{entry['json']}", keys)
        if "canonical" in entry:  # which does not name the game's own deck
            plain = [one._replace(facts=one.facts[:-1]) for one in keys]
            yield _case(f"pairs/{entry['canonical']}", plain)


def _of(expected: Mapping[str, Any], text: str, value: Any) -> Iterator[Fact]:  # noqa: ANN401 - any JSON
    """The facts of a record that can be read."""
    yield from _facts(expected, _checkers(value["game"]), "gameDigest")
    yield from _facts(expected, (READER,), "digest")
    yield read("canonical", text)
    yield read("json", value)


def _valid() -> Iterator[Case]:
    for name, entries in _read_json("valid.json").items():
        spelled = f"{name}.json" if len(entries) == 1 else f"{name}.jsonl"
        keys = []
        for expected, text, value in zip(
            entries, _records(f"valid/{name}"), _values(f"valid/{spelled}"), strict=True
        ):
            checkers = _checkers(value["game"])
            facts = [
                can_be_read(),
                *_facts(expected, checkers, "verdict"),
                Fact("code", (None,), checkers),
                *_facts(expected, checkers, "plies", "scores", "winners"),
                Fact("warnings", (expected["warnings"], []), checkers),
                *_of(expected, text, value),
                *_facts(expected, checkers, "positions"),
            ]
            keys.append(ExpectedAnswer(tuple(facts)))
        yield _case(f"valid/{name}", keys)
        yield _case(f"valid/{spelled}", keys)


def _broken() -> Iterator[Case]:
    files: dict[str, list[Mapping[str, Any]]] = {}
    for entry in _read_json("broken.json"):
        files.setdefault(entry["file"], []).append(entry)
    for name, entries in files.items():
        case = _case(f"broken/{name}", (), entries[0].get("parts"))
        game = _named(case.raw.decode(errors="replace"))
        numbers = {entry.get("record", 1): entry for entry in entries}
        expected = []
        for number in range(1, max(numbers) + 1):
            entry = numbers.get(number, {"code": None, "needs": "game", "why": ""})
            facts = tuple(_of_broken(entry, _checkers(game)))
            expected.append(ExpectedAnswer(facts, entry["why"]))
        yield case._replace(expected=tuple(expected))


def _of_broken(entry: Mapping[str, Any], checkers: tuple[str, ...]) -> Iterator[Fact]:
    """The verdict, and for an invalid record its code and place.

    For a broken rule of a game, the place is its ply alone: a line, or a pointer.
    """
    if entry["code"] is None or entry.get("warning"):
        yield can_be_read()
        yield Fact("verdict", ("valid", "incomplete"), checkers)
        yield Fact("code", (None,), checkers)
        return
    by_form = entry["needs"] == "reader"
    yield Fact("verdict", ("invalid",), _checkers(None) if by_form else checkers)
    ours = not entry["code"].startswith("cgn.")
    if by_form:
        yield read("code", entry["code"])
    else:
        yield can_be_read()
        yield from _facts(entry, checkers, *(() if ours else ("code",)))
    for key in ("line", "pointer") if ours else ("line", "column", "pointer"):
        if key in entry:
            others = entry.get("or", {})
            values = dict.fromkeys([entry[key], others.get(key, entry[key])])
            yield Fact(key, tuple(values), (PLACES,) if by_form else checkers)


def _unseen() -> Iterator[Case]:
    files: dict[str, dict[int, Mapping[str, Any]]] = {}
    for entry in _read_json("unseen.json"):
        files.setdefault(entry["file"], {})[entry["record"]] = entry
    for name, entries in files.items():
        texts = _records(f"unseen/{name}")
        expected = []
        for number, text in enumerate(texts, 1):
            entry = entries[number]
            facts = (
                can_be_read(),
                *_of_unseen(entry, _checkers(_named(text))),
                read("canonical", text),
            )
            expected.append(ExpectedAnswer(facts, entry["why"]))
        yield _case(f"unseen/{name}", expected)


def _of_unseen(entry: Mapping[str, Any], checkers: tuple[str, ...]) -> Iterator[Fact]:
    verdicts = [entry["verdict"]]
    if entry["verdict"] != "invalid":
        verdicts += ["undetermined"]
    if entry.get("truth") == "valid":
        verdicts += ["valid", "incomplete"]
    elif "truth" in entry:
        verdicts += ["invalid"]
    yield Fact("verdict", tuple(dict.fromkeys(verdicts)), checkers)
    yield from _facts(entry, checkers, "code", "ply")


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
