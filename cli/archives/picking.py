"""Shared by the commands that select records of an archive."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

import click

from cli.common import Command, advised, counted, show_problem
from cli.decks import deck_option
from cli.files import Abandoned, written
from cli.inputs import Inputs
from cli.jobs import Crew, found_in
from cli.suggestions import complete_game
from engines.game import GAME_NAME, Option
from engines.registry import game_names, game_or_none, load_game
from notation.diagnostics import Diagnostic
from notation.end_line import FINISHED, UNFINISHED
from notation.fault import Fault
from notation.grammar import MARKS
from notation.nearest import did_you_mean
from notation.outcome import Raw
from notation.read import Form
from notation.record import TERMINATIONS
from replays.many.tools.condition import Condition, Span
from replays.many.tools.copying import Copier, Unwritable
from replays.many.tools.picking import Looked, Picking
from replays.many.tools.where import BadCondition, where
from replays.validate import INCOMPLETE, INVALID, UNDETERMINED, VALID

T = TypeVar("T")

_SPAN = r"({0})|({0})?\.\.({0})?"
_NUMBERS = re.compile(_SPAN.format("[0-9]{1,9}"))
_MONTH, _DAY = r"(?:0[1-9]|1[0-2]|\?\?)", r"(?:0[1-9]|[12][0-9]|3[01]|\?\?)"
_DATES = re.compile(_SPAN.format(rf"[0-9]{{4}}(?:[-.]{_MONTH}(?:[-.]{_DAY})?)?"))


@dataclass
class Run:
    """One run of such a command.

    `looked_at` counts the records in its files, `broken` those that could not be read.
    """

    inputs: Inputs
    broken: int = 0
    looked_at: int = 0

    @contextmanager
    def taken(self, job: Picking[T], crew: Crew) -> Iterator[Iterator[T]]:
        """The results of a job; records that could not be read are reported.

        Raises UsageError if its condition cannot be evaluated.
        """
        try:
            with found_in(self.inputs, job, crew) as found:
                yield (cast("T", item) for item in found if not self._is_told(item))
        except BadCondition as bad:
            raise click.UsageError(f"--where: {bad}") from None

    @contextmanager
    def written(self, output: Path | None) -> Iterator[BinaryIO]:
        """The file to write, left as it was if an input cannot be read; or standard output."""
        with written(output) as out:
            yield out
            if output is not None and self.inputs.failures:
                raise Abandoned

    def _is_told(self, item: object) -> bool:
        """Whether an item is no result; the records of a part are counted, problems reported."""
        if isinstance(item, Looked):
            self.looked_at += item.looked_at
        elif isinstance(item, Diagnostic):
            self.report(item)
        else:
            return False
        return True

    def report(self, problem: Diagnostic) -> None:
        """Show a diagnostic of a record, and count it."""
        show_problem(problem, self.inputs.progress)
        self.broken += 1

    def copy_all(
        self, job: Picking[Raw], crew: Crew, output: Path | None, form: Form | None
    ) -> None:
        """Copy the records that a job finds, and exit."""
        with self.written(output) as out, self.taken(job, crew) as found:
            copier = Copier(out, form)
            for raw in found:
                self.copy(copier, raw)
        if output is not None or sys.stderr.isatty():
            of = f"of {counted(self.looked_at, 'record')}"
            self.inputs.progress.note(f"{copier.written:,} {of}")
        self.end()

    def copy(self, copier: Copier, raw: Raw) -> None:
        """Copy a record, or report that it cannot be written in the output form."""
        try:
            copier.write(raw)
        except Unwritable as unwritable:
            self.report(unwritable.problem)

    def end(self) -> None:
        """Exit as `cgn validate` does."""
        sys.exit(2 if self.inputs.failures else int(self.broken > 0))


def _expression(_: click.Context, __: click.Parameter, given: str | None) -> str | None:
    if given is not None:
        try:
            where(given)
        except BadCondition as bad:
            raise click.UsageError(f"--where: {bad}") from None
    return given


def _games(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """The names of games. Raises BadParameter for one that no record can have, or a slip."""
    for name in given:
        try:
            load_game(name)
        except Fault as fault:
            if re.fullmatch(GAME_NAME, name) is None or did_you_mean(name, game_names()):
                raise click.BadParameter(advised(fault)) from None
    return given


def _span(pattern: re.Pattern[str], example: str) -> Callable[..., Span | None]:
    def read(_: click.Context, __: click.Parameter, given: str | None) -> Span | None:
        if given is None:
            return None
        match = pattern.fullmatch(given)
        if match is None or given == "..":
            raise click.BadParameter(f"write it as {example}")
        return Span(match[1] or match[2], match[1] or match[3])

    return read


def _pairs(
    _: click.Context, __: click.Parameter, given: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Names of options with values. Raises BadParameter for a slip in one of them."""
    if not all("=" in one for one in given):
        raise click.BadParameter("write it as NAME=VALUE")
    pairs = tuple((name, value) for name, _, value in (one.partition("=") for one in given))
    known: dict[str, dict[str, None]] = {}
    for option in _options() if pairs else ():
        known.setdefault(option.name, {}).update(
            (value, None) for values in option.values.values() for value in values
        )
    for name, value in pairs:
        if name in known and value not in known[name]:
            values = ", ".join(known[name])
            raise click.BadParameter(f"`{name}` cannot be `{value}`; it can be {values}")
        if name not in known and (meant := did_you_mean(name, known)):
            raise click.BadParameter(f"no game has an option `{name}`; {meant}")
    return pairs


