"""What `cgn serve --demo` does before it serves: imports records, and says what to do next."""

import secrets
import shlex
import sys
from collections.abc import Iterator

import click

from api.settings import Settings
from cli.inputs import Inputs
from cli.service.data import now, opened_store
from replays.store.export_import import take_in
from replays.store.tokens import TOKEN_BYTES, UPLOAD, digest_of, write_token

_HOLDER = "demo"
_DAY = 24 * 60 * 60


def prepare_demo(folder: str, settings: Settings) -> None:
    """Import the records of a folder, create a token for a day, and print how to use it.

    Raises Unreadable if the folder or the store cannot be used.
    """
    inputs = Inputs((folder,))
    secret = write_token(secrets.token_bytes(TOKEN_BYTES))
    with opened_store(settings.data, make=True) as store:
        kept = sum(taken.added is not None for taken in take_in(store, inputs, _HOLDER))
        store.tokens.create(_HOLDER, (UPLOAD,), digest_of(secret), now() + _DAY)
    click.echo("\n".join(_welcome(settings, secret, f"{kept} replays of {folder}")))


def _welcome(settings: Settings, secret: str, kept: str) -> Iterator[str]:
    url = f"http://{settings.host}:{settings.port}"
    cgn = shlex.quote(sys.argv[0])
    yield f"{kept} are at {url}/v1/replays; {url}/docs describes the service"
    yield f"A token to write with, for a day: {secret}"
    yield "Upload a game with it, from another terminal:"
    yield ""
    yield f"  {cgn} simulate triggs --seats 3 | curl {url}/v1/replays \\"
    yield f"    -H 'Authorization: Bearer {secret}' \\"
    yield "    -H 'Content-Type: text/vnd.cgn' --data-binary @-"
    yield ""
    yield "Ctrl-C stops the service. The replays stay."
    yield ""
