"""Finds out what is set: by a flag, the environment, a file of TOML, or by default."""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from api.settings import Declared, Settings, Value, declared
from notation.nearest import did_you_mean
from notation.wording import quote

FILE = "CGN_CONFIG"
"""The variable that names the file, where no flag does."""

_MOST_DIGITS = 18
_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


class BadSetting(Exception):
    """A setting that cannot be what it was given as; the message says which and why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Configured:
    """The settings, and where each comes from: `--port`, `CGN_PORT`, a file's path, `default`."""

    settings: Settings
    sources: Mapping[str, str]

    def shown(self) -> str:
        """Every setting as a file of TOML that would give the same."""
        lines = ["# What `cgn serve` runs with: a flag, a variable, a line here, or the default."]
        for setting in declared():
            value = getattr(self.settings, setting.name)
            source = self.sources[setting.name]
            lines += ["", f"# {setting.help} {setting.flag}, {setting.variable}."]
            lines.append(f"{setting.name} = {_written(value)}  # {source}")
        return "\n".join(lines)


def configure(
    flags: Mapping[str, Value | None],
    environment: Mapping[str, str],
    file: Path | None = None,
) -> Configured:
    """The settings: a flag goes before the environment, that before the file.

    `flags` has None for those not given; `file` is the one that a flag names. Raises BadSetting.
    """
    named = environment.get(FILE)
    path = file or (Path(named) if named else None)
    found = {} if path is None else _in_file(path)
    values: dict[str, Value] = {}
    sources: dict[str, str] = {}
    for setting in declared():
        flag, text = flags.get(setting.name), environment.get(setting.variable)
        value: Value
        if flag is not None:
            value, source = flag, setting.flag
        elif text is not None:
            value, source = _read(setting, text), setting.variable
        elif setting.name in found:
            value, source = found[setting.name], str(path)
        else:
            value, source = setting.default, "default"
        _check(setting, value, source)
        values[setting.name], sources[setting.name] = value, source
    return Configured(Settings(**values), sources)  # type: ignore[arg-type] # _check saw to the types


def _in_file(path: Path) -> Mapping[str, Value]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"{path}: this is no TOML: {error}") from None
    known = [setting.name for setting in declared()]
    for name in found:
        if name not in known:
            advice = did_you_mean(name, known) or "`cgn serve --show-config` lists them"
            raise BadSetting(f"{path}: there is no setting {quote(name)}; {advice}")
    return found


def _read(setting: Declared, text: str) -> Value:
    """The value that a text of the environment stands for."""
    if isinstance(setting.default, bool):
        if text.lower() in (*_YES, *_NO):
            return text.lower() in _YES
        raise BadSetting(f"{setting.variable}: true or false, not {quote(text)}")
    if isinstance(setting.default, int):
        if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS:
            return int(text)
        raise BadSetting(f"{setting.variable}: a whole number, not {quote(text)}")
    return text


def _check(setting: Declared, value: Value, source: str) -> None:
    """Raise BadSetting where the value is of another type, or out of bounds."""
    if type(value) is not type(setting.default):
        kind = {bool: "true or false", int: "a whole number", str: "a text"}[type(setting.default)]
        raise BadSetting(f"{source}: {setting.name} is {kind}, not {quote(str(value))}")
    low, high = setting.low, setting.high
    if isinstance(value, int) and low is not None and high is not None and not low <= value <= high:
        raise BadSetting(f"{source}: {setting.name} is from {low:,} to {high:,}, not {value:,}")


def _written(value: Value) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:_}"
    return json.dumps(value, ensure_ascii=False)