def _options() -> Iterator[Option]:
    """The options of every game."""
    for game in filter(None, map(game_or_none, game_names())):
        yield from game.options


where_option = click.option(
    "--where",
    "expression",
    metavar="SQL",
    callback=_expression,
    help="An SQL condition on the columns of `cgn table`.",
)

_NUMBER = _span(_NUMBERS, "3, 20..40, 20.. or ..40")
_DATE = _span(_DATES, "2026, 2026-11, 2026-11-20, or a range: 2026-03..2026-05")

_OPTIONS = (
    click.option(
        "--game",
        "games",
        multiple=True,
        metavar="GAME",
        callback=_games,
        shell_complete=complete_game,
        help="The game.",
    ),
    click.option(
        "--player", "players", multiple=True, metavar="NAME", help="The name of a player."
    ),
    click.option(
        "--winner", "winners", multiple=True, metavar="NAME", help="The name of a winner."
    ),
    click.option("--event", metavar="NAME", help="The tag Event."),
    click.option(
        "--date", metavar="DATE", callback=_DATE, help="The tag Date: 2026-11, 2026-03..2026-05."
    ),
    click.option(
        "--seats", metavar="N", callback=_NUMBER, help="How many players: 3, 2..4, 5.. or ..5."
    ),
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        help="An option.",
    ),
    click.option(
        "--result",
        "results",
        multiple=True,
        type=click.Choice([FINISHED, *TERMINATIONS, UNFINISHED]),
        help="How the game ended.",
    ),
    click.option("--plies", metavar="N", callback=_NUMBER, help="Plies of the main line: 20..40."),
    click.option(
        "--mark", "marks", multiple=True, type=click.Choice(MARKS), help="A ply has this mark."
    ),
    click.option(
        "--comment", "comments", multiple=True, metavar="TEXT", help="A comment contains this text."
    ),
    click.option(
        "--verdict",
        "verdicts",
        multiple=True,
        type=click.Choice([VALID, INCOMPLETE, UNDETERMINED, INVALID]),
        help="The verdict of the rules: as slow as `cgn validate`.",
    ),
    where_option,
    click.option("--invert", is_flag=True, help="Select the other records instead."),
)


def condition_options(command: Command) -> Command:
    """Give a command its `condition`, from an option for each part of it."""

    @wraps(command)
    def run(**given: object) -> None:
        names = Condition.__struct_fields__
        condition = Condition(**{name: given.pop(name) for name in names})  # type: ignore[arg-type] # as the options are declared
        return command(condition=condition, **given)

    decorated: Command = run
    for option in reversed((*_OPTIONS, deck_option)):
        decorated = option(decorated)
    return decorated
