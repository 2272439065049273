"""Prints the reports of `cgn validate` in each of its formats."""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from cli.common import counted, too_heavy, wants_color
from cli.progress import Bar
from notation.diagnostics import Diagnostic
from notation.render.visible import visible
from replays.many.validate_archive import Tally
from replays.validate import INCOMPLETE, INVALID, UNDETERMINED, VALID, Report

FORMATS = ("text", "concise", "json", "jsonl", "github", "sarif")


class Printer:
    """Prints reports one by one, and a summary at the end.

    `quiet` leaves warnings and the summary out. Machine formats keep the summary off standard
    output. `decks` has the names of decks in the records so far.
    """

    def __init__(self, form: str, *, quiet: bool) -> None:
        self._form = form
        self._quiet = quiet
        self.decks: set[str] = set()
        self.verdicts: Counter[str] = Counter()
        self._color = wants_color(sys.stdout)
        self._latest: Report | None = None
        self._diagnosed: list[Diagnostic] = []
        self._printed = 0

    @property
    def lists_all(self) -> bool:
        """Whether the format lists every record, with its digest."""
        return self._form in ("json", "jsonl")

    def start(self) -> None:
        """Print the beginning of the output."""
        if self._form == "json":
            click.echo('{"records": [', nl=False)

    def count(self, tally: Tally) -> None:
        """Count the records of a part of a file, printed or not."""
        self.verdicts += tally.verdicts
        self.decks |= tally.decks
        self._latest = tally.latest or self._latest

    def add(self, report: Report, bar: Bar) -> None:
        """Print one report in the format, after clearing the bar."""
        bar.clear()
        if self._form == "jsonl":
            _echo_json(self._row(report))
        elif self._form == "json":
            click.echo(",\n" if self._printed else "\n", nl=False)
            _echo_json(self._row(report), nl=False)
        elif self._form == "sarif":
            self._diagnosed += self._diagnostics(report)
        else:
            for diagnostic in self._diagnostics(report):
                click.echo(self._rendered(diagnostic), color=self._color)
            if report.doubt and not self._quiet:
                place = f"{visible(report.file)}, record {report.record}"
                bar.note(f"{place}: undetermined: {report.doubt}")
        if report.heavy and not self._quiet:
            bar.note(too_heavy(report.file, report.record))
        self._printed += 1

    def _row(self, report: Report) -> object:
        from replays.report_json import full, row  # noqa: PLC0415 - for machines only

        return full(report) if self._form == "json" else row(report)

    def _diagnostics(self, report: Report) -> list[Diagnostic]:
        problem = [report.problem, *report.others] if report.problem else []
        return problem if self._quiet else [*report.warnings, *problem]

    def _rendered(self, diagnostic: Diagnostic) -> str:
        if self._form == "text":
            from notation.render.text import render_text  # noqa: PLC0415 - for this form only

            return render_text(diagnostic, color=self._color) + "\n"
        if self._form == "concise":
            from notation.render.concise import render_concise  # noqa: PLC0415 - likewise

            return render_concise(diagnostic)
        from notation.render.github import render_github  # noqa: PLC0415 - likewise

        return render_github(diagnostic)

    def finish(self, failures: Sequence[str]) -> None:
        """Print the end of the output; `failures` are messages about unreadable files."""
        if self._form == "json":
            click.echo("\n]}")
        elif self._form == "sarif":
            _echo_json(_sarif(self._diagnosed, failures))
        elif self._form == "github":
            for failure in failures:
                click.echo("::error::" + failure.replace("%", "%25"))
        if not self._quiet and self.verdicts:
            click.echo(self._summary(), err=self._form != "text")

    def _summary(self) -> str:
        count = self.verdicts.total()
        if count == 1 and self._latest is not None and self._latest.verdict != INVALID:
            return summary_of(self._latest)
        parts = [
            f"{self.verdicts[verdict]:,} {verdict}"
            for verdict in (VALID, INCOMPLETE, UNDETERMINED, INVALID)
            if self.verdicts[verdict]
        ]
        return f"{counted(count, 'record')}: {', '.join(parts)}"


def summary_of(report: Report) -> str:
    """The summary of a single good record."""
    plies = counted(report.plies, "ply", "plies")
    scores = " ".join(["_" if score is None else str(score) for score in report.scores or ()])
    won = f"{' and '.join(report.winners)} won" if report.winners else "not finished"
    return (
        f"{visible(report.file)}: {report.verdict} ({report.game}, {plies}; {won}; scores {scores})"
    )


def _sarif(diagnostics: Sequence[Diagnostic], failures: Sequence[str]) -> dict[str, Any]:
    """The SARIF log of a run."""
    from client.about import version  # noqa: PLC0415 - slow, and for SARIF only
    from engines.rulebook import explain  # noqa: PLC0415 - likewise
    from notation.render.sarif import sarif_log  # noqa: PLC0415 - likewise

    log = sarif_log(diagnostics, version(), explain)
    notes = [{"level": "error", "message": {"text": failure}} for failure in failures]
    log["runs"][0]["invocations"] = [
        {"executionSuccessful": not notes, "toolExecutionNotifications": notes}
    ]
    return log


def _echo_json(value: object, *, nl: bool = True) -> None:
    from notation.render.json import printable  # noqa: PLC0415 - for machines only

    click.echo(printable(value), nl=nl)
