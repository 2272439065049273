"""Connects a command to the service that its options name."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import wraps

import click
from click.core import ParameterSource

from api.settings import Settings
from cli.common import Command
from cli.inputs import Unreadable, opened
from client.client import TOKEN, Client
from client.connection import RETRIES, RETRIES_ABSENT, checked_url
from client.protocol import ServiceError

_MOST_RETRIES = 100
_LONGEST_TOKEN = 4_096
"""The most bytes read of a token file, so that a wrong file, however long, is refused quickly."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its address, the token for it, if any, and the number of retries.

    `typed` is true if the token comes from the command line, not from the environment.
    """

    url: str
    token: str | None = field(repr=False)
    retries: int | None
    typed: bool = False

    def elsewhere(self, url: str) -> "Service":
        """The service at another address, to which only a typed token is sent."""
        token = self.token if self.typed or url == self.url else None
        return replace(self, url=url, token=token)

    @contextmanager
    def connected(self, notify: Callable[[str], None]) -> Iterator[Client]:
        """A client that calls `notify` before each retry. Raises Unreadable if a request fails."""
        try:
            with Client(self.url, self.token, retries=self.retries, notify=notify) as client:
                yield client
        except ServiceError as error:
            raise Unreadable(error.message) from None


def service_options(flag: str, default: str | None = None) -> Callable[[Command], Command]:
    """Add the option `flag` and the options for the token to a command, which gets a `service`.

    Without a default, the address is required.
    """
    given = {"required": True} if default is None else {"default": default}
    options = (
        click.option(
            flag,
            "url",
            metavar="URL",
            envvar="CGN_URL",
            show_envvar=True,
            help="Where the service is.",
            **given,
        ),
        click.option(
            "--token",
            metavar="TOKEN",
            envvar="CGN_TOKEN",
            show_envvar=True,
            help="Your token; others on this computer can see it in the process list.",
        ),
        click.option(
            "--token-file",
            metavar="FILE",
            envvar="CGN_TOKEN_FILE",
            show_envvar=True,
            help="A file that holds it.",
        ),
        click.option(
            "--retries",
            type=click.IntRange(0, _MOST_RETRIES),
            metavar="N",
            help="How often to try again after a temporary failure.  "
            f"[default: {RETRIES}, or {RETRIES_ABSENT} if nothing ever listened]",
        ),
    )

    def decorate(command: Command) -> Command:
        @wraps(command)
        def run(
            url: str, token: str | None, token_file: str | None, retries: int | None, **rest: object
        ) -> None:
            secret, typed = _token(token, token_file)
            return command(service=Service(base_url(url), secret, retries, typed), **rest)

        decorated: Command = run
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


def own_address() -> str:
    """The address at which `cgn serve` listens by default."""
    settings = Settings()
    return f"http://{settings.host}:{settings.port}"


def base_url(text: str) -> str:
    """Check the address of a service. Raises UsageError if it is malformed."""
    try:
        return checked_url(text)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _token(given: str | None, file: str | None) -> tuple[str | None, bool]:
    """The token, and whether it was typed. A typed one overrides the environment.

    No message contains the token. Raises Unreadable if it is malformed.
    """
    source = click.get_current_context().get_parameter_source
    typed = {name: source(name) is ParameterSource.COMMANDLINE for name in ("token", "token_file")}
    if given is not None and (typed["token"] or not typed["token_file"]):
        return _checked(given, "the token"), typed["token"]
    if file is None:
        return None, False
    with opened(file) as stream:
        text = stream.read(_LONGEST_TOKEN + 1).decode("latin-1")
    return _checked(text, file), typed["token_file"]


def _checked(text: str, where: str) -> str:
    token = text.strip()
    if len(token) > _LONGEST_TOKEN or not TOKEN.fullmatch(token):
        raise Unreadable(f"{where}: this is not a token, which is cgn_ and 43 characters")
    return token
