"""`cgn record`: writes a game down while it is played."""

import os
import re
import shlex
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from time import monotonic

import click

from cli.common import counted, words_option
from cli.decks import UserDecks, deck_option
from cli.draw.glyphs import signs_for
from cli.draw.layout import flow, words
from cli.draw.printing import columns, print_lines
from cli.inputs import closed_input
from cli.recorder import begin
from cli.recorder.asking import Asker, PipedAsker, PlainAsker
from cli.recorder.draft import Draft, move_of, parse_draft, validate_draft
from cli.recorder.journal import Journal
from cli.recorder.recorder import Recorder, Stopped
from cli.reports import summary_of
from cli.suggestions import complete_file
from notation.read import Form, form_of, read
from notation.record import SEATS, Ply
from notation.render.visible import visible
from replays.validate import validate


def asker(*, plain: bool, quick: bool) -> Asker:
    """The asker for this standard input: piped, plain, or a screen with completion.

    Names the extra if only that is missing for a screen. If `quick`, a screen takes a certain move
    without Enter. Raises Unreadable if standard input is closed.
    """
    if sys.stdin is None:
        raise closed_input()
    if not sys.stdin.isatty():
        return PipedAsker()
    if plain or not sys.stdout.isatty() or os.environ.get("TERM") in (None, "", "dumb"):
        return PlainAsker()
    try:
        from cli.recorder.screen import ScreenAsker  # noqa: PLC0415 - needs an extra, slow to import
    except ModuleNotFoundError:
        click.echo("For completion: pip install 'cgn[screen]'", err=True)
        return PlainAsker()
    return ScreenAsker(quick=quick)


def converse(recorder: Recorder, asker: Asker) -> bool:
    """Ask for lines until the game ends or is paused. False if a piped line was a mistake."""
    shown: object = None
    while True:
        if shown is not recorder.recording.draft and not asker.quiet and not recorder.asking:
            shown = recorder.recording.draft
            recorder.show()
        _print(recorder)
        try:
            recorder.enter(asker.ask(recorder.prompt, recorder.offer, recorder))
        except (Stopped, EOFError):
            _print(recorder)
            return True
        except KeyboardInterrupt:
            click.echo()
            return True
        if recorder.failed and asker.quiet:
            _print(recorder)
            return False


def _print(recorder: Recorder) -> None:
    print_lines(recorder.printed())


_ENDING = re.compile(r"(\.cgn)?(\.jsonl?)?(\.gz)?$", re.IGNORECASE)


@click.command()
@click.argument(
    "file", type=click.Path(dir_okay=False, path_type=Path), shell_complete=complete_file
)
@click.option("--plain", is_flag=True, help="Ask line by line, without completion or colours.")
@click.option(
    "--seat",
    type=click.Choice(list(SEATS)),
    help="Your seat, if you play too: you are asked which cards you draw.",
)
@click.option(
    "--quick",
    is_flag=True,
    help="Accept a move as soon as nothing more that you could type would change it.",
)
@click.option("--clock", is_flag=True, help="Write the time of each ply, since the game began.")
@words_option
@deck_option
def record(  # noqa: PLR0913 - one for each option
    file: Path,
    *,
    plain: bool,
    seat: str | None,
    quick: bool,
    clock: bool,
    spoken: bool,
    decks: UserDecks,
) -> None:
    """Write a game down while it is played, with real cards or from a seed.

    FILE is a text file with one record. A new one begins with a few questions; `cgn new` makes
    one without. Each ply is checked when it is entered, and is on disk before the next one is
    asked for. A move may be abbreviated as long as only one move can be meant: `lr` is `draw left
    right`. ? explains what else you can type. Ctrl-C on an empty line pauses; the same command
    continues.

    With --words, nothing is drawn: each ply is answered with its sentence and with what is due, and
    .s says what is on the table, a fact a line.

    From a pipe, each line is a move, and the first mistake ends the recording.

    \b
    Examples:
      cgn record tuesday.cgn
      cgn new triggs --seats Ana,Bo --seed tuesday-7 > tue.cgn; cgn record tue.cgn
      cgn record tue.cgn < moves.txt

    Exit codes: 0 finished or paused, 1 the record or a piped line is wrong, 2 usage or unreadable.
    """
    if form_of(file.name) in (Form.JSON, Form.JSON_LINES) or file.suffix == ".gz":
        text = file.with_name(f"{_ENDING.sub('', file.name, count=1)}.cgn")
        raise click.UsageError(f"{file}: only text is recorded; name the file {text}")
    asks = asker(plain=plain or spoken, quick=quick)
    with Journal(file) as journal, asks.listening():
        try:
            recorder = _recorder(journal, asks, file, decks, seat, clock=clock, spoken=spoken)
        except EOFError:  # before ply 1
            click.echo(_paused(0, file) if journal.text else "Nothing was written.")
            sys.exit(0)
        good = (recorder.recording.ended and not recorder.asking) or converse(recorder, asks)
        click.echo(_ending(recorder, journal, file))
    sys.exit(int(not good))


