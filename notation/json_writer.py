"""Writes the JSON form of a record: laid out for people, or on one line. Knows no game."""

from typing import Any

from msgspec import to_builtins
from msgspec.json import encode, format  # noqa: A004 - the library's own name
from msgspec.structs import replace

from notation.record import FORMAT_VERSION, Entry, Ply, Record, Result, Shuffle

_SECOND = 1000


def write_json(record: Record) -> str:
    r"""The record as one document: a key a line, a ply a line, LF at every line's end.

    >>> print(write_json(Record(game="triggs", rules="1", seats=("Ana", "Bo"))), end="")
    {
      "cgn": 1,
      "game": "triggs",
      "rules": "1",
      "seats": ["Ana", "Bo"],
      "plies": []
    }
    """
    parts = []
    for key, value in _head(record).items():
        text = _listed(record.plies, "  ") if key == "plies" else _spaced(value)
        parts.append(f"  {_spaced(key)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_json_line(record: Record) -> str:
    """The record on one line, as in JSON Lines, with its LF."""
    document = _head(record)
    document["plies"] = [_entry(entry) for entry in record.plies]
    return encode(document).decode() + "\n"


def write_json_result(result: Result) -> str:
    """The key and value of a result.

    >>> write_json_result(Result((), (3, 2)))
    '"result": {"winners": [], "scores": [3, 2]}'
    """
    return f'"result": {_spaced(_result(result))}'


def _result(result: Result) -> dict[str, Any]:
    return {"winners": result.winners, "scores": result.scores}


def _head(record: Record) -> dict[str, Any]:
    """Every key of the record in its order; the plies are left to the caller."""
    result = record.result
    found = {
        "cgn": int(FORMAT_VERSION),
        "game": record.game,
        "rules": record.rules,
        "deck": record.deck,
        "seats": record.seats,
        "options": dict(sorted(record.options.items())) or None,
        "seed": record.seed,
        "seedHash": record.seed_hash,
        "termination": record.termination,
        "tags": dict(sorted(record.tags.items())) or None,
        "comments": record.comments or None,
        "plies": (),
        "result": None if result is None else _result(result),
    }
    return {key: value for key, value in found.items() if value is not None}


def _entry(entry: Entry) -> Ply | dict[str, Any]:
    """What is encoded for an entry: a ply as it is kept, where nothing of it is spelled anew."""
    if isinstance(entry, Shuffle):
        found: dict[str, Any] = {"shuffle": entry.pile, "order": entry.order}
        return found | {"reveals": entry.reveals} if entry.reveals else found
    if entry.at is None and not entry.variations:
        return entry
    found = _ply(entry)
    if entry.variations:
        found["variations"] = [[_entry(inner) for inner in line] for line in entry.variations]
    return found


def _ply(ply: Ply) -> dict[str, Any]:
    """What a ply says, without its variations."""
    found: dict[str, Any] = to_builtins(replace(ply, at=None, variations=()))
    if ply.at is not None:
        found["at"] = seconds(ply.at)
    return found


def seconds(at: int) -> float:
    """A time in milliseconds as JSON has it: in seconds, an integer where they are whole.

    >>> seconds(37_000), seconds(41_500)
    (37, 41.5)
    """
    return at // _SECOND if at % _SECOND == 0 else at / _SECOND


def _listed(entries: tuple[Entry, ...], indent: str) -> str:
    """A list of entries, each on a line of its own."""
    inner = indent + "  "
    return _bracketed([_laid_out(entry, inner) for entry in entries], indent)


def _laid_out(entry: Entry, indent: str) -> str:
    if isinstance(entry, Shuffle) or not entry.variations:
        return _spaced(_entry(entry))
    inner = indent + "  "
    lines = _bracketed([_listed(line, inner) for line in entry.variations], indent)
    return f'{_spaced(_ply(entry))[:-1]}, "variations": {lines}}}'


def _bracketed(parts: list[str], indent: str) -> str:
    if not parts:
        return "[]"
    inner = indent + "  "
    return "[\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}]"


def _spaced(value: object) -> str:
    """A value on one line, with a space after each colon and comma."""
    return format(encode(value), indent=0).decode()
