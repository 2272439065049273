"""The options that tell a command which service to talk to, and with whose token."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import TypeAlias
from urllib.parse import urlsplit

import click

from api.settings import Settings
from cli.inputs import Unreadable, opened

URL, TOKEN, TOKEN_FILE = "CGN_URL", "CGN_TOKEN", "CGN_TOKEN_FILE"

_RETRIES = 6
_MOST_RETRIES = 100
_LONGEST_TOKEN = 4_096
_TOKEN = re.compile(r"[!-~]+")

Command: TypeAlias = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Service:
    """Where a service is, whose token goes there (None: nobody's), how often to try again.

    `typed` says that the token was named on the command line, not by the environment.
    """

    url: str
    token: str | None = field(repr=False)
    retries: int
    typed: bool = False

    def elsewhere(self, url: str) -> "Service":
        """The service at another address: only a token that was typed goes there."""
        token = self.token if self.typed or url == self.url else None
        return replace(self, url=url, token=token)


def service_options(flag: str, default: str | None = None) -> Callable[[Command], Command]:
    """Give a command its `service`, from the option `flag` and those for the token.

    Without a default the command needs the address.
    """

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(
            url: str | None, token: str | None, token_file: str | None, retries: int, **rest: object
        ) -> None:
            address = url or os.environ.get(URL) or default
            if address is None:
                raise click.UsageError(f"say with {flag} or {URL} where the service is")
            found = _token(token, token_file)
            typed = bool(token or token_file)
            return command(service=Service(base_url(address), found, retries, typed), **rest)

        decorated: Command = run
        for option in reversed(_options(flag, default)):
            decorated = option(decorated)
        return decorated

    return decorate


def own_address() -> str:
    """Where `cgn serve` listens, unless it is told otherwise."""
    settings = Settings()
    return f"http://{settings.host}:{settings.port}"


def base_url(text: str) -> str:
    """The address of a service, without a slash at its end. Raises UsageError where it is none."""
    try:
        parts = urlsplit(text)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not text.isprintable() or set(" ?#@") & set(text):
        raise click.UsageError("the address of a service looks like https://cards.example")
    return text.rstrip("/")


def _options(flag: str, default: str | None) -> list[Callable[[Command], Command]]:
    told = f"{URL}; default: {default}" if default else URL
    return [
        click.option(flag, "url", metavar="URL", help=f"Where the service is.  [{told}]"),
        click.option(
            "--token",
            metavar="TOKEN",
            help=f"Your token. Others here may see it in the list of processes.  [{TOKEN}]",
        ),
        click.option("--token-file", metavar="FILE", help=f"A file that holds it.  [{TOKEN_FILE}]"),
        click.option(
            "--retries",
            type=click.IntRange(0, _MOST_RETRIES),
            default=_RETRIES,
            show_default=True,
            metavar="N",
            help="How often to try again what fails in passing.",
        ),
    ]


def _token(given: str | None, file: str | None) -> str | None:
    """The token: what was typed goes before the environment. Its text is in no message."""
    if given is None and file is None:
        given, file = os.environ.get(TOKEN) or None, os.environ.get(TOKEN_FILE) or None
    if given is not None:
        return _checked(given, "the token")
    if file is None:
        return None
    with opened(file) as stream:
        return _checked(stream.read(_LONGEST_TOKEN + 1).decode("latin-1"), file)


def _checked(text: str, where: str) -> str:
    token = text.strip()
    if len(token) > _LONGEST_TOKEN or not _TOKEN.fullmatch(token):
        raise Unreadable(f"{where}: this is no token; it looks like cgn_ and 43 characters")
    return token
