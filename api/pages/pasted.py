"""A log that somebody pasted: its game, and what is wrong with it. Nothing of it is stored."""

from collections.abc import Sequence
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from api.pages.drawing import replay_page
from api.pages.environment import render
from api.pages.mistake import Mistake, mistake
from api.pages.scene import Scene, scene
from api.pages.stretch import film
from engines.decks import Decks
from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.outcome import Reading
from notation.record import Ply, Record
from notation.text_writer import write_text
from replays.frames import Frame, frames, legal_moves
from replays.frames_json import ALL
from replays.playhead import Playhead
from replays.validate import Report, validate


class Pasted(Struct, frozen=True):
    """A log: its text, the number of the record to show and how many there are."""

    log: str
    record: int
    records: int


def pasted_page(root: str, pasted: Pasted, reading: Reading, decks: Decks) -> str:
    """The page of a record of a log: at its last good position if something is wrong with it."""
    report = validate(reading, decks)
    facts = {"pasted": pasted, "report": report}
    replay = _begun(reading.record, decks)
    if replay is None:
        found = report.problem and mistake(report.problem, pasted.log)
        return render("unreadable.html", root=root, mistake=found, **facts)
    shown = list(frames(replay))
    made = _scene(root, replay, shown)
    return replay_page(
        made,
        shown[min(report.plies, replay.ply) if report.problem else 0],
        shown,
        film(made, shown),
        "pasted.html",
        mistake=report.problem and _mistake(report.problem, report, replay, pasted.log),
        good=_address_of(_good(replay, report)),
        **facts,
    )


def _begun(record: Record | None, decks: Decks) -> Playhead | None:
    """A record at its start; None if it cannot even be begun."""
    if record is None:
        return None
    try:
        return Playhead(record, decks)
    except Fault:
        return None


def _scene(root: str, replay: Playhead, shown: Sequence[Frame]) -> Scene:
    return scene(replay.game, replay.record, shown, view=ALL, views=(ALL,), root=root, address=None)


def _mistake(problem: Diagnostic, report: Report, replay: Playhead, log: str) -> Mistake:
    """What is wrong with a record that stands at the end of its main line, as far as that goes."""
    if report.plies != replay.ply:
        return mistake(problem, log)
    table = replay.table
    whole = table.known(lambda: table.lists_all)
    return mistake(problem, log, legal_moves(table), is_sample=not whole)


def _good(replay: Playhead, report: Report) -> Record:
    """A record up to its last good ply."""
    if report.problem is None:
        return replay.record
    plies, left = [], replay.ply
    for entry in replay.record.plies:
        left -= isinstance(entry, Ply)
        if left < 0:
            break
        plies.append(entry)
    return replace(replay.record, plies=tuple(plies), result=None, termination=None)


def _address_of(record: Record) -> str:
    """A record as the address of a file with it."""
    return f"data:text/vnd.cgn;charset=utf-8,{quote(write_text(record))}"
