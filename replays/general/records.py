"""What holds of every game that is played to its end, as a record."""

from io import BytesIO

from msgspec.structs import replace

from notation.outcome import Reading
from notation.read import Form, read
from notation.record import SEATS, Entry, Record
from notation.write import write
from replays.digests import game_digest
from replays.general.broken import Broken
from replays.general.deal import Deal
from replays.general.tables import refusal_of
from replays.play import steps
from replays.play_out import VALID
from replays.set_up import game_of, open_table
from replays.simulate import MAX_PLIES, PLAYERS, player_of, simulate
from replays.unseen.judge import judge
from replays.validate import validate
from replays.view.redact import redact
from replays.view.views import PUBLIC

_MOST = 1_000
"""Plies within which sensible players end a game."""


def the_sensible_player_ends_its_games(deal: Deal) -> None:
    """A game ends, with winners, a score for each seat, and no move after it."""
    table, game = deal.table, deal.game
    while table.to_act is not None:
        if deal.plies == _MOST:
            raise Broken(
                f"the game goes on after {_MOST:,} plies",
                "let the rules end it, or the sensible player work towards its end",
                game.player,
            )
        move = game.player(table, deal.choose)
        refusal = refusal_of(table.copy(), table.to_act, move)
        if refusal is not None:
            raise Broken(
                f"it plays `{game.moves.write(move)}`: {refusal.reason.message}",
                "choose among `table.moves()`",
                game.player,
            )
        deal.play(move)
    scores = table.scores()
    winners = table.winners(scores)
    if not winners or not {*winners} <= {*table.seats} or len(scores) != len(table.seats):
        raise Broken(
            f"the winners are {winners}, with the scores {scores}",
            "at least one seat wins, and each has a score",
            type(table).winners,
        )
    late = refusal_of(table, "A", game.moves.parse(game.moves.specs[0].examples[0]))
    if late is None or late.reason.rule != "cgn.game-over":
        raise Broken("a move is accepted after the end", "leave `Table.play` as it is")


def played(deal: Deal) -> Record:
    """A whole game by sensible or by random players, as a record with its seed."""
    player = player_of(deal.game, PLAYERS[deal.number % len(PLAYERS)])
    return simulate(deal.game, deal.seats, str(deal.number), deal.options, player)


def its_records_are_valid_in_every_form(deal: Deal) -> None:
    """Written and read as text, JSON and a line of JSON, a game is the same, and valid."""
    record = played(deal)
    for form in Form:
        reading = _reading(record, form)
        if reading.record != record:
            raise Broken(
                f"as {form.value}, its record is read as another",
                "let codes, verbs and values of options be texts that a record can have",
            )
        report = validate(reading)
        if report.verdict != VALID and len(record.plies) < MAX_PLIES:
            problem = report.problem
            raise Broken(
                f"its record is {report.verdict}: {problem.message if problem else ''}",
                "a game follows from its seed and its moves alone; "
                f"see `cgn validate` of `cgn simulate {deal.game.name} --seats {deal.seats}`",
            )


def _reading(record: Record, form: Form) -> Reading:
    return next(read(BytesIO(write(record, form).encode())))


def a_game_played_again_has_the_same_digest(deal: Deal) -> None:
    """The digest of a game is the same from its seed, from its own shuffles, and once more."""
    record = played(deal)
    seeded = game_digest(record)
    if seeded != game_digest(_with_shuffles(record)) or seeded != game_digest(record):
        raise Broken(
            "the same game has another digest when it is played again",
            "let all follow from position, move and shuffles: no clock, no `random`, "
            "no set whose order matters, and nothing that is kept between two games",
        )


def _with_shuffles(record: Record) -> Record:
    """The record with the lines of its shuffles instead of its seed."""
    table = open_table(record, game_of(record))
    entries: list[Entry] = [*table.chance.shuffles]
    for step in steps(table, record.plies, record.seed):
        entries += [step.ply, *step.shuffles]
    return replace(record, seed=None, plies=tuple(entries))


def what_a_view_saw_of_a_game_is_never_invalid(deal: Deal) -> None:
    """A record without the cards that a view did not see is valid, or undetermined."""
    view = [*SEATS[: deal.seats], PUBLIC][deal.choose(deal.seats + 1)]
    fault = judge(redact(played(deal), view)).fault
    if fault is not None:
        raise Broken(
            f"what {view} saw is invalid: {fault.message}",
            "no guard rests on a card that may be unseen without asking `known`; without "
            "`unseen=True` such records are undetermined (adding-a-game, Unseen cards)",
        )
