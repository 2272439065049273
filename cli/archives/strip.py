"""`cgn strip`: takes comments, times or names out of records."""

from pathlib import Path
from secrets import token_bytes

import click

from cli.archives.filter import format_option
from cli.archives.picking import Run
from cli.common import form_for_many, output_option, paths_argument
from cli.inputs import Inputs, opened
from cli.jobs import Crew, crew_options
from notation.header import is_free
from replays.many.tools.strip import Strip, Stripped

_ALL = "all"
_KEY = 32
_LONGEST_KEY = 4_096


def _tags(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    for name in given:
        if name != _ALL and not is_free(name):
            raise click.BadParameter(f"{name} is not a free tag, such as Event or Site")
    return given


def _key(_: click.Context, __: click.Parameter, given: str | None) -> bytes | None:
    if given is None:
        return None
    with opened(given) as stream:
        key = stream.read(_LONGEST_KEY).strip()
    if not key:
        raise click.BadParameter("the file is empty; any secret text will do")
    return key


@click.command()
@paths_argument
@click.option("--comments", is_flag=True, help="Remove comments.")
@click.option("--times", is_flag=True, help="Remove the times of plies.")
@click.option("--marks", is_flag=True, help="Remove marks such as `!`.")
@click.option("--variations", is_flag=True, help="Remove variations.")
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="NAME",
    callback=_tags,
    help="Remove a free tag, such as Annotator; `all` removes every one. May be repeated.",
)
@click.option("--names", is_flag=True, help="Replace the names of players.")
@click.option(
    "--key-file",
    "key",
    metavar="FILE",
    callback=_key,
    help="A secret: with the same one, a player gets the same name again.",
)
@format_option
@crew_options
@output_option
def strip(  # noqa: PLR0913 - one for each option
    paths: tuple[str, ...],
    *,
    comments: bool,
    times: bool,
    marks: bool,
    variations: bool,
    tags: tuple[str, ...],
    names: bool,
    key: bytes | None,
    asked: str | None,
    crew: Crew,
    output: Path | None,
) -> None:
    """Remove private or needless parts of records, and write them anew.

    With --names, each player gets a name made from the old one and a secret key, such as `Player
    234126c8b4ab`: the same in all records of a run, and with --key-file in all runs. Nobody can
    recover the old name without the key. The names of a record's players are replaced in its
    comments and tags, too. Nicknames and the names of other people are not recognised: before you
    publish records, remove comments and tags, too. The seed stays, because it decides the cards.

    The moves and the verdict do not change. Records that cannot be read are reported on standard
    error and left out.

    \b
    Examples:
      cgn strip games.cgn --comments --times -o plain.cgn
      cgn strip club/ --names --key-file secret.txt --comments --tag all -o open.cgn.jsonl
      cgn strip games.cgn --variations --marks | cgn validate -

    Exit codes: 0 fine, 1 a record cannot be read, 2 usage or unreadable files.
    """
    if key is not None and not names:
        raise click.UsageError("--key-file is for --names")
    if not (comments or times or marks or variations or tags or names):
        raise click.UsageError(
            "say what to remove: --comments, --times, --marks, --variations, --tag, --names"
        )
    what = Strip(
        comments=comments,
        times=times,
        marks=marks,
        variations=variations,
        tags=frozenset(tags),
        all_tags=_ALL in tags,
        key=(key or token_bytes(_KEY)) if names else None,
    )
    job = Stripped(strip=what)
    Run(Inputs(paths)).copy_all(job, crew, output, form_for_many(asked, output))
