"""`cgn token`: the tokens that allow writing to the service."""

import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime

import click
from rich.text import Text

from cli.draw.printing import print_lines
from cli.inputs import Unreadable
from cli.serve.options import check_not_guest, data_option, now, opened_store
from notation.render.visible import visible
from replays.store.tokens import (
    LONGEST,
    MOST_OWNER,
    SCOPES,
    SIGN_IN,
    TOKEN_BYTES,
    UPLOAD,
    Token,
    digest_of,
    is_owner,
    write_token,
)

_SECONDS = {"m": 60, "h": 60 * 60, "d": 24 * 60 * 60, "y": 365 * 24 * 60 * 60}


def _span(_: click.Context, __: click.Parameter, given: str | None) -> int | None:
    """The seconds in a span such as `90d`, `12h`, `30m` or `1y`. Raises BadParameter otherwise."""
    if given is None:
        return None
    match = re.fullmatch(r"([0-9]{1,9})([mhdy])", given)
    seconds = int(match[1]) * _SECONDS[match[2]] if match else 0
    if not 0 < seconds <= LONGEST:
        raise click.BadParameter(f"{given!r}: a number and m, h, d or y, up to 100y: 90d")
    return seconds


@click.group()
def token() -> None:
    """Create, list and revoke tokens. Writing to the service needs one, reading does not.

    Only a digest of each token is stored, so the token is shown once, when it is created.

    \b
    Examples:
      cgn token create ana
      cgn token create club-site --expires 90d
      cgn token create root --scope upload --scope admin
      cgn token create ana --link --url https://club.example
      cgn token list
      cgn token revoke 3
    """


@token.command()
@click.argument("owner")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice(list(SCOPES)),
    multiple=True,
    default=(UPLOAD,),
    help="upload: write for the owner; admin: see and change everything. May be repeated.",
)
@click.option(
    "--expires", callback=_span, metavar="SPAN", help="How long it is valid: 90d, 12h, 1y."
)
@click.option(
    "--link",
    is_flag=True,
    help="Print a link instead, which signs in the first browser that opens it within a day.",
)
@click.option(
    "--url",
    metavar="ADDRESS",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="The address of the service, for --link.",
)
@data_option
def create(
    *, owner: str, scopes: tuple[str, ...], expires: int | None, link: bool, url: str, data: str
) -> None:
    """Create a token and print it. It is not shown again.

    Replays uploaded with it belong to OWNER; all tokens of an owner give access to them. With
    --link nobody has to type a token: the browser that opens the link gets one of its own.

    Exit codes: 0 fine, 2 usage, or the store cannot be used.
    """
    if not is_owner(owner):
        raise click.UsageError(f"OWNER is a name of at most {MOST_OWNER} printable characters")
    check_not_guest("OWNER", owner)
    if link and (expires is not None or set(scopes) != {UPLOAD}):
        raise click.UsageError("--link makes a token to upload, without an end: leave out the rest")
    if link:
        scopes, expires = (SIGN_IN,), _SECONDS["d"]
    secret = write_token(secrets.token_bytes(TOKEN_BYTES))
    until = None if expires is None else now() + expires
    with opened_store(data, make=True) as store:
        created = store.tokens.create(owner, sorted(set(scopes)), digest_of(secret), until)
    click.echo(f"Token {created.id} for {visible(owner)}, {_facts(created)}:", err=True)
    click.echo(f"{url.rstrip('/')}/session#{secret}" if link else secret)


@token.command("list")
@data_option
def list_(data: str) -> None:
    """List all tokens ever created, without their text.

    Exit codes: 0 fine, 2 there is no store, or it cannot be used.
    """
    with opened_store(data) as store:
        print_lines(_lines(store.tokens.list()))


@token.command()
@click.argument("number", metavar="ID", type=int)
@data_option
def revoke(number: int, data: str) -> None:
    """Revoke a token, at once and for good.

    Exit codes: 0 fine, 2 there is no such token, or it was revoked before.
    """
    with opened_store(data) as store:
        if not store.tokens.revoke(number):
            raise Unreadable(f"there is no token {number} that could be revoked")
    click.echo(f"Token {number} is revoked.", err=True)


def _lines(tokens: list[Token]) -> Iterator[Text]:
    for one in tokens:
        style = "" if one.usable(now()) else "dim"
        yield Text(f"{one.id:>4}  {visible(one.owner)}, {_facts(one)}", style)


def _facts(one: Token) -> str:
    facts = [" and ".join(one.scopes), f"created {_day(one.created)}"]
    if one.revoked is not None:
        facts.append(f"revoked {_day(one.revoked)}")
    elif one.expires is not None:
        facts.append(f"{'expires' if one.usable(now()) else 'expired'} {_day(one.expires)}")
    return ", ".join(facts)


def _day(seconds: int) -> str:
    """A time to the minute, in UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}Z"
