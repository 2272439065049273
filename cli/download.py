"""`cgn download`: gets replays from a service."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO
from urllib.parse import parse_qsl

import click

from cli.client.download import (
    KINDS,
    REPLAYS,
    Received,
    Wanted,
    part_of,
    parting,
    receive,
    total,
)
from cli.client.remote import Question, Remote
from cli.completing import complete_game
from cli.files import replaced
from cli.inputs import Unreadable
from cli.progress import Meter
from cli.service import Service, base_url, own_address, service_options
from notation.read import Form, form_of
from notation.render.visible import visible
from replays.store.export_import import last_line

_FORMS = {"text": Form.TEXT, "json": Form.JSON, "jsonl": Form.JSON_LINES}
_REPLAY = re.compile(rf"(?:(.+){REPLAYS}/)?([0-9a-f]{{64}})")
_STANDARD_OUTPUT = ("-", "/dev/stdout")


@click.command()
@click.argument("replay", metavar="[ID]", required=False)
@service_options("--from", own_address())
@click.option("--game", metavar="GAME", shell_complete=complete_game, help="Replays of a game.")
@click.option("--player", metavar="NAME", help="Replays with this player.")
@click.option("--winner", metavar="NAME", help="Replays that this player won.")
@click.option("--event", metavar="NAME", help="Replays of this event.")
@click.option("--date", metavar="DATE", help="Replays of a year, month or day: 2026-11.")
@click.option("--seats", metavar="N", type=int, help="Replays with so many players.")
@click.option("--text", "q", metavar="WORDS", help="Replays with these words in names or comments.")
@click.option("--finished/--unfinished", default=None, help="Replays that have ended, or have not.")
@click.option("--own", is_flag=True, default=None, help="Replays that you hold, private ones too.")
@click.option(
    "--query", metavar="QUERY", help="The conditions as in a URL: game=triggs&player=Ana."
)
@click.option("--all", "everything", is_flag=True, help="Every public replay.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(list(_FORMS)),
    help="The form to write; for a query text or jsonl.  [default: as FILE ends, else text]",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file to write. By default, or as -: standard output.",
)
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

    ID is the id of a replay, or its whole URL; a token is sent to that URL only if it is typed,
    or meant for that service. Names are whole names, in any case. If there are several
    conditions, all must be true. The replays of a query come oldest first, and a last line says
    that they are complete.

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
    if output is not None and str(output) in _STANDARD_OUTPUT:
        output = None
    form = _form(kind, output)
    if replay is not None:
        if conditions or everything:
            raise click.UsageError("give the ID of one replay, or a query, but not both")
        _get(service, replay, form, output)
    elif not conditions and not everything:
        raise click.UsageError("say which replays: an ID, a query such as --game triggs, or --all")
    elif form is Form.JSON:
        raise click.UsageError("a JSON file holds one replay; use jsonl, one a line, or text")
    else:
        _get_all(service, Wanted({**conditions, "order": "oldest"}, form), output)


def _conditions(asked: Mapping[str, str | float | None], query: str | None) -> Mapping[str, str]:
    """The conditions given with options and in a query, under the names that the service uses."""
    found = {name: _written(value) for name, value in asked.items() if value is not None}
    try:
        written = parse_qsl(query or "", keep_blank_values=True, strict_parsing=bool(query))
    except ValueError:
        raise click.UsageError("--query: write it as game=triggs&player=Ana") from None
    for name, value in written:
        if name not in asked:
            raise click.UsageError(
                f"--query: unknown condition {name}; known are {', '.join(asked)}"
            )
        if name in found:
            raise click.UsageError(f"--query: {name} is given twice")
        found[name] = value
    return found


def _written(value: str | float) -> str:
    """The value of a condition, as a query has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _form(kind: str | None, output: Path | None) -> Form:
    named = form_of(output.name) if output is not None else None
    asked = _FORMS[kind] if kind is not None else named or Form.TEXT
    if named not in (None, asked):
        raise click.UsageError(f"--format {kind} contradicts the ending of --output {output}")
    return asked


def _get(service: Service, replay: str, form: Form, output: Path | None) -> None:
    """Get one replay, and write it."""
    match = _REPLAY.fullmatch(replay)
    if match is None:
        raise click.UsageError(f"{replay}: an ID is 64 digits from 0 to f, or a URL with one")
    if match[1] is not None:
        service = service.elsewhere(base_url(match[1]))
    accept = KINDS[Form.TEXT if form is Form.TEXT else Form.JSON]  # which is on one line
    question = Question("GET", f"{REPLAYS}/{match[2]}", {}, {"Accept": accept})
    with Remote(service, _Shown().tell) as remote:
        record = remote.patience().persist(lambda: remote.answer(question))
    with ExitStack() as stack:
        out = sys.stdout.buffer if output is None else stack.enter_context(replaced(output))
        out.write(record)


def _get_all(service: Service, wanted: Wanted, output: Path | None) -> None:
    """Get all that a query finds, and write it."""
    shown = _Shown()
    with Remote(service, shown.tell) as remote:
        if sys.stderr.isatty():
            shown.total = total(remote, wanted)
        if output is None:
            _pour(shown.over(receive(remote, wanted)), sys.stdout.buffer, wanted.form)
        elif output.exists() and not output.is_file():
            with replaced(output) as out:
                _pour(shown.over(receive(remote, wanted)), out, wanted.form)
        else:
            _collect(remote, wanted, output, shown)


def _collect(remote: Remote, wanted: Wanted, output: Path, shown: "_Shown") -> None:
    """Write the records to a file, after those that its part already has."""
    with part_of(output, wanted.described(remote.url), wanted.form) as part:
        if part.count:
            shown.tell(f"{part.path}: resuming after {_records(part.count)}")
        try:
            for received in shown.over(receive(remote, wanted, part.after), part.count):
                part.add(received)
        except Unreadable:
            shown.tell(
                f"{part.path}: {_records(part.count)} so far; the same command resumes the download"
            )
            raise
        part.finish(output)
    shown.tell(f"{output}: {_records(part.count)}")


def _pour(records: Iterable[Received], out: BinaryIO, form: Form) -> None:
    """Write the records as they come, and a last line that says that they are complete."""
    count = 0
    for received in records:
        out.write(parting(form, count) + received.data)
        count += 1
    out.write(last_line(form, count))


def _records(count: int) -> str:
    return "1 record" if count == 1 else f"{count:,} records"


class _Shown:
    """Prints notes on standard error, and on a terminal draws a bar."""

    def __init__(self) -> None:
        self.total = 0
        self._meter = Meter()

    def tell(self, text: str) -> None:
        """Print a note, after wiping the bar off."""
        self._meter.clear()
        click.echo(visible(text), err=True)

    def over(self, records: Iterable[Received], before: int = 0) -> Iterator[Received]:
        """The same records, each of which moves the bar; `before` is how many came before them."""
        try:
            for count, received in enumerate(records, start=before + 1):
                self._meter(count, max(count, self.total))
                yield received
        finally:
            self._meter.finish()
