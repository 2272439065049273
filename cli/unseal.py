"""`cgn unseal`: adds the published seed to sealed records, and checks them whole."""

import sys
from io import BytesIO

import click
from msgspec.structs import replace

from cli.common import counted, file_argument
from cli.decks import UserDecks, deck_option
from cli.files import rewrite
from cli.inputs import STANDARD_INPUT, opened, shown
from cli.load import BrokenRecord, record_of
from cli.setup import checked_seed
from engines.registry import Decks
from notation.chance import seed_hash
from notation.outcome import Reading
from notation.read import Form, form_of, read
from notation.record import Record
from notation.render.visible import visible
from notation.write import Writer
from replays.digests import canonical
from replays.validate import validate


@click.command()
@file_argument
@click.option(
    "--seed",
    required=True,
    callback=checked_seed,
    metavar="TEXT",
    help="The seed, as it was published.",
)
@deck_option
def unseal(file: str, *, seed: str, decks: UserDecks) -> None:
    """Add the published seed to the records that were sealed with it, and check them whole.

    A game with a SeedHash can be followed while nobody knows the seed: its shuffles are `_`. With
    the seed every card is known, so everything is compared with it: moves, reveals, shuffles and
    scores. If a record does not agree, the file is left unchanged. Standard input (-) is written to
    standard output, as text.

    \b
    Examples:
      cgn unseal game.cgn --seed 8f14e45fceea167a5a36dedd4bea2543
      cgn unseal - --seed tuesday-7 < sealed.cgn | cgn validate -

    Exit codes: 0 fine, 1 a record is broken or does not agree with the seed, 2 usage, unreadable
    files, or no record is sealed with this seed.
    """
    with opened(file) as stream:
        readings = list(read(stream, shown(file)))
    records = [_unsealed(reading, seed, decks.decks) for reading in readings]
    count = sum(record.seed == seed for record in records)
    if not count:
        raise click.UsageError(
            f"no record of {visible(shown(file))} has the SeedHash of this seed, {seed_hash(seed)}"
        )
    out = BytesIO()
    writer = Writer(out, form_of(file) or Form.TEXT)
    for record in records:
        writer.write(canonical(record))
    if file == STANDARD_INPUT:
        sys.stdout.buffer.write(out.getvalue())
        return
    rewrite(file, out.getvalue())
    click.echo(f"{visible(file)}: {counted(count, 'record')} unsealed", err=True)


def _unsealed(reading: Reading, seed: str, decks: Decks) -> Record:
    """The record with the seed, or unchanged if it was sealed with another.

    Raises BrokenRecord if it cannot be read, or if the seed shows that it is wrong.
    """
    record = record_of(reading)
    if record.seed_hash != seed_hash(seed):
        return record
    whole = replace(record, seed=seed)
    report = validate(Reading(reading.source, whole), decks)
    if report.problem is not None:
        raise BrokenRecord(report.problem)
    return whole
