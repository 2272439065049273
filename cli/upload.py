"""`cgn upload`: sends records to a service, which keeps them."""

import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import click

from cli.completing import complete_file
from cli.decks import UserDecks, deck_option
from cli.inputs import Inputs
from cli.problems import show_problem
from cli.remote import Remote
from cli.sending import Outcome, Sender
from cli.service import Service, service_options
from cli.wire import Stored
from notation.diagnostics import Diagnostic
from notation.read import read
from notation.reading import Reading
from notation.render.visible import visible
from notation.text_writer import write_text
from replays.store.data import Visibility
from replays.validate import validate

_MOST_BYTES, _MOST_RECORDS = 1 << 20, 1_000

_Item: TypeAlias = tuple[Reading, bytes]
"""A record as it was found, and its text; of what is no record, nothing."""


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_file)
@service_options("--to")
@click.option(
    "--visibility",
    type=click.Choice([visibility.value for visibility in Visibility]),
    default=Visibility.PUBLIC.value,
    show_default=True,
    help="Who is to find them: everyone; those who know the id; you.",
)
@deck_option
@click.option("--quiet", "-q", is_flag=True, help="Print errors only: no results, no summary.")
def upload(
    paths: tuple[str, ...], *, visibility: str, decks: UserDecks, quiet: bool, service: Service
) -> None:
    """Send records to a service, which keeps those that are fine.

    PATH is a file, a folder (every .cgn, .cgn.json and .cgn.jsonl below it), a glob, or - for
    standard input. Each record gets a line: `new` or `there` (it was there already), where it is
    now, and another upload of the same game, if there is one. A record that is refused is told
    as `cgn validate` tells it, and does not keep the others out.

    What fails in passing is tried again, which is safe: a record is never stored twice. So is
    running it again after it broke off. A record whose answer was lost counts as there already.

    Decks given with --deck are sent first; one of the folder of decks is, if a record names it.

    It takes a token, which whoever runs the service creates with `cgn token create`.

    \b
    Examples:
      cgn upload game.cgn --to https://cards.example --token-file token.txt
      cgn upload club/ 'old/*.cgn' --to https://cards.example --visibility unlisted
      cgn simulate triggs --seed s --games 9 | cgn upload - --to http://127.0.0.1:8000

    Exit codes: 0 all there, 1 some refused, 2 usage, unreadable files, or no service.
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
            if run.told and not quiet:
                click.echo(run.summary(), err=True)
    sys.exit(2 if inputs.failures else int(run.told["refused"] > 0))


def _note(inputs: Inputs, trouble: str) -> None:
    inputs.progress.clear()
    click.echo(visible(trouble), err=True)


@dataclass(frozen=True, slots=True)
class _Upload:
    """One run of the command; `told` counts what became of the records."""

    inputs: Inputs
    decks: UserDecks
    sender: Sender
    told: Counter[str]
    quiet: bool

    def go(self) -> None:
        """Send everything, and tell of each record."""
        sent = set(self.decks.given)
        for name in self.decks.given:
            self._send_deck(name)
        for batch in _batches(self.inputs):
            for name in _named(batch):
                if name in self.decks.files and name not in sent:
                    self._send_deck(name)
                    sent.add(name)
            outcomes = self.sender.send([text for _, text in batch if text])
            for reading, text in batch:
                if not text and reading.problem is not None:
                    self._refuse(reading.problem)
                else:
                    self._tell(reading, next(outcomes))
            deque(outcomes, maxlen=0)  # the last line of the answer says that it is complete

    def summary(self) -> str:
        """How many records there were, and what became of them."""
        count = self.told.total()
        outcomes = ("new", "already there", "refused")
        parts = ", ".join(f"{self.told[outcome]:,} {outcome}" for outcome in outcomes)
        return f"{count:,} record{'' if count == 1 else 's'}: {parts}"

    def _send_deck(self, name: str) -> None:
        self.sender.add_deck(Path(self.decks.files[name]).read_bytes())

    def _tell(self, reading: Reading, outcome: Outcome) -> None:
        if isinstance(outcome, Stored):
            self.told["new" if outcome.created else "already there"] += 1
            if not self.quiet:
                self.inputs.progress.clear()
                click.echo(self._line(reading, outcome))
        elif outcome.diagnostics:
            self._refuse(self._in_place(reading, outcome.diagnostics[0]))
        else:
            self.told["refused"] += 1
            _note(self.inputs, f"{_place(reading)}: {outcome.detail}")

    def _line(self, reading: Reading, stored: Stored) -> str:
        """Whether it is new, where it is, whence it came, and another upload of the same game."""
        where = f"{self.sender.remote.url}/v1/replays/{stored.id}"
        same = f" same game as {stored.same_game[0]}" if stored.same_game else ""
        word = "new" if stored.created else "there"
        return visible(f"{word} {where} {_place(reading)}{same}")

    def _refuse(self, problem: Diagnostic) -> None:
        self.told["refused"] += 1
        show_problem(problem, self.inputs.progress)

    def _in_place(self, reading: Reading, problem: Diagnostic) -> Diagnostic:
        """What the service says of a record, at the place where it stands in the file."""
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
    """The records of all files, as many together as are sent at once."""
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
