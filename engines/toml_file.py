"""Reads the data files of a game; what is wrong in one is said with its name and the line."""

import re
import tomllib
from pathlib import Path
from typing import TypeVar

from msgspec import ValidationError

from notation.typed_json import convert_to

T = TypeVar("T")


class BadFile(ValueError):
    """A data file of a game that cannot be read; the message begins with its name and the line."""


def read_file(path: Path, kind: type[T]) -> T:
    """What a file says; the plain value of that type if there is no such file.

    Raises BadFile if the file is not TOML, or does not fit the type.
    """
    if not path.exists():
        return kind()
    try:
        return convert_to(kind, tomllib.loads(path.read_text(encoding="utf-8")))
    except UnicodeDecodeError as error:
        raise BadFile(f"{path.name}: byte {error.start + 1} is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{path.name}: this is not TOML: {error}") from None
    except ValidationError as error:
        raise _bad(path, str(error)) from None


def _bad(path: Path, message: str) -> BadFile:
    """What does not fit, with the line of the name or of the value that the message quotes."""
    what, _, where = message.partition(" - at ")
    names = re.findall(r"[\w*?|:#-]+", where.strip("`").replace("...", ""))
    line = line_of_quoted(path, what) or next(
        (line for name in reversed(names) if (line := line_of(path, name, 0))), 1
    )
    place = f" ({where.strip('`').removeprefix('$').removeprefix('.')})" if names else ""
    return BadFile(f"{path.name}, line {line}: {what[:1].lower()}{what[1:]}{place}")


def line_of_quoted(path: Path, message: str) -> int:
    """The line of a file that has what a message quotes, from 1; 0 if none has."""
    quoted = re.findall(r"[`\"]([^`\"]+)[`\"]", message)
    return next((line for text in quoted if (line := line_of(path, text, 0))), 0)


def line_of(path: Path, text: str, otherwise: int = 1) -> int:
    """The first line of a file that has this text, from 1; `otherwise` if none has."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return next((at for at, line in enumerate(lines, start=1) if text in line), otherwise)
