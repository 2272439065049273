"""`cgn upload`: sends records to a service, which stores them."""

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import click

from cli.client.protocol import Stored
from cli.client.remote import Remote
from cli.client.upload import Outcome, Sender
from cli.completing import complete_file
from cli.decks import UserDecks, deck_option
from cli.inputs import Inputs
from cli.problems import show_problem
from cli.service import Service, service_options
from notation.diagnostics import Diagnostic
from notation.outcome import Reading
from notation.read import read
from notation.render.visible import visible
from notation.text_writer import write_text
from replays.store.model import Visibility
from replays.validate import validate

_MOST_BYTES, _MOST_RECORDS = 1 << 20, 1_000

_Item: TypeAlias = tuple[Reading, bytes]
"""A record as it was read, and its text, which is empty if it could not be read."""


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_file)
@service_options("--to")
@click.option(
    "--visibility",
    type=click.Choice([visibility.value for visibility in Visibility]),
    default=Visibility.PUBLIC.value,
    show_default=True,
    help="Who can find them: everyone, those who know the id, or only you.",
)
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
    an interruption, the same command can be run again. A record whose answer was lost counts as
    there already.

    Decks given with --deck are sent first, and those in the folder of decks when a record names
    them.

    It takes a token, which the operator of the service creates with `cgn token create`.

    \b
    Examples:
      cgn upload game.cgn --to https://cards.example --token-file token.txt
      cgn upload club/ 'old/*.cgn' --to https://cards.example --visibility unlisted
      cgn simulate triggs --seed s --games 9 | cgn upload - --to http://127.0.0.1:8000

    Exit codes: 0 all stored, 1 some refused, 2 usage, unreadable files, or no service.
    """
    if service.token is None:
        raise click.UsageError("uploading takes a token: --token-file FILE, or CGN_TOKEN")
    inputs = Inputs(paths)
    with Remote(service, lambda trouble: _note(inputs, trouble)) as remote:
        run = _Upload(inputs, decks, Sender(remote, visibility), Counter(), quiet=quiet)
        try:
            run.go()
        finally:
            inputs.progress.finish()
            if run.outcomes and not quiet:
                click.echo(run.summary(), err=True)
    sys.exit(2 if inputs.failures else int(run.outcomes["refused"] > 0))


def _note(inputs: Inputs, trouble: str) -> None:
    inputs.progress.clear()
    click.echo(visible(trouble), err=True)


@dataclass(frozen=True, slots=True)
class _Upload:
    """One run of the command; `outcomes` counts what became of the records."""

    inputs: Inputs
    decks: UserDecks
    sender: Sender
    outcomes: Counter[str]
    quiet: bool

    def go(self) -> None:
        """Send everything, and print what became of each record."""
        sent = set(self.decks.given)
        for name in self.decks.given:
            self._send_deck(name)
        for batch in _batches(self.inputs):
            for name in _named(batch):
                if name in self.decks.files and name not in sent:
                    self._send_deck(name)
                    sent.add(name)
            answers = self.sender.send([text for _, text in batch if text])
            for reading, text in batch:
                if not text and reading.problem is not None:
                    self._refuse(reading.problem)
                else:
                    self._show(reading, next(answers))
            deque(answers, maxlen=0)  # the last line of the answer says that it is complete

    def summary(self) -> str:
        """How many records there were, and what became of them."""
        count = self.outcomes.total()
        known = ("new", "already there", "refused")
        parts = ", ".join(f"{self.outcomes[outcome]:,} {outcome}" for outcome in known)
        return f"{count:,} record{'' if count == 1 else 's'}: {parts}"

    def _send_deck(self, name: str) -> None:
        self.sender.add_deck(Path(self.decks.files[name]).read_bytes())

    def _show(self, reading: Reading, outcome: Outcome) -> None:
        if isinstance(outcome, Stored):
            self.outcomes["new" if outcome.created else "already there"] += 1
            if not self.quiet:
                self.inputs.progress.clear()
                click.echo(self._line(reading, outcome))
        elif outcome.diagnostics:
            self._refuse(self._in_place(reading, outcome.diagnostics[0]))
        else:
            self.outcomes["refused"] += 1
            _note(self.inputs, f"{_place(reading)}: {outcome.detail}")

    def _line(self, reading: Reading, stored: Stored) -> str:
        """Whether it is new, its address, its place here, another upload of the same game."""
        where = f"{self.sender.remote.url}/v1/replays/{stored.id}"
        same = f" same game as {stored.same_game[0]}" if stored.same_game else ""
        word = "new" if stored.created else "there"
        return visible(f"{word} {where} {_place(reading)}{same}")

    def _refuse(self, problem: Diagnostic) -> None:
        self.outcomes["refused"] += 1
        show_problem(problem, self.inputs.progress)

    def _in_place(self, reading: Reading, problem: Diagnostic) -> Diagnostic:
        """The problem that the service reports, at the place of the record in the file."""
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


def _named(batch: Iterable[_Item]) -> list[str]:
    """The decks that the records of a batch name, each once."""
    records = [reading.record for reading, _ in batch]
    return list(dict.fromkeys(record.deck for record in records if record and record.deck))


def _batches(inputs: Inputs) -> Iterator[list[_Item]]:
    """The records of all files, in batches that are sent at once."""
    batch: list[_Item] = []
    size = 0
    for stream, file in inputs:
        for reading in read(stream, file):
            text = b"" if reading.record is None else write_text(reading.record).encode()
            if batch and (size + len(text) > _MOST_BYTES or len(batch) == _MOST_RECORDS):
                yield batch
                batch, size = [], 0
            batch.append((reading, text))
            size += len(text)
    if batch:
        yield batch
