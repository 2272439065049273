"""`cgn download`: gets replays from a service."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from urllib.parse import parse_qsl, urlencode

import click

from cli.client.connect import Service, base_url, own_address, service_options
from cli.common import FORMS, chosen_form, counted, output_option
from cli.files import replaced, unwritable, written
from cli.inputs import Unreadable
from cli.progress import Bar
from cli.suggestions import complete_game
from client.client import Client
from client.part import UnusablePart, part_of, parting
from client.protocol import REPLAYS, Received, ServiceError
from notation.read import Form
from replays.store.export_import import last_line
from replays.store.filters import Filter, Option, Text
from replays.store.query import FILTERS

_Command = TypeVar("_Command", bound=Callable[..., object])

_REPLAY = re.compile(rf"(?:(.+){REPLAYS}/)?([0-9a-f]{{64}})")


def filter_options(filters: Mapping[str, Filter]) -> Callable[[_Command], _Command]:
    """Add the options of filters to a command."""

    def give(command: _Command) -> _Command:
        for name, one in reversed([*filters.items()]):  # the help begins with the last one given
            if one.option is not None:
                command = _option(name, one, one.option)(command)
        return command

    return give


def _option(name: str, one: Filter, option: Option) -> Callable[[_Command], _Command]:
    """The option of a filter; its value becomes the parameter of the same filter in the API."""
    kind: click.ParamType[Any] | None = None
    if isinstance(one.takes, range):
        kind = click.INT
    elif isinstance(one.takes, tuple) and not isinstance(one.takes, Text):
        kind = click.Choice(one.takes)
    flag = f"--{name.replace('_', '-')}"
    return click.option(
        f"{flag}/--{option.opposite}" if option.opposite else flag,
        one.parameter or name,
        default=None,
        type=kind,
        metavar=option.metavar,
        help=option.help,
        shell_complete=complete_game if name == "game" else None,
    )


@click.command()
@click.argument("replay", metavar="[ID]", required=False)
@service_options("--from", own_address())
@filter_options(FILTERS)
@click.option("--own", is_flag=True, default=None, help="Replays that you hold, private ones too.")
@click.option(
    "--query", metavar="QUERY", help="The conditions as in a URL: game=triggs&player=Ana."
)
@click.option("--all", "everything", is_flag=True, help="Every public replay.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(list(FORMS)),
    help="The form to write; for a query text or jsonl.  [default: as FILE ends, else text]",
)
@output_option
def download(
    replay: str | None,
    *,
    service: Service,
    query: str | None,
    everything: bool,
    kind: str | None,
    output: Path | None,
    **asked: str | int | bool | None,
) -> None:
    """Get one replay from a service, or all that a query finds.

    ID is the id of a replay, or its whole URL. A token from the environment is sent to that URL
    only if --from or CGN_URL names the same service.

    Names must match in full, but in any case. If there are several conditions, all must be true.
    The replays of a query come oldest first, and a last line says that they are complete.

    With --output, the replays of a query are collected in FILE.part, which replaces FILE when
    the service says that they are complete. If a download breaks off, the same command resumes
    it.

    \b
    Examples:
      cgn download 2f0c… --from https://cards.example
      cgn download https://cards.example/v1/replays/2f0c… -o game.cgn.json
      cgn download --game triggs --player Ana --finished -o ana.cgn
      cgn download --query 'game=triggs&player=Ana' -o ana.cgn
      cgn download --all --finished --format jsonl | cgn validate -

    Exit codes: 0 complete, 2 usage, no such replay, no service, or FILE cannot be written.
    """
    conditions = _conditions(asked, query)
    form = chosen_form(kind, output) or Form.TEXT
    if replay is not None:
        if conditions or everything:
            raise click.UsageError("give the ID of one replay, or a query, but not both")
        _get(service, replay, form, output)
    elif not conditions and not everything:
        raise click.UsageError("say which replays: an ID, a query such as --game triggs, or --all")
    elif form is Form.JSON:
        raise click.UsageError("a JSON file holds one replay; use jsonl, one a line, or text")
    else:
        _get_all(service, {**conditions, "order": "oldest"}, form, output)


def _conditions(asked: Mapping[str, str | float | None], query: str | None) -> Mapping[str, str]:
    """The conditions from options and --query, by their names in the API.

    Raises UsageError if the query is malformed, or has an unknown or repeated condition.
    """
    conditions = {name: _written(value) for name, value in asked.items() if value is not None}
    try:
        written = parse_qsl(query or "", keep_blank_values=True, strict_parsing=bool(query))
    except ValueError:
        raise click.UsageError("--query: write it as game=triggs&player=Ana") from None
    for name, value in written:
        if name not in asked:
            raise click.UsageError(
                f"--query: unknown condition {name}; known are {', '.join(asked)}"
            )
        if name in conditions:
            raise click.UsageError(f"--query: {name} is given twice")
        conditions[name] = value
    return conditions


def _written(value: str | float) -> str:
    """The value of a condition in a query."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _get(service: Service, replay: str, form: Form, output: Path | None) -> None:
    """Download one replay. Raises UsageError if `replay` is neither an id nor a URL."""
    match = _REPLAY.fullmatch(replay)
    if match is None:
        raise click.UsageError(f"{replay}: an ID is 64 digits from 0 to f, or a URL with one")
    if match[1] is not None:
        service = service.elsewhere(base_url(match[1]))
    with service.connected(Bar().note) as client:
        record = client.replay(match[2], form)
    with written(output) as out:
        out.write(record)


def _get_all(service: Service, query: Mapping[str, str], form: Form, output: Path | None) -> None:
    """Download all replays that a query finds."""
    bar = Bar()
    with service.connected(bar.note) as client:
        total = client.count(query) if sys.stderr.isatty() else 0
        if output is not None and (output.is_file() or not output.exists()):
            _collect(client, query, form, output, total, bar)
            return
        with written(output) as out:
            _pour(bar.over(client.download(query, form), total), out, form)


def _collect(
    client: Client, query: Mapping[str, str], form: Form, output: Path, total: int, bar: Bar
) -> None:
    """Download records into FILE.part, after those that it has, then replace the file by it."""
    wanted = f"{client.url}{REPLAYS}?{urlencode(sorted(query.items()))} as {form.value}"
    try:
        with part_of(output, wanted, form) as part:
            if part.count:
                bar.note(f"{part.path}: resuming after {counted(part.count, 'record')}")
            try:
                for received in bar.over(
                    client.download(query, form, part.after), total, part.count
                ):
                    part.add(received)
            except ServiceError:
                if not part.count:
                    part.path.unlink(missing_ok=True)
                    raise
                so_far = counted(part.count, "record")
                bar.note(f"{part.path}: {so_far} so far; the same command resumes the download")
                raise
            with replaced(output) as out:
                part.finish(out)
            part.path.unlink(missing_ok=True)
    except UnusablePart as error:
        if isinstance(error.__cause__, OSError):
            raise unwritable(output, error.__cause__) from None
        raise Unreadable(str(error)) from None
    bar.note(f"{output}: {counted(part.count, 'record')}")


def _pour(records: Iterable[Received], out: BinaryIO, form: Form) -> None:
    """Write records as they come, and a last line that says that they are complete."""
    count = 0
    for received in records:
        out.write(parting(form, count) + received.data)
        count += 1
    out.write(last_line(form, count))
