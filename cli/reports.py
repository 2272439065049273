"""Prints the reports of `cgn validate` in each of its formats."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from cli.progress import Progress
from cli.terminal import wants_color
from engines.rulebook import explain
from notation.diagnostics import Diagnostic
from notation.render.concise import render_concise
from notation.render.github import render_github
from notation.render.json import printable
from notation.render.sarif import sarif_log
from notation.render.text import render_text
from notation.render.visible import visible
from replays.report_json import full, row
from replays.validate import INCOMPLETE, INVALID, VALID, Report

FORMATS = ("text", "concise", "json", "jsonl", "github", "sarif")


class Printer:
    """Prints reports one by one, and a summary at the end.

    `quiet` leaves warnings and the summary out. Machine formats keep the summary off standard
    output. `decks` are those that the records so far name.
    """

    def __init__(self, form: str, *, quiet: bool) -> None:
        self._form = form
        self._quiet = quiet
        self.decks: set[str] = set()
        self._color = wants_color(sys.stdout)
        self._verdicts: Counter[str] = Counter()
        self._last: Report | None = None
        self._found: list[Diagnostic] = []
        self._rows = 0

    @property
    def wants_digest(self) -> bool:
        """Whether the format names each record by its digest."""
        return self._form in ("json", "jsonl")

    def start(self) -> None:
        """Print what comes before the first report."""
        if self._form == "json":
            click.echo('{"records": [', nl=False)

    @property
    def found_invalid(self) -> bool:
        """Whether any record so far was invalid."""
        return self._verdicts[INVALID] > 0

    def add(self, report: Report, progress: Progress) -> None:
        """Print what the format says of one report, with the bar out of the way."""
        self._verdicts[report.verdict] += 1
        self._last = report
        if report.deck is not None:
            self.decks.add(report.deck)
        if self._form in ("json", "jsonl") or self._told(report):
            progress.clear()
        if self._form == "jsonl":
            _echo_json(row(report))
        elif self._form == "json":
            click.echo(",\n" if self._rows else "\n", nl=False)
            click.echo(printable(full(report)), nl=False)
        else:
            for diagnostic in self._told(report):
                self._print(diagnostic)
        self._rows += 1

    def _told(self, report: Report) -> list[Diagnostic]:
        problem = [report.problem] if report.problem else []
        return problem if self._quiet else [*report.warnings, *problem]

    def _print(self, diagnostic: Diagnostic) -> None:
        if self._form == "sarif":
            self._found.append(diagnostic)
        elif self._form == "text":
            click.echo(render_text(diagnostic, color=self._color) + "\n", color=self._color)
        else:
            render = render_concise if self._form == "concise" else render_github
            click.echo(render(diagnostic))

    def finish(self, failures: Sequence[str]) -> None:
        """Print what comes after the last report; `failures` tell what could not be read."""
        if self._form == "json":
            click.echo("\n]}")
        elif self._form == "sarif":
            from importlib.metadata import version  # noqa: PLC0415 - slow, and for SARIF only

            log = sarif_log(self._found, version("cgn"), explain)
            log["runs"][0]["invocations"] = [_invocation(failures)]
            _echo_json(log)
        elif self._form == "github":
            for failure in failures:
                click.echo("::error::" + failure.replace("%", "%25"))
        if not self._quiet and self._rows:
            click.echo(self._summary(), err=self._form != "text")

    def _summary(self) -> str:
        if self._rows == 1 and self._last is not None and self._last.verdict != INVALID:
            return _one(self._last)
        parts = [
            f"{self._verdicts[verdict]:,} {verdict}"
            for verdict in (VALID, INCOMPLETE, INVALID)
            if self._verdicts[verdict]
        ]
        return f"{self._rows:,} record{'s' if self._rows > 1 else ''}: {', '.join(parts)}"


def _one(report: Report) -> str:
    """What a single good record comes to."""
    plies = f"{report.plies} {'ply' if report.plies == 1 else 'plies'}"
    scores = " ".join(map(str, report.scores or ()))
    won = f"{' and '.join(report.winners)} won" if report.winners else "not finished"
    return (
        f"{visible(report.file)}: {report.verdict} ({report.game}, {plies}; {won}; scores {scores})"
    )


def _invocation(failures: Sequence[str]) -> dict[str, Any]:
    """How the run went, in the words of SARIF."""
    told = [{"level": "error", "message": {"text": failure}} for failure in failures]
    return {"executionSuccessful": not told, "toolExecutionNotifications": told}


def _echo_json(value: object) -> None:
    click.echo(printable(value))
