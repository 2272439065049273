"""The settings of `cgn serve` as flags, variables and lines of a file; opens its store."""

import json
import os
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from api.settings import Declared, Settings, Value, declared
from cli.inputs import Unreadable, note_input
from notation.nearest import did_you_mean
from notation.wording import quote
from replays.store.model import StoreError
from replays.store.open_store import NoStore, open_store, shown
from replays.store.sql.store import Store
from replays.store.tokens import is_guest

F = TypeVar("F", bound=Callable[..., Any])

VARIABLE = "CGN_CONFIG"
"""The environment variable that names the file of settings."""

_KINDS: dict[type, str] = {bool: "true or false", int: "a whole number", str: "a text"}


def settings_options(command: F) -> F:
    """Give a command --config, and an option for every setting.

    A flag overrides its variable, the variable overrides the file, the file the default.
    """
    for setting in reversed(declared()):
        command = _option(setting)(command)
    return click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        envvar=VARIABLE,
        show_envvar=True,
        is_eager=True,
        callback=_configure,
        help="A TOML file with a line for each setting.",
    )(command)


def in_file(path: Path) -> dict[str, Value]:
    """The settings in a TOML file, whose values are typed.

    Raises UsageError if the file is malformed, or has an unknown setting or a wrong value.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{path}: this is not TOML: {error}") from None
    known = {setting.name: setting for setting in declared()}
    for name, value in values.items():
        if name not in known:
            advice = did_you_mean(name, list(known)) or "`cgn serve --show-config` lists them"
            raise click.UsageError(f"{path}: there is no setting {quote(name)}; {advice}")
        wanted = type(known[name].default)
        if type(value) is not wanted:
            raise click.UsageError(
                f"{path}: {name} is {_KINDS[wanted]}, not {quote(json.dumps(value, default=str))}"
            )
        try:
            _type(known[name]).convert(value, None, None)
        except click.BadParameter as bad:
            raise click.UsageError(f"{path}: {name}: {bad.message}") from None
    return values


def as_toml(settings: Settings, context: click.Context) -> str:
    """A TOML file with these settings, and the source of each in a comment.

    Secrets in the address of the store are left out.
    """
    values = asdict(settings) | {"data": shown(settings.data)}
    lines = ["# What `cgn serve` runs with: a flag, a variable, a line here, or the default."]
    for setting in declared():
        lines += ["", f"# {setting.help} {setting.flag}, {setting.variable}."]
        source = _source(setting, context)
        lines.append(f"{setting.name} = {_written(values[setting.name])}  # {source}")
    return "\n".join(lines)


def _configure(context: click.Context, _: click.Parameter, path: Path | None) -> Path | None:
    context.default_map = {} if path is None else in_file(path)
    return path


def _option(setting: Declared) -> Callable[[F], F]:
    flag = setting.flag
    if isinstance(setting.default, bool):
        flag += f"/--no-{flag.removeprefix('--')}"
    return click.option(
        flag,
        setting.name,
        type=_type(setting),
        default=setting.default,
        envvar=setting.variable,
        show_envvar=True,
        metavar="TEXT" if isinstance(setting.default, str) else "N",
        help=setting.help,
    )


def _type(setting: Declared) -> click.ParamType[Any]:
    if isinstance(setting.default, bool):
        return click.BOOL
    if isinstance(setting.default, int):
        return click.IntRange(setting.low, setting.high)
    return click.STRING


def _source(setting: Declared, context: click.Context) -> str:
    sources: Mapping[ParameterSource | None, str] = {
        ParameterSource.COMMANDLINE: setting.flag,
        ParameterSource.ENVIRONMENT: setting.variable,
        ParameterSource.DEFAULT_MAP: str(context.params["config"]),
    }
    return sources.get(context.get_parameter_source(setting.name), "default")


def _written(value: Value) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value:_}"
    return json.dumps(value, ensure_ascii=False)


def now() -> int:
    """The time, in seconds since the epoch."""
    return int(time.time())


@contextmanager
def opened_store(address: str | Path, *, make: bool = False) -> Iterator[Store]:
    """Open the store at an address; with `make`, a missing store is made.

    Raises Unreadable if there is no store, or if opening or using it fails.
    """
    note_input(str(address))
    try:
        with open_store(address, now, make=make) as store:
            yield store
    except NoStore as error:
        raise Unreadable(
            f"{shown(address)}: {error}; --data or CGN_DATA names another one"
        ) from None
    except StoreError as error:
        raise Unreadable(f"{shown(address)}: {error}") from None


def check_not_guest(what: str, name: str) -> None:
    """Raise UsageError if the name of an owner, as `what` gives it, is kept for guests."""
    if is_guest(name):
        raise click.UsageError(
            f"{what} {name!r}: `guest-` and a digit begin the names that `cgn serve --open-tables`"
            " gives to guests, whose tables are erased; choose another name"
        )


def _default() -> str:
    """The store that `cgn serve` uses without --data and CGN_DATA."""
    path = os.environ.get(VARIABLE)
    settings = in_file(Path(path)) if path else {}
    return str(settings.get("data", Settings().data))


data_option = click.option(
    "--data",
    metavar="STORE",
    envvar="CGN_DATA",
    show_envvar=True,
    default=_default,
    show_default="as for cgn serve: cgn.db",
    help="The store: an SQLite file, or postgresql://HOST/DATABASE.",
)
