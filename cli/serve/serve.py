"""`cgn serve`: the service that stores and serves replays."""

import secrets
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from api.server.serving import Unservable, check_address
from api.server.serving import serve as run
from api.settings import MOST_PICKED, Settings
from cli.inputs import Inputs, Unreadable
from cli.serve.options import as_toml, now, opened_store, settings_options
from cli.serve.phone import address_of, for_phones
from pages.judge import why_not
from replays.store.export_import import take_in
from replays.store.model import StoreError
from replays.store.open_store import shown
from replays.store.tokens import TOKEN_BYTES, UPLOAD, digest_of, write_token

_HOLDER = "demo"
_DAY = 24 * 60 * 60


@click.command()
@click.option("--show-config", is_flag=True, help="Print the settings, and where each comes from.")
@click.option(
    "--demo",
    type=click.Path(exists=True, file_okay=False),
    metavar="FOLDER",
    help="First import the records of a folder, and print a token for a day.",
)
@settings_options
def serve(
    *,
    config: Path | None,
    show_config: bool,
    demo: str | None,
    **values: Any,  # noqa: ANN401 - of the types that api/settings.py declares
) -> None:
    """Store and serve replays over HTTP.

    A flag overrides its environment variable, the variable overrides the file, and the file
    overrides the default. docs/service.md describes the requests; so does /docs while the service
    runs. Writing needs a token, from `cgn token create`.

    \b
    Examples:
      cgn serve
      cgn serve --port 9000 --data club.db
      cgn serve --config cgn.toml --show-config
      cgn serve --data try.db --demo examples

    Exit codes: 0 stopped, 2 usage, or the store cannot be used.
    """
    del config
    settings = Settings(**values)
    if show_config:
        click.echo(as_toml(settings, click.get_current_context()))
        return
    if wrong := why_not():
        click.echo(wrong, err=True)
    try:
        check_address(settings)
        if demo is not None:
            settings = prepare_demo(demo, settings)
        run(settings)
    except Unservable as error:
        raise click.UsageError(str(error)) from None
    except StoreError as error:
        raise Unreadable(f"{shown(settings.data)}: {error}") from None


def prepare_demo(folder: str, settings: Settings) -> Settings:
    """Import the records of a folder, create a token for a day, and print how to use it.

    Returns the settings with the first of these records shown first. Raises Unreadable if the
    folder or the store cannot be used.
    """
    inputs = Inputs((folder,))
    secret = write_token(secrets.token_bytes(TOKEN_BYTES))
    with opened_store(settings.data, make=True) as store:
        taken = [one.added.id for one in take_in(store, inputs, _HOLDER) if one.added is not None]
        store.tokens.create(_HOLDER, (UPLOAD,), digest_of(secret), now() + _DAY)
    click.echo("\n".join(_welcome(settings, secret, f"{len(taken)} replays of {folder}")))
    return settings if settings.picked else replace(settings, picked=",".join(taken[:MOST_PICKED]))


def _welcome(settings: Settings, secret: str, replays: str) -> Iterator[str]:
    url = f"http://{address_of(settings.host)}:{settings.port}"
    cgn = _as_called()
    yield from for_phones(settings.host, url)
    yield f"{replays} are at {url}; {url}/docs describes the service to programs"
    yield f"A token to write with, for a day: {secret}"
    yield "Upload a game with it, from another terminal:"
    yield ""
    yield f"  {cgn} simulate triggs --seats 3 | curl {url}/v1/replays \\"
    yield f"    -H 'Authorization: Bearer {secret}' \\"
    yield "    -H 'Content-Type: text/vnd.cgn' --data-binary @-"
    yield ""
    yield "Ctrl-C stops the service. The replays stay."
    yield ""


def _as_called() -> str:
    """The command that runs `cgn` again, for a shell: a script, or `python -m cgn`."""
    if Path(sys.argv[0]).name == "__main__.py":
        return f"{shlex.quote(sys.executable)} -m cgn"
    return shlex.quote(sys.argv[0])
