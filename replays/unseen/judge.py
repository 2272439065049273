"""The verdict on a record that leaves cards out."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from engines.game import Game
from engines.registry import OWN_DECKS, Decks
from engines.table import Table
from notation.fault import Fault
from notation.record import (
    UNKNOWN_CARD,
    Entry,
    Path,
    Ply,
    Record,
    Result,
    Where,
    path_of,
    where_of,
)
from notation.text_writer import write_result
from notation.wording import end_line
from replays.fill_in_reveals import with_reveals
from replays.legs import line_to, main_line, variations
from replays.play_out import (
    INVALID,
    UNDETERMINED,
    compare_results,
    play_out,
    verdict_of,
)
from replays.set_up import game_of
from replays.unseen.choice import FixedRandom
from replays.unseen.follow import follow
from replays.unseen.follower import LineFollower
from replays.unseen.guess import Guesses, forget
from replays.unseen.scores import agree
from replays.unseen.tokens import face
from replays.unseen.ways import Trials, in_ways

SEARCHED = 16
"""The most variations that are searched for a completion."""

FOLLOWED = 200
"""The most variations that are followed at all."""

ROUNDS = 60
"""The most guesses for a line that was followed in one way."""

CHECKS = 12
"""The most of these guesses that are played by the ordinary rules."""


class Judgement(Struct, frozen=True):
    """The verdict on a record that leaves cards out.

    Attributes:
        verdict: `valid`, `incomplete`, `invalid` or `undetermined`.
        result: the end line that the moves give; a score that depends on unseen cards is None.
        completion: the main line with a card for every `_`, if one is known to be right.
        fault: the mistake, if it is certain that no cards can make the record right.
        doubt: why the verdict is `undetermined`, in words.
    """

    verdict: str
    result: Result
    completion: Record | None = None
    fault: Fault | None = None
    doubt: str | None = None


def judge(
    record: Record, decks: Decks = OWN_DECKS, spell: Callable[[Result], str] = write_result
) -> Judgement:
    """Judge a record that leaves cards out. `spell` writes an end line in the record's form.

    If there are many variations, only the first ones are searched for a completion.
    """
    game = game_of(record, decks)
    judged = _judge_line(main_line(record), game, decks, spell)
    for number, start in enumerate(variations(record)):
        if judged.fault is not None:
            break
        if number == FOLLOWED:
            doubt = f"only the first {FOLLOWED} variations were followed"
            return replace(judged, verdict=UNDETERMINED, doubt=doubt)
        line, paths = line_to(record, start)
        other = _judge_line(line, game, decks if number < SEARCHED else None, spell)
        if other.fault is not None:
            _move(other.fault, paths)
            judged = replace(judged, verdict=INVALID, completion=None, fault=other.fault)
        elif other.verdict == UNDETERMINED:
            doubt = f"in the variation that begins at entry {start[-3] + 1}, {other.doubt}"
            judged = replace(judged, verdict=UNDETERMINED, doubt=judged.doubt or doubt)
    return judged


def completions(record: Record, decks: Decks = OWN_DECKS, path: Path = (0,)) -> Iterator[Record]:
    """Different completions of the line to which a path belongs, by default the main line.

    Each is right by the ordinary rules. Raises Fault if the line certainly has none; there may
    be more than are found.
    """
    line, _ = line_to(record, path)
    found: list[Record] = []
    for follower, table in _followed(line, game_of(record, decks), write_result, Trials()):
        for one in _found(line, decks, follower, table):
            if one not in found:
                found.append(one)
                yield one


def _move(fault: Fault, paths: Sequence[Path]) -> None:
    """Move a fault from its place in a line to that in the record; `paths` are of the entries."""
    fault.where = _moved(fault.where, paths)
    if fault.also is not None and isinstance(fault.also[0], tuple):
        fault.also = _moved(fault.also[0], paths), fault.also[1]


def _moved(where: Where, paths: Sequence[Path]) -> Where:
    """A place in a line, as a place in the record."""
    if where[:1] != ("plies",):
        return where
    return (*where_of(paths[int(where[1])]), *where[2:])


def _judge_line(
    record: Record, game: Game, decks: Decks | None, spell: Callable[[Result], str]
) -> Judgement:
    """Judge a record without variations; without decks, no completion is searched."""
    by_moves, trials = Result((), (None,) * len(record.seats)), Trials()
    try:
        for follower, table in _followed(record, game, spell, trials):
            by_moves = known_result(record, table, follower)
            if decks is None:
                break
            completion = next(_found(record, decks, follower, table), None)
            if completion is not None:
                return Judgement(verdict_of(record), by_moves, completion)
    except Fault as fault:
        return Judgement(INVALID, by_moves, fault=fault)
    return Judgement(UNDETERMINED, by_moves, doubt=_doubt(trials, record))


def _doubt(trials: Trials, record: Record) -> str:
    """Why a line is undetermined, by the ways in which it was followed."""
    fault, ways = trials.farthest, trials.followed + trials.refused
    if trials.unsupported is not None:
        return trials.unsupported
    if trials.followed or fault is None:
        return "the moves can be followed, but no cards were found with which they are right"
    how_often = "in the one way tried" if ways == 1 else f"in all {ways} ways tried"
    if not (path := path_of(fault.where)):
        return f"the end line was refused {how_often}: {fault.code} ({fault.message})"
    number = sum(isinstance(entry, Ply) for entry in record.plies[: path[0] + 1])
    return f"ply {number} was refused {how_often}: {fault.code} ({fault.message})"


def _followed(
    record: Record, game: Game, spell: Callable[[Result], str], trials: Trials
) -> Iterator[tuple[LineFollower, Table]]:
    """The ways in which a line can be followed: the follower of each, and the table at its end.

    `trials` counts the ways. Raises Fault if the line is certainly wrong.
    """

    def once(follower: LineFollower) -> tuple[LineFollower, Table]:
        *_, (_, table) = follow(record, game, follower)
        follower.doubtful = False
        follower.looked_at.clear()
        _compare(record, known_result(record, table, follower), table, spell)
        return follower, table

    return in_ways(once, game, trials=trials)


def known_result(record: Record, table: Table, follower: LineFollower) -> Result:
    """The end line, with None for each score that depends on a token."""
    scores = tuple([follower.known(partial(_score, table, seat)) for seat in table.seats])
    if record.termination is not None or not table.over:
        winners = record.result.winners if record.result and record.termination else ()
    else:
        sure = [score for score in scores if score is not None]
        full = len(sure) == len(scores)
        known_winners = follower.known(lambda: table.winners(sure)) if full else None
        written = record.result.winners if record.result is not None else ()
        winners = tuple(known_winners or written)
    return Result(winners, scores)


def _score(table: Table, seat: str) -> int:
    return sum([line.points for line in table.score(seat)])


def _compare(
    record: Record, by_moves: Result, table: Table, spell: Callable[[Result], str]
) -> None:
    """Raise Fault if the end line is wrong, whichever cards the tokens are."""
    if record.result is None:
        return
    if table.over and record.termination is None and not record.result.winners:
        message = f"the game is over, so {' or '.join(by_moves.winners) or 'somebody'} won"
        raise Fault(
            "cgn.winners",
            message,
            end_line(spell(by_moves), certain=None not in by_moves.scores),
            ("result",),
        )
    compare_results(record.result, by_moves, table, spell)


def _found(record: Record, decks: Decks, follower: LineFollower, table: Table) -> Iterator[Record]:
    """Completions that the ordinary check accepts."""
    guesses, checks = Guesses(follower), CHECKS
    for seed in range(ROUNDS):
        choice = FixedRandom(seed)
        if guesses.make(choice, again=seed > 0) and agree(record.result, table, guesses, choice):
            done = completed(record, follower)
            forget(follower)
            checks -= 1
            try:
                outcome = play_out(done, decks, write_result)
            except Fault:
                if not checks:
                    return
                continue
            if done.result is not None:
                done = replace(done, result=outcome.result)
            yield _with_named_reveals(done, decks)
        forget(follower)
        if guesses.spent:
            return


def completed(record: Record, follower: LineFollower) -> Record:
    """The record with every shuffle written in full, by the guesses of the follower's tokens.

    It has no variations and no SeedHash.
    """
    plies: list[Entry] = []
    for at, entry in enumerate(record.plies):
        if isinstance(entry, Ply):
            rest = map(face, follower.passed.get(at, ()))
            move = re.sub(f"\\b{UNKNOWN_CARD}\\b", lambda _: next(rest), entry.move)  # noqa: B023 - called at once
            plies.append(replace(entry, move=move, variations=()))
        elif (bag := follower.lines.get(at)) is not None:
            plies.append(replace(entry, order=tuple(map(face, bag.order))))
        else:
            plies.append(entry)
    return replace(record, plies=tuple(plies), seed_hash=None)


def _with_named_reveals(record: Record, decks: Decks) -> Record:
    """A completion that checks, with a card for each `_` in its reveals."""
    if not any(_partly(entry) for entry in record.plies):
        return record
    full = with_reveals(record, decks)
    pairs = zip(record.plies, full.plies, strict=True)
    plies = [replace(old, reveals=new.reveals) if _partly(old) else old for old, new in pairs]
    return replace(record, plies=tuple(plies))


def _partly(entry: Entry) -> bool:
    return any(card.endswith(UNKNOWN_CARD) for card in entry.reveals)
