"""`cgn store`: administers a store of replays."""

import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import click

from cli.common import (
    counted,
    form_for_many,
    form_option,
    output_option,
    paths_argument,
    show_problem,
)
from cli.decks import UserDecks, deck_option
from cli.files import replaced, written
from cli.inputs import Inputs, Unreadable
from cli.progress import Bar
from cli.serve.options import check_not_guest, data_option, opened_store
from cli.storing import NEW, REFUSED, THERE, summary, visibility_option, with_decks
from notation.read import Form
from notation.render.visible import visible
from replays.store.export_import import take_in
from replays.store.export_import import written as pieces
from replays.store.live_model import Match
from replays.store.model import ADMIN, ANYONE, Order, StoreError, Visibility
from replays.store.open_store import shown
from replays.store.prepare import prepare_deck
from replays.store.query import Query
from replays.store.sql.copy import SourceFailed, copy
from replays.store.sql.store import Store

OPERATOR = "operator"
"""The default holder of imported records."""


@click.group()
def store() -> None:
    """Administer a store of replays, whether it is being served or not.

    \b
    Examples:
      cgn store check
      cgn store backup cgn-monday.db
      cgn store copy cgn.db postgresql://cgn@db.example/cgn
      cgn store export -o all.cgn.jsonl
      cgn store import club/ --holder club
    """


@store.command()
@data_option
def check(data: str) -> None:
    """Check everything in the store, and report what is wrong.

    It checks the SQLite file itself, its index of words, every deck, and every replay, which is
    played again and compared with everything that is stored about it.

    Exit codes: 0 fine, 1 something is wrong, 2 there is no store, or it cannot be opened.
    """
    bar, faults = Bar(), 0
    with opened_store(data) as opened:
        for fault in opened.check(bar):
            bar.clear()
            click.echo(visible(fault))
            faults += 1
        bar.clear()
        replays = counted(opened.count(Query(own=True), ADMIN), "replay")
    verdict = counted(faults, "fault") if faults else "all fine"
    click.echo(f"{visible(shown(data))}: {replays}, {verdict}", err=True)
    sys.exit(int(faults > 0))


@store.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
def backup(file: Path, data: str) -> None:
    """Copy the whole store, as it is at one moment, to a new FILE.

    Others can read and write meanwhile. The copy is a store itself: `cgn serve --data FILE`.

    Exit codes: 0 fine, 2 it cannot be read or written, or FILE exists already.
    """
    bar = Bar()
    with opened_store(data) as opened:
        try:
            opened.backup(file, bar)
        except FileExistsError:
            raise Unreadable(f"{file}: exists already") from None
        finally:
            bar.clear()
    click.echo(f"{visible(str(file))}: written", err=True)


@store.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy_(source: str, target: str) -> None:
    """Copy a store with all that is in it, tokens included, into another one.

    Each is an SQLite file or an address postgresql://HOST/DATABASE; TO is made if it is missing.
    What TO has of FROM already is only compared, and copied anew where it differs: a copy that was
    interrupted goes on, and one of last week is brought up to date. Afterwards everything is
    compared once more, so that "the same" in the last line is proved. Do not serve TO meanwhile.

    \b
    Examples:
      cgn store copy cgn.db postgresql://cgn@db.example/cgn
      cgn store copy postgresql://cgn@db.example/cgn cgn-monday.db

    Exit codes: 0 the same, 2 one of them cannot be used, or TO holds the data of another
    store.
    """
    bar = Bar()
    with opened_store(source) as old, opened_store(target, make=True) as new:
        try:
            count = copy(old, new, bar)
        except SourceFailed as failed:
            raise Unreadable(f"{shown(source)}: {failed}") from None
        finally:
            bar.clear()
    click.echo(
        f"{visible(shown(source))} and {visible(shown(target))} hold the same:"
        f" {counted(count, 'replay')}",
        err=True,
    )


@store.command()
@output_option
@form_option("jsonl")
@click.option("--public", is_flag=True, help="Only public replays, as everyone sees them.")
@click.option(
    "--decks",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write the users' decks to this folder.",
)
@data_option
def export(
    output: Path | None, asked: str | None, decks: Path | None, data: str, *, public: bool
) -> None:
    """Write all records, the oldest first, as text or JSON Lines.

    A last line says that they are complete. The export does not contain who holds a record and who
    may find it; `cgn store backup` keeps that too. To import records on users' decks, export
    these decks as well.

    \b
    Examples:
      cgn store export > all.cgn.jsonl
      cgn store export -o all.cgn --decks decks/

    Exit codes: 0 fine, 2 usage, or it cannot be read or written.
    """
    form = form_for_many(asked, output) or Form.JSON_LINES
    bar = Bar()
    with opened_store(data) as opened, written(output) as out:
        query, viewer = Query(own=not public, order=Order.OLDEST), ANYONE if public else ADMIN
        total = opened.count(query, viewer)
        for piece in bar.over(pieces(opened, query, viewer, form), total):
            out.write(piece)
        if decks is not None:
            _write_decks(opened, decks)
        elif opened.decks.count():
            click.echo("Note: users' decks are written only with --decks FOLDER", err=True)


