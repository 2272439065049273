"""`cgn serve`: the service that stores and serves replays."""

from pathlib import Path
from typing import Any

import click

from api.serving import Unservable, check_address
from api.serving import serve as run
from api.settings import Settings
from cli.inputs import Unreadable
from cli.service.demo import prepare_demo
from cli.service.settings import as_toml, settings_options
from replays.store.model import StoreError


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
    runs. It runs until it is stopped. Writing takes a token, from `cgn token create`.

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
    try:
        check_address(settings)
        if demo is not None:
            prepare_demo(demo, settings)
        run(settings)
    except Unservable as error:
        raise click.UsageError(str(error)) from None
    except StoreError as error:
        raise Unreadable(f"{settings.data}: {error}") from None
