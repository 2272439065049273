"""`cgn review`: says which plies of a game gave points away, by what their seats could know."""

from collections.abc import Sequence
from pathlib import Path

import click
from msgspec import to_builtins

from cli.common import counted, file_argument, record_option
from cli.decks import UserDecks, deck_option
from cli.files import written
from cli.inputs import Unreadable
from cli.jobs import jobs_option, none_dead
from cli.load import LoadedRecord, load
from cli.progress import Bar
from cli.setup import checked_seed
from notation.render.json import printable
from notation.render.visible import visible
from replays.review import (
    DEALS,
    FEWEST_DEALS,
    SEED,
    SURE,
    PlyReview,
    Reviewing,
    Unfit,
    check_fit,
    most_telling,
    with_comments,
)
from replays.view.playhead import Playhead

_MOST_DEALS = 10_000


@click.command()
@file_argument
@record_option
@deck_option
@click.option(
    "--deals",
    type=click.IntRange(FEWEST_DEALS, _MOST_DEALS),
    default=DEALS,
    metavar="N",
    help="Guesses at the unseen cards for each ply; four times as many halve the errors.",
)
@click.option(
    "--seed",
    callback=checked_seed,
    default=SEED,
    metavar="TEXT",
    help="The text that decides the guesses.",
)
@jobs_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="The ten plies that gave most away, or all plies as JSON.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also make a page as `cgn export` does, with the review as comments.",
)
def review(  # noqa: PLR0913 - one for each option
    file: str,
    *,
    number: int,
    decks: UserDecks,
    deals: int,
    seed: str,
    jobs: int,
    form: str,
    html: Path | None,
) -> None:
    """Say which plies of a game gave points away, by what their seats could know.

    FILE is a file of records, or - for standard input. It has to name all cards, as a game that was
    dealt by CGN does, and to be of The Jam, Triggs or Grab Your Breakfast.

    For each ply, the cards that its seat could not see are guessed, over and over. The move is
    compared with others in the same guesses: sensible players go on for 20 plies, and the lead in
    points over the best other side is taken. What a ply gave away has the standard error of that,
    of guessing and of playing on. It is said only where it is more than 2.5 errors; luck alone does
    that for about 1 ply in 60. Of the other plies nothing is said: they may be good or bad. How
    much a move is worth rests on sensible players, who are no masters. A move to which another
    seat has to agree, a trade of The Jam, is never named as the better one.

    The same record, seed and number of deals give the same review. A ply takes up to 1 s.

    \b
    Examples:
      cgn review game.cgn
      cgn review game.cgn --deals 100 --jobs 2
      cgn review game.cgn --html review.html

    Exit codes: 0 fine, 1 the record is invalid, 2 usage, unreadable, or it cannot be reviewed.
    """
    loaded = load(file, number, decks.decks)
    loaded.check(None)
    record = loaded.replay.record
    try:
        check_fit(record)
    except Unfit as unfit:
        raise Unreadable(f"{file}: {unfit}") from None
    reviewing, bar = Reviewing(record, seed, deals, decks.decks), Bar()
    with none_dead():
        reviews = list(bar.over(reviewing.through(jobs), loaded.plies))
    if html is not None:
        from pages.exported import exported_page  # noqa: PLC0415 - slow to import

        commented = Playhead(with_comments(record, reviews), loaded.decks)
        with written(html) as out:
            out.write(exported_page(commented, None, loaded.decks).encode())
    if form == "json":
        _print_json(reviewing, reviews)
    else:
        _print_text(loaded, reviewing, reviews)


def _print_json(reviewing: Reviewing, reviews: Sequence[PlyReview]) -> None:
    found = {
        "seed": reviewing.seed,
        "deals": reviewing.deals,
        "most": [one.ply for one in most_telling(reviews)],
        "plies": to_builtins(reviews),
    }
    click.echo(printable(found))


def _print_text(loaded: LoadedRecord, reviewing: Reviewing, reviews: Sequence[PlyReview]) -> None:
    telling = most_telling(reviews)
    sure = sum(one.lost is not None for one in reviews)
    click.echo(
        f"{counted(len(reviews), 'ply', 'plies')}, {counted(reviewing.deals, 'deal')} each, seed"
        f" {visible(reviewing.seed)}: {sure} gave points away, by more than {SURE:g} errors"
    )
    record = loaded.replay.record
    for one in telling:
        player = visible(record.player(one.seat))
        click.echo(f"\nply {one.ply}, {player}: {one.lost:.1f} ± {one.error:.1f} points")
        click.echo(f"  {one.seat}: {visible(one.move)}   better: {visible(one.better or '')}")
        click.echo(f"  {visible(one.sentence)}")
