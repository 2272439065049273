"""Plays a record to its end, and compares its end line with what the moves give."""

from collections.abc import Callable

from msgspec import Struct

from engines.registry import Decks
from engines.table import Table
from notation.digests import Event
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Record, Result
from notation.wording import end_line, suggestion
from replays.digests import digest_of_events
from replays.legs import variations
from replays.play import play_line, steps
from replays.set_up import game_of, open_table

VALID, INVALID, INCOMPLETE = "valid", "invalid", "incomplete"
UNDETERMINED = "undetermined"


class Outcome(Struct, frozen=True):
    """The result that the moves give, and the game's digest."""

    result: Result
    game_digest: str | None


def verdict_of(record: Record) -> str:
    """The verdict on a record without a mistake."""
    return VALID if record.result is not None and record.result.winners else INCOMPLETE


def play_out(
    record: Record,
    decks: Decks,
    spell: Callable[[Result], str],
    events: list[Event] | None = None,
) -> Outcome:
    """Play a record with its variations, and compare its end line.

    `spell` writes an end line as the record's form does. `events`, if not None, collects what
    happens, for the game's digest. Raises Fault if something is wrong, UnseenCards if cards are
    left out.
    """
    table = open_table(record, game_of(record, decks))
    if events is not None:
        events += table.chance.shuffles
    if events is None and not any(variations(record)):
        play_line(table, record.plies, record.seed)
    else:
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
        compare_results(record.result, outcome, table, spell)
    digest = None if events is None else digest_of_events(record, table, events)
    return Outcome(outcome, digest)


def compare_results(
    written: Result, by_moves: Result, table: Table, spell: Callable[[Result], str]
) -> None:
    """Raise Fault if an end line differs from the one that the moves give.

    A score that is None in one of them agrees with any other.
    """
    meant = spell(by_moves)
    right = end_line(meant, certain=None not in by_moves.scores)
    if written.winners and not by_moves.winners:
        raise Fault(
            "cgn.unfinished",
            f"the game is not over: it is the turn of {table.to_act}",
            suggestion(meant, f"{end_line(meant)}, or say with Termination how it ended"),
            ("result",),
        )
    pairs = zip(written.scores, by_moves.scores, strict=True)
    if any(None not in pair and pair[0] != pair[1] for pair in pairs):
        scores, written_scores = _scores(by_moves), _scores(written)
        message = f"the moves give the scores {scores}, not {written_scores}"
        raise Fault("cgn.scores", message, right, ("result",))
    if written.winners != by_moves.winners:
        winners = " and ".join(by_moves.winners)
        if written.winners:
            message = f"by the moves, {winners} won, not {' and '.join(written.winners)}"
        else:
            message = f"the game is over, and {winners} won"
        raise Fault("cgn.winners", f"{message}{_of_a_tie(by_moves, table)}", right, ("result",))


def _of_a_tie(by_moves: Result, table: Table) -> str:
    """How a tie was broken, to follow who won; empty without a tie."""
    scores = [score for score in by_moves.scores if score is not None]
    leaders = table.leaders(scores) if len(scores) == len(by_moves.scores) else []
    if len(leaders) < 2 or not by_moves.winners:  # noqa: PLR2004 - a tie is of two
        return ""
    return f"; {' and '.join(leaders)} have equal points, and {table.tie_reason(leaders).text}"


def _scores(result: Result) -> str:
    return " ".join([UNKNOWN_CARD if score is None else str(score) for score in result.scores])
