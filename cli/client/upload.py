"""`cgn upload`: sends records to a service, which stores them."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
from msgspec.structs import replace

from cli.client.connect import Service, service_options
from cli.common import paths_argument, show_problem, too_heavy
from cli.decks import UserDecks, deck_option
from cli.inputs import Inputs
from cli.storing import NEW, REFUSED, THERE, summary, visibility_option, with_decks
from client.answers import Stored
from client.client import Client
from client.protocol import REPLAYS
from client.sender import Outcome
from notation.diagnostics import Diagnostic
from notation.outcome import Reading
from notation.render.visible import visible
from notation.weight import is_heavy
from replays.validate import validate


@click.command()
@paths_argument
@service_options("--to")
@visibility_option
@deck_option
@click.option("--quiet", "-q", is_flag=True, help="Print errors only: no results, no summary.")
def upload(
    paths: tuple[str, ...], *, visibility: str, decks: UserDecks, quiet: bool, service: Service
) -> None:
    """Send records to a service, which stores those that are valid.

    PATH is a file, a folder (every .cgn, .cgn.json and .cgn.jsonl below it, gzipped or not), a
    glob, or - for standard input. Each record gets a line: `new` or `there` (it was there
    already), its address, and another upload of the same game, if there is one. A refused record
    is reported as `cgn validate` reports it, and does not keep the others out.

    Temporary failures are tried again, which is safe, since a record is never stored twice. After
    an interruption, the same command can be run again. What it had stored counts as there already.

    Decks given with --deck are sent first. A deck in the folder of decks is sent when a record
    names it.

    You need a token, which the operator of the service creates with `cgn token create`.

    \b
    Examples:
      cgn upload game.cgn --to https://cards.example --token-file token.txt
      cgn upload club/ 'old/*.cgn' --to https://cards.example --visibility unlisted
      cgn simulate triggs --seed s --games 9 | cgn upload - --to http://127.0.0.1:8000

    Exit codes: 0 all stored, 1 some refused, 2 usage, unreadable files, or no service.
    """
    if service.token is None:
        raise click.UsageError("uploading needs a token: --token-file FILE, or CGN_TOKEN")
    inputs = Inputs(paths)
    with service.connected(inputs.progress.note) as client:
        run = _Upload(inputs, decks, client, quiet=quiet)
        try:
            run.go(visibility)
        finally:
            inputs.progress.clear()
            if run.outcomes and not quiet:
                click.echo(summary(run.outcomes), err=True)
    sys.exit(2 if inputs.failures else int(run.outcomes[REFUSED] > 0))


@dataclass(frozen=True, slots=True)
class _Upload:
    """A run of the command; `outcomes` counts records by outcome."""

    inputs: Inputs
    decks: UserDecks
    client: Client
    outcomes: Counter[str] = field(default_factory=Counter)
    quiet: bool = False

    def go(self, visibility: str) -> None:
        """Send everything, and print the outcome for each record."""
        for name in self.decks.given:
            self.client.add_deck(Path(self.decks.files[name]).read_bytes())
        readings = with_decks(self._readings(), self.decks, self.client.add_deck, self.decks.given)
        for reading, outcome in self.client.upload(readings, visibility):
            self._show(reading, outcome)

    def _readings(self) -> Iterator[Reading]:
        """The records. Unless `quiet`, warns of each that takes too long to check."""
        for reading in self.inputs:
            if not self.quiet and is_heavy(reading.source):
                self.inputs.progress.note(too_heavy(reading.source.file, reading.source.record))
            yield reading

    def _show(self, reading: Reading, outcome: Outcome) -> None:
        if isinstance(outcome, Stored):
            self.outcomes[NEW if outcome.created else THERE] += 1
            if not self.quiet:
                self.inputs.progress.clear()
                click.echo(self._line(reading, outcome))
            return
        self.outcomes[REFUSED] += 1
        if outcome.diagnostics:
            problem = self._in_place(reading, outcome.diagnostics[0])
            show_problem(problem, self.inputs.progress)
        else:
            self.inputs.progress.note(f"{_place(reading)}: {outcome.detail}")

    def _line(self, reading: Reading, stored: Stored) -> str:
        """The line of a stored record: outcome, address, place, a replay of the same game."""
        where = f"{self.client.url}{REPLAYS}/{stored.id}"
        same = f" same game as {stored.same_game[0]}" if stored.same_game else ""
        word = "new" if stored.created else "there"
        return visible(f"{word} {where} {_place(reading)}{same}")

    def _in_place(self, reading: Reading, problem: Diagnostic) -> Diagnostic:
        """The problem that the service found, at its place in the file or at its record."""
        own = validate(reading, self.decks.decks).problem
        if own is not None and own.code == problem.code:
            return own
        return replace(
            problem,
            code=visible(problem.code),
            severity="error",
            place=reading.source.whole(),
            also=None,
            record=reading.source.record,
        )


def _place(reading: Reading) -> str:
    return f"{reading.source.file}:{reading.source.record}"
