"""The options that say which service a command talks to, and with which token."""

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
    """The address of a service, the token for it (None: none), and how often to try again.

    `typed` is true if the token comes from the command line, not from the environment.
    """

    url: str
    token: str | None = field(repr=False)
    retries: int
    typed: bool = False

    def elsewhere(self, url: str) -> "Service":
        """The service at another address, to which only a typed token is sent."""
        token = self.token if self.typed or url == self.url else None
        return replace(self, url=url, token=token)


def service_options(flag: str, default: str | None = None) -> Callable[[Command], Command]:
    """Give a command its `service`, from the option `flag` and those for the token.

    Without a default, the command needs an address.
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
    """Where `cgn serve` listens by default."""
    settings = Settings()
    return f"http://{settings.host}:{settings.port}"


def base_url(text: str) -> str:
    """The address without a slash at its end. Raises UsageError if it is not one of a service."""
    try:
        parts = urlsplit(text)
        sound = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not text.isprintable() or set(" ?#@") & set(text):
        raise click.UsageError("the address of a service looks like https://cards.example")
    return text.rstrip("/")


def _options(flag: str, default: str | None) -> list[Callable[[Command], Command]]:
    otherwise = f"{URL}; default: {default}" if default else URL
    return [
        click.option(flag, "url", metavar="URL", help=f"Where the service is.  [{otherwise}]"),
        click.option(
            "--token",
            metavar="TOKEN",
            help=f"Your token; others on this computer can see it in the process list.  [{TOKEN}]",
        ),
        click.option("--token-file", metavar="FILE", help=f"A file that holds it.  [{TOKEN_FILE}]"),
        click.option(
            "--retries",
            type=click.IntRange(0, _MOST_RETRIES),
            default=_RETRIES,
            show_default=True,
            metavar="N",
            help="How often to try again after a temporary failure.",
        ),
    ]


def _token(given: str | None, file: str | None) -> str | None:
    """The token: typed options override the environment. No message has its text."""
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
        raise Unreadable(f"{where}: this is not a token, which is cgn_ and 43 characters")
    return token
