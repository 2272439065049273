"""`cgn filter`: copies the records that meet conditions."""

from pathlib import Path

import click

from cli.archives.picking import Run, condition_options
from cli.common import form_for_many, form_option, output_option, paths_argument
from cli.decks import UserDecks
from cli.inputs import Inputs
from cli.jobs import Crew, crew_options
from replays.many.tools.condition import Condition
from replays.many.tools.picking import Records

format_option = form_option("that of the first record")


@click.command()
@paths_argument
@condition_options
@format_option
@crew_options
@output_option
def filter(  # noqa: A001 - as the command is named
    paths: tuple[str, ...],
    *,
    condition: Condition,
    decks: UserDecks,
    asked: str | None,
    crew: Crew,
    output: Path | None,
) -> None:
    """Copy the records that meet all conditions, unchanged.

    PATH is a file, a folder, a glob, - for standard input, or the address of a service. Names and
    comments match in upper or lower case; names must match in full. If --game, --result or
    --verdict is repeated, one of the values must match; of the other options, all must. --where
    takes an SQLite expression over the columns of `cgn table`, which docs/archives.md describes.

    A record in the output form is copied byte for byte, but without the notes around it; others are
    converted. Only as much of a record is read as the conditions need, and it is not checked,
    except with --verdict. Records that cannot be read are reported on standard error and left out;
    with --verdict they count as invalid.

    \b
    Examples:
      cgn filter club/ --game triggs --player Ana --date 2026-03..2026-05 -o ana.cgn
      cgn filter games.cgn --where "score_A > score_B + 5 OR moves LIKE 'cross 3%'"
      cgn filter games.cgn --mark '??' | cgn step -
      cgn filter club/ --verdict invalid --jobs 4 > broken.cgn
      cgn filter games.cgn.gz --seats 4.. --format jsonl

    Exit codes: 0 fine, even if nothing matches, 1 a record cannot be read, 2 usage or unreadable
    files.
    """
    job = Records(condition=condition, decks=decks.decks)
    Run(Inputs(paths)).copy_all(job, crew, output, form_for_many(asked, output))
