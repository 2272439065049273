"""Validates one record: plays it by the rules, and reports the mistake and its place."""

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import OWN_DECKS, Decks, game_or_none
from notation.chance import UnseenCards
from notation.diagnostics import Diagnostic, Place
from notation.edits import Edit
from notation.fault import Fault
from notation.mending import below
from notation.outcome import Reading, slip
from notation.places import Source
from notation.record import Ply, Record, Result
from notation.wording import guess, missing_end_line
from replays.digests import record_digest
from replays.play_out import INCOMPLETE, INVALID, UNDETERMINED, VALID, Outcome, play_out, verdict_of

__all__ = ["INCOMPLETE", "INVALID", "UNDETERMINED", "VALID", "Report", "validate", "warnings_of"]

_NO_OPTION = "`{}` is a free tag, not an option of the game"


class Report(Struct, frozen=True):
    """The result of validating one record.

    Attributes:
        file, record: the name of the file, and the number of the record in it.
        game, deck: the names in the record, if there are any.
        verdict: `valid`, `invalid`, `incomplete` (a legal beginning of a game) or `undetermined`
            (the search could not decide whether any cards make the record right).
        plies: the number of valid plies in the main line.
        problem: the mistake, if the record is invalid.
        scores, winners: as the moves give them; None if some could not be played. A score is None
            if it depends on cards left out.
        digest: the name of the record, if it was asked for and the record can be read.
        game_digest: the name of the game, if it was asked for and the record is valid.
        doubt: why the verdict is `undetermined`.
        heavy: whether checking takes longer than a service allows by default, if that was checked.
        others: the mistakes of form after the first, if they were asked for.
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
    doubt: str | None = None
    heavy: bool = False
    others: tuple[Diagnostic, ...] = ()


def validate(
    reading: Reading,
    decks: Decks = OWN_DECKS,
    *,
    digest: bool = False,
    game_digest: bool = False,
) -> Report:
    """Validate one record, as a reader gave it. Never raises, whatever the input.

    `decks` are the users' decks that the record may name.
    """
    record, source = reading.record, reading.source
    if record is None:
        return Report(source.file, source.record, None, INVALID, problem=reading.problem)
    name = record_digest(record) if digest else None
    doubt = None
    warnings = warnings_of(reading, record)
    try:
        outcome = play_out(record, decks, source.spell, [] if game_digest else None)
        verdict = verdict_of(record)
    except UnseenCards:
        from replays.unseen.judge import judge  # noqa: PLC0415 - rarely needed

        judged = judge(record, decks, source.spell)
        if judged.fault is not None:
            return _invalid(reading, record, judged.fault, decks, name)
        outcome, verdict, doubt = Outcome(judged.result, None), judged.verdict, judged.doubt
    except Fault as fault:
        return _invalid(reading, record, fault, decks, name)
    if record.result is None:
        warnings = (*warnings, _cut_off(reading, record, outcome.result))
    return Report(
        source.file,
        source.record,
        record.game,
        verdict,
        list(map(type, record.plies)).count(Ply),
        None,
        warnings,
        outcome.result.scores,
        outcome.result.winners,
        name,
        record.deck,
        outcome.game_digest,
        doubt,
    )


def _invalid(
    reading: Reading, record: Record, fault: Fault, decks: Decks, digest: str | None
) -> Report:
    """The report on a record with a fault."""
    from replays.diagnose import diagnose  # noqa: PLC0415 - slow to import, for errors only

    source = reading.source
    plies, problem = diagnose(fault, record, source, decks)
    return Report(
        source.file,
        source.record,
        record.game,
        INVALID,
        plies,
        problem,
        warnings_of(reading, record),
        digest=digest,
        deck=record.deck,
    )


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
        replace(slip(source, tag, _NO_OPTION.format(tag), guess(tag.lower())), game=record.game)
        for tag in record.tags
        if tag.lower() in options
    ]


def _cut_off(reading: Reading, record: Record, outcome: Result) -> Diagnostic:
    source = reading.source
    place, text = source.last(), source.spell(outcome)
    return Diagnostic(
        code="cgn.cut-off",
        message="the record has no end line, so it may have been cut off",
        severity="warning",
        place=place,
        record=source.record,
        game=record.game,
        help=missing_end_line(text),
        edits=(_end_line(place, text, outcome),) if source.mends else (),
    )


def _end_line(place: Place, text: str, outcome: Result) -> Edit:
    """The edit that adds the end line; only a game that is over lacks it."""
    edit = below(place, text, f"Add the end line `{text}`", certain=bool(outcome.winners))
    return replace(edit, meant=edit.certain)