@store.command("import")
@paths_argument
@click.option("--holder", default=OPERATOR, help="Who will hold the records.")
@visibility_option
@deck_option
@data_option
def import_(
    paths: tuple[str, ...], *, holder: str, visibility: str, decks: UserDecks, data: str
) -> None:
    """Import the records of files, folders, globs or standard input (-).

    A missing store is made. Invalid records are reported and skipped; those that the
    holder already has stay as they are. Users' decks that records name are imported too, if they
    are given with --deck or are in the folder of decks.

    \b
    Examples:
      cgn store import club/
      cgn store import all.cgn.jsonl --deck decks/my.toml

    Exit codes: 0 fine, 1 some records are invalid, 2 usage or unreadable files.
    """
    check_not_guest("--holder", holder)
    inputs, outcomes = Inputs(paths), Counter[str]()
    with opened_store(data, make=True) as opened:
        try:
            readings = with_decks(
                inputs, decks, lambda raw: opened.decks.add(prepare_deck(raw), holder)
            )
            for taken in take_in(opened, readings, holder, Visibility(visibility)):
                problem = taken.prepared.report.problem
                if problem is not None:
                    show_problem(problem, inputs.progress)
                if taken.added is None:
                    outcomes[REFUSED] += 1
                else:
                    outcomes[THERE if taken.added.held else NEW] += 1
        except StoreError:
            inputs.progress.clear()
            click.echo(f"stopped after {summary(outcomes)}; the same command goes on from there")
            raise
    click.echo(summary(outcomes))
    sys.exit(2 if inputs.failures else int(outcomes[REFUSED] > 0))


def _write_decks(opened: Store, folder: Path) -> None:
    """Write every user's deck to a file named after its digest."""
    after: int | None = None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unreadable(f"{folder}: {error.strerror}") from None
    while True:
        page = opened.decks.page(after=after)
        for deck in page.entries:
            with replaced(folder / f"{deck.name.removeprefix('sha256:')}.toml") as out:
                out.write(deck.raw)
        if page.next is None:
            return
        after = page.next


@store.command()
@click.option("--delete", is_flag=True, help="Erase all of them.")
@data_option
def pastes(data: str, *, delete: bool) -> None:
    """List the logs that people keep for a day to show them to others.

    Each line has the path of a paste, its bytes, and when it was made. They are no replays: no
    list, search or export has them. The service erases each after a day.

    Exit codes: 0 fine, 2 there is no store, or it cannot be opened.
    """
    with opened_store(data) as opened:
        for paste in opened.pastes.list():
            moment = datetime.fromtimestamp(paste.pasted, UTC)
            click.echo(f"/p/{paste.id}  {paste.size:>7,}  {moment:%Y-%m-%d %H:%M} UTC")
        if delete:
            click.echo(f"{counted(opened.pastes.clear(), 'paste')} erased", err=True)


@store.command()
@click.option("--delete", is_flag=True, help="Erase all of them, also those in progress.")
@data_option
def guests(data: str, *, delete: bool) -> None:
    """List the tables that guests opened without a token (`cgn serve --open-tables`).

    Each line has the path of a table, its owner and game, when its last move was, and its replay,
    or how far it is. The service ends a table after 24 hours without a move, and erases it 30 days
    after its end, with its replay unless somebody else holds it. --delete does so now, and revokes
    the tokens of these guests.

    Exit codes: 0 fine, 2 there is no store, or it cannot be opened.
    """
    with opened_store(data) as opened:
        for match in opened.guests.tables():
            moment = datetime.fromtimestamp(match.moved, UTC)
            state = f"/r/{match.replay}" if match.replay else _progress(match)
            click.echo(
                f"/t/{match.id}  {match.owner}  {match.game}  {moment:%Y-%m-%d %H:%M} UTC  {state}"
            )
        if delete:
            click.echo(f"{counted(opened.guests.clear(), 'table')} erased", err=True)


def _progress(match: Match) -> str:
    return counted(match.plies, "ply", "plies") if match.is_running else "ended without a replay"