def _recorder(  # noqa: PLR0913 - what the options say
    journal: Journal,
    asks: Asker,
    file: Path,
    decks: UserDecks,
    seat: str | None,
    *,
    clock: bool,
    spoken: bool,
) -> Recorder:
    """The recorder of the game in the file, or of a new game, after questions about it."""
    is_new = not (journal.text.strip() or journal.torn)
    if is_new:
        click.echo(f"No {visible(str(file))} yet: a new game. Enter takes what is in [ ].")
        draft = begin.begin(asks.ask, _say, str(file), decks.decks)
        journal.write(draft.text)
    else:
        draft = parse_draft(journal.text, str(file), decks.decks)
    draft = begin.dealt(asks.ask, _say, draft)
    if not draft.plies and draft.saved != journal.text:
        journal.write(draft.saved)
    draft = validate_draft(draft)
    if not is_new:
        click.echo(_beginning(draft))
    begun = ""
    if journal.torn:
        click.echo("The last line was cut off and does not count: finish it, or clear it.")
        begun = journal.torn
    signs, times = signs_for(sys.stdout.encoding), _clock(draft) if clock else None
    offered = move_of(begun)
    return Recorder(
        journal, draft, signs, columns(), seat, clock=times, offered=offered, spoken=spoken
    )


def _clock(draft: Draft) -> Callable[[], float]:
    """A clock of seconds since the game began; it starts at the time of the last ply."""
    times = [entry.at or 0 for entry in draft.record.plies if isinstance(entry, Ply)]
    began = monotonic() - max(times, default=0)
    return lambda: int(monotonic() - began)


def _say(text: str) -> None:
    """Print a text in lines of the terminal's width."""
    print_lines(flow(words(visible(text)), columns(), gap=" "))


def _beginning(draft: Draft) -> str:
    """A line about a file: its game, the players, the shuffles, the number of plies."""
    record = draft.record
    seed = "shuffles unknown" if draft.replay.unseen else "shuffles recorded"
    seed = seed if record.seed is None else f"seed {record.seed}"
    names = " and ".join(filter(None, (", ".join(record.seats[:-1]), record.seats[-1])))
    plies = counted(draft.plies, "ply", "plies")
    return visible(f"{draft.file}: {draft.replay.game.title}, {names}, {seed}, {plies} so far.")


def _ending(recorder: Recorder, journal: Journal, file: Path) -> str:
    """The state of the game: its result, or how to go on."""
    if recorder.recording.ended:
        reading = next(read(BytesIO(journal.text.encode()), str(file)))
        return summary_of(validate(reading, recorder.recording.draft.decks))
    return _paused(recorder.recording.saved, file)


def _paused(plies: int, file: Path) -> str:
    return f"Paused after ply {plies}. Go on: cgn record {shlex.quote(str(file))}"
