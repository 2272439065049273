"""Validates one record: plays it by the rules, and says what is wrong with it and where."""

from dataclasses import dataclass

from msgspec import Struct

from engines.decks import OWN_DECKS, Decks
from engines.registry import game_or_none
from engines.table import Table
from notation.diagnostics import Diagnostic
from notation.digests import Event
from notation.fault import Fault
from notation.header import header_where
from notation.outcome import Reading
from notation.places import Source
from notation.record import Ply, Record, Result
from replays.digests import digest_of_events, record_digest
from replays.play import steps
from replays.set_up import game_of, open_table

VALID, INVALID, INCOMPLETE = "valid", "invalid", "incomplete"


class Report(Struct, frozen=True):
    """What validation says of one record.

    `verdict` is `valid`, `invalid` or `incomplete` (a legal beginning of a game); `plies`
    counts the valid ones of the main line; `scores` and `winners` are those that the moves give
    (None if not all could be played); `digest` names the record, if it was asked for
    and the record can be read; `game_digest` names the game, if it was asked for and the
    record is valid. `deck` is the one that the record names, if any. `heavy` records take
    longer to check than a service allows by default, if that was looked at.
    """

    file: str
    record: int
    game: str | None
    verdict: str
    plies: int = 0
    problem: Diagnostic | None = None
    warnings: tuple[Diagnostic, ...] = ()
    scores: tuple[int | None, ...] | None = None
    winners: tuple[str, ...] | None = None
    digest: str | None = None
    deck: str | None = None
    game_digest: str | None = None
    heavy: bool = False


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What the moves give: the end line that the record should have, and the game's digest."""

    result: Result
    game_digest: str | None


def validate(
    reading: Reading,
    decks: Decks = OWN_DECKS,
    *,
    digest: bool = False,
    game_digest: bool = False,
) -> Report:
    """Validate one record, as a reader gave it. Never raises, whatever the input.

    `decks` are the users' decks that it may name.
    """
    record, source = reading.record, reading.source
    if record is None:
        return Report(source.file, source.record, None, INVALID, problem=reading.problem)
    name = record_digest(record) if digest else None
    warnings = warnings_of(reading, record)
    try:
        outcome = _play(record, source, decks, [] if game_digest else None)
    except Fault as fault:
        from replays.diagnose import diagnose  # noqa: PLC0415 - slow to import, for errors only

        plies, problem = diagnose(fault, record, source, decks)
        return Report(
            source.file,
            source.record,
            record.game,
            INVALID,
            plies,
            problem,
            warnings,
            digest=name,
            deck=record.deck,
        )
    if record.result is None:
        warnings = (*warnings, _cut_off(reading, record, outcome.result))
    return Report(
        source.file,
        source.record,
        record.game,
        VALID if record.result is not None and record.result.winners else INCOMPLETE,
        list(map(type, record.plies)).count(Ply),
        None,
        warnings,
        outcome.result.scores,
        outcome.result.winners,
        name,
        record.deck,
        outcome.game_digest,
    )


def _play(record: Record, source: Source, decks: Decks, events: list[Event] | None) -> _Outcome:
    """Play the record; `events`, if given, are collected for the game's digest."""
    table = open_table(record, game_of(record, decks))
    if events is not None:
        events += table.chance.made
    for step in steps(table, record.plies, record.seed, variations=True):
        if events is not None and len(step.path) == 1:
            events.append((step.ply.seat, step.ply.move))
            events += step.shuffles
    scores = table.scores()
    if record.termination is not None:
        winners = record.result.winners if record.result is not None else ()
    else:
        winners = tuple(table.winners(scores)) if table.over else ()
    outcome = Result(winners, tuple(scores))
    if record.result is not None and record.result != outcome:
        raise _wrong_result(record.result, outcome, table, source.spell(outcome))
    digest = None if events is None else digest_of_events(record, table, events)
    return _Outcome(outcome, digest)


def _wrong_result(written: Result, given: Result, table: Table, right: str) -> Fault:
    """How the end line differs from the `right` one (docs/notation.md, The end line)."""
    if written.winners and not given.winners:
        return Fault(
            "cgn.unfinished",
            f"the game is not over: it is the turn of {table.to_act}",
            f"write `{right}`, or say with Termination how it ended",
            ("result",),
        )
    if written.scores != given.scores:
        scores, found = " ".join(map(str, given.scores)), " ".join(map(str, written.scores))
        message = f"the moves give the scores {scores}, not {found}"
        return Fault("cgn.scores", message, f"write `{right}`", ("result",))
    winners = " and ".join(given.winners)
    if written.winners:
        message = f"by the moves, {winners} won, not {' and '.join(written.winners)}"
    else:
        message = f"the game is over, and {winners} won"
    return Fault("cgn.winners", message, f"write `{right}`", ("result",))


def warnings_of(reading: Reading, record: Record) -> tuple[Diagnostic, ...]:
    """The reader's warnings and the game's, one for each tag: the game knows its options."""
    slips = _slips(reading.source, record)
    places = {slip.place for slip in slips}
    return (*[warning for warning in reading.warnings if warning.place not in places], *slips)


def _slips(source: Source, record: Record) -> list[Diagnostic]:
    """A warning for each free tag that would be an option of the game in lower case."""
    game = game_or_none(record.game) if record.tags else None
    if game is None:
        return []
    options = {option.name for option in game.options}
    return [
        Diagnostic(
            code="cgn.near-tag",
            message=f"`{tag}` is a free tag, not an option of the game",
            severity="warning",
            place=source.place(header_where(tag)),
            record=source.record,
            game=record.game,
            help=f"did you mean `{tag.lower()}`?",
        )
        for tag in record.tags
        if tag.lower() in options
    ]


def _cut_off(reading: Reading, record: Record, outcome: Result) -> Diagnostic:
    return Diagnostic(
        code="cgn.cut-off",
        message="the record has no end line, so it may have been cut off",
        severity="warning",
        place=reading.source.last(),
        record=reading.source.record,
        game=record.game,
        help=f"by the moves, the end line is `{reading.source.spell(outcome)}`",
    )
