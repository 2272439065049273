"""Writes the JSON form of a record: laid out for people, or on one line. Knows no game."""

from msgspec import to_builtins
from msgspec.json import encode, format  # noqa: A004 - the library's own name
from msgspec.structs import replace

from notation.record import Entry, Ply, Record, Result, Shuffle


def write_json(record: Record) -> str:
    r"""The record as one document: a key a line, a ply a line, LF at every line's end.

    >>> print(write_json(Record(game="triggs", rules="1", seats=("Ana", "Bo"), plies=())), end="")
    {
      "cgn": 1,
      "game": "triggs",
      "rules": "1",
      "seats": ["Ana", "Bo"],
      "plies": []
    }
    """
    parts = _members(replace(record, plies=()), plies=_listed(record.plies, "  "))
    return "{\n" + ",\n".join([f"  {part}" for part in parts]) + "\n}\n"


def write_json_line(record: Record) -> str:
    """The record on one line, as in JSON Lines, with its LF."""
    return encode(record, order="deterministic").decode() + "\n"


def write_json_result(result: Result) -> str:
    """The key and value of a result.

    >>> write_json_result(Result((), (3, 2)))
    '"result": {"winners": [], "scores": [3, 2]}'
    """
    return f'"result": {_spaced(result)}'


def _listed(entries: tuple[Entry, ...], indent: str) -> str:
    """A list of entries, one a line."""
    inner = indent + "  "
    return _bracketed([_laid_out(entry, inner) for entry in entries], indent)


def _laid_out(entry: Entry, indent: str) -> str:
    if isinstance(entry, Shuffle) or not entry.variations:
        return _spaced(entry)
    inner = indent + "  "
    lines = _bracketed([_listed(line, inner) for line in entry.variations], indent)
    return f"{{{', '.join(_members(entry, variations=lines))}}}"


def _members(value: Record | Ply, **written: str) -> list[str]:
    """The members of an object, of which some are written already."""
    members = to_builtins(value, order="deterministic")
    return [f'"{key}": {written.get(key) or _spaced(inner)}' for key, inner in members.items()]


def _bracketed(parts: list[str], indent: str) -> str:
    if not parts:
        return "[]"
    inner = indent + "  "
    return "[\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}]"


def _spaced(value: object) -> str:
    """A value on one line, with a space after each colon and comma."""
    return format(encode(value), indent=0).decode()
