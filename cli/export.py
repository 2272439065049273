"""`cgn export`: makes a file of a game, to step through in any browser, or a picture of it."""

import sys
from pathlib import Path
from re import fullmatch
from typing import Literal

import click

from cli.common import file_argument, output_option, ply_option, record_option, view_option
from cli.decks import UserDecks, deck_option
from cli.files import written
from cli.inputs import Unreadable
from cli.load import load
from pages.svg import MOST_PLIES, Moving


class Plies(click.ParamType[range]):
    """Two plies with a dash between them, and all plies between these."""

    name = "plies"

    def convert(
        self, value: str | range, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """The plies. Raises BadParameter if these are none, or more than MOST_PLIES."""
        if isinstance(value, range):
            return value
        found = fullmatch("([0-9]{1,9})-([0-9]{1,9})", value)
        if found is None:
            self.fail("name the first ply and the last one, such as 30-40", param, ctx)
        plies = range(int(found[1]), int(found[2]) + 1)
        if not plies:
            self.fail(f"{value}: the first ply must not come after the last one", param, ctx)
        if len(plies) > MOST_PLIES:
            self.fail(f"{value} are {len(plies)} plies, and at most {MOST_PLIES} fit", param, ctx)
        return plies


@click.command()
@file_argument
@view_option
@record_option
@deck_option
@click.option("--svg", "form", flag_value="svg", help="Make a picture of one position, as an SVG.")
@click.option("--png", "form", flag_value="png", help="Make a picture of one position, as a PNG.")
@ply_option
@click.option("--webp", type=Plies(), metavar="FROM-TO", help="Make a moving picture of plies.")
@click.option("--gif", type=Plies(), metavar="FROM-TO", help="The same, for old programs.")
@click.option(
    "--home",
    metavar="URL",
    callback=lambda _ctx, _option, value: _service(value),
    help="The service that checks the game if somebody asks the page.",
)
@click.option(
    "--with-judge", is_flag=True, help="Put what checks the game into the page: some 10 MB."
)
@output_option
def export(  # noqa: PLR0913 - one for each option
    file: str,
    *,
    view: str,
    number: int,
    decks: UserDecks,
    form: Literal["svg", "png"] | None,
    ply: int | None,
    webp: range | None,
    gif: range | None,
    home: str,
    with_judge: bool,
    output: Path | None,
) -> None:
    """Make one HTML file of a game, to step through in any browser, or a picture of it.

    FILE is a file of records, or - for standard input. The result works without a service or the
    internet: send it by mail, or keep it on a USB stick. With --view it has only what that seat
    saw. The record is in the file, so `cgn validate game.html` checks it. With --home the page has
    a link that opens the record on that service, which checks it. With --with-judge the page
    checks the record itself, and lets one try other moves, without a network; with both, it
    offers both.

    --svg and --png make a picture of the position after --ply (the last one without it), 1200 by
    630 pixels; `cgn show --svg` draws what a terminal shows. --webp and --gif make moving pictures
    of up to 60 plies. All but --svg need the extra `pictures`.

    \b
    Examples:
      cgn export game.cgn -o game.html
      cgn export game.cgn --view Bo -o as-bo-saw-it.html
      cgn export game.cgn --home https://cards.example -o game.html
      cgn export game.cgn --with-judge -o game.html
      cgn export club.cgn --record 2 -o second.html
      cgn export game.cgn --png --ply 37 -o move-37.png
      cgn export game.cgn --webp 30-40 -o round.webp

    Exit codes: 0 fine, 1 the record is invalid, 2 usage or unreadable.
    """
    asked = {"--" + (form or ""): form, "--webp": webp, "--gif": gif}
    chosen = [option for option, value in asked.items() if value]
    if len(chosen) > 1:
        raise click.UsageError(f"choose {' or '.join(chosen)}")
    if ply is not None and form is None:
        raise click.UsageError("--ply chooses the position of --svg or --png")
    if home and chosen:
        raise click.UsageError(f"--home is for a page: leave {chosen[0]} out")
    if with_judge and chosen:
        raise click.UsageError(f"--with-judge is for a page: leave {chosen[0]} out")
    if with_judge and output is None and sys.stdout.isatty():
        raise click.UsageError("--with-judge makes some 10 MB: name a file with --output")
    made = (
        pictured(file, view, number, decks, chosen[0], webp or gif or ply)
        if chosen
        else exported(file, view, number, decks, home, with_judge=with_judge)
    )
    with written(output) as out:
        out.write(made)


def pictured(
    file: str, view: str, number: int, decks: UserDecks, option: str, plies: range | int | None
) -> bytes:
    """The picture of a ply of a record as a view sees it, or the moving one of several plies.

    Raises BrokenRecord if the record is invalid before the last of them, UsageError if there is no
    such ply, and Unreadable if the extra `pictures` is missing.
    """
    from pages.exported import exported_pictures  # noqa: PLC0415 - slow to import

    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    last = plies[-1] if isinstance(plies, range) else plies
    loaded.seek(last, option if isinstance(plies, range) else "--ply")
    loaded.check(last, seen)
    first = plies[0] if isinstance(plies, range) else loaded.replay.ply
    pictures = exported_pictures(loaded.replay, seen, first, loaded.replay.ply)
    if option == "--svg":
        return next(pictures).encode()
    try:
        from pages.svg.png import moving, png, still  # noqa: PLC0415 - an extra, and slow to import
    except ModuleNotFoundError as error:
        if error.name not in ("PIL", "resvg_py"):
            raise
        needed = f"{option} needs the extra `pictures`: pip install 'cgn[pictures]'"
        raise Unreadable(needed) from None
    if option == "--png":
        return png(next(pictures))
    kind: Moving = "webp" if option == "--webp" else "gif"
    return moving((still(picture, kind) for picture in pictures), kind)


def _service(address: str | None) -> str:
    """The address of a service without a slash at its end. Raises BadParameter if it is none."""
    if not address:
        return ""
    if not fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", address):
        raise click.BadParameter(f"{address}: name a service, such as https://cards.example")
    return address.rstrip("/")


def exported(
    file: str,
    view: str,
    number: int,
    decks: UserDecks,
    home: str = "",
    *,
    with_judge: bool = False,
) -> bytes:
    """The HTML file of a record as a view sees it.

    Raises BrokenRecord if the record is invalid, and Unreadable if the judge is to be in the file
    and is not installed.
    """
    from pages.brought import brought  # noqa: PLC0415 - slow to import
    from pages.exported import exported_page  # noqa: PLC0415 - likewise

    loaded = load(file, number, decks.decks)
    seen = loaded.view(view)
    loaded.check(None, seen)
    judge = None
    if with_judge:
        _check_judge()
        deck = decks.files.get(loaded.replay.record.deck or "")
        judge = brought(Path(deck).read_text(encoding="utf-8-sig") if deck else "")
    return exported_page(loaded.replay, seen, loaded.decks, home, judge).encode()


def _check_judge() -> None:
    """Raise Unreadable if the judge is not installed, or is of another version."""
    from pages.judge import what_to_install  # noqa: PLC0415 - likewise

    missing = what_to_install()
    if missing:
        raise Unreadable(f"--with-judge needs {missing}")
