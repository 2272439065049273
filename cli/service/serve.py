"""`cgn serve`: the service that stores and serves replays."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from api.configuring import BadSetting, configure
from api.serving import Unservable, check_address
from api.serving import serve as run
from api.settings import Declared, declared
from cli.inputs import Unreadable
from cli.service.demo import prepare_demo
from replays.store.model import StoreError

F = TypeVar("F", bound=Callable[..., Any])


def _flag(setting: Declared) -> Callable[[F], F]:
    """The flag of a setting, from its declaration."""
    bounds = "" if setting.low is None else f"; {setting.low:,} to {setting.high:,}"
    default = f"{setting.default:,}" if type(setting.default) is int else str(setting.default)
    text = f"{setting.help}  [{setting.variable}; default: {default.lower()}{bounds}]"
    if isinstance(setting.default, bool):
        both = f"{setting.flag}/--no-{setting.flag.removeprefix('--')}"
        return click.option(both, setting.name, default=None, help=text)
    kind = type(setting.default)
    return click.option(setting.flag, setting.name, type=kind, metavar=_metavar(kind), help=text)


def _metavar(kind: type) -> str:
    return "N" if kind is int else "TEXT"


def _flags(command: F) -> F:
    """A command with a flag for every setting."""
    for setting in reversed(declared()):
        command = _flag(setting)(command)
    return command


@click.command()
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML file with a line for each setting.  [CGN_CONFIG]",
)
@click.option("--show-config", is_flag=True, help="Print the settings, and where each comes from.")
@click.option(
    "--demo",
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="First import the records of a folder, and print a token for a day.",
)
@_flags
def serve(
    config: Path | None,
    *,
    show_config: bool,
    demo: str | None,
    **flags: str | int | bool | None,
) -> None:
    """Store and serve replays over HTTP.

    A flag overrides its environment variable, the variable overrides the file, and the file
    overrides the default. docs/service.md describes the requests; so does /docs while the service
    runs. It runs until it is stopped. Writing takes a token, from `cgn token create`.

    \b
    Examples:
      cgn serve
      cgn serve --port 9000 --data club.db
      cgn serve --config cgn.toml --show-config
      cgn serve --data try.db --demo examples

    Exit codes: 0 stopped, 2 usage, or the store cannot be used.
    """
    try:
        configured = configure(flags, os.environ, config)
    except BadSetting as bad:
        raise click.UsageError(bad.message) from None
    if show_config:
        click.echo(configured.shown())
        return
    try:
        check_address(configured.settings)
        if demo is not None:
            prepare_demo(demo, configured.settings)
        run(configured.settings)
    except Unservable as error:
        raise click.UsageError(str(error)) from None
    except StoreError as error:
        raise Unreadable(f"{configured.settings.data}: {error}") from None
