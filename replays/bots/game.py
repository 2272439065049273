"""A game between bots, played to its end, also if one of them cannot go on."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import load_game
from notation.grammar import CONTROL_CHARACTER
from notation.record import Entry, Ply, Record, Result
from replays.bots.program import Forfeit
from replays.bots.seats import Bot
from replays.local.table import LocalTable, open_game
from replays.set_up import new_record
from replays.simulate import MAX_PLIES

FORFEIT_TAG = "Forfeit"
"""The tag that says which seat of a game forfeited it, and why."""

MAX_NOTE = 300
"""The characters kept of a bot's note: 2,000 of them still fit into a record."""


class Terms(Struct, frozen=True):
    """How games are played: the game, its options, the seconds for a move, the most plies."""

    game: str
    options: Mapping[str, str] = {}
    seconds: float = 1.0
    max_plies: int = MAX_PLIES


class FinishedGame(NamedTuple):
    """A game that was played: its record, and which seat forfeited it, if one did."""

    record: Record
    loser: str | None


def play_game(
    terms: Terms,
    bots: Sequence[Bot],
    names: Sequence[str],
    seed: str,
    tags: Mapping[str, str] = MappingProxyType({}),
) -> FinishedGame:
    """Play a game with a bot at each seat, seat A first, and the cards that follow from the seed.

    If a bot cannot go on, the game ends: with what it did as the tag Forfeit, and with the best of
    the other sides as winners. A game of too many plies ends, too; there the highest score wins.
    Either way the record is valid. Raises Fault if the game has no such seats or options.
    """
    game = load_game(terms.game)
    game.check(len(bots), terms.options)
    table = open_game(new_record(game, tuple(names), terms.options, seed))
    seated = dict(zip(table.seats, bots, strict=True))
    notes: dict[int, str] = {}
    seat, forfeit = table.seats[0], None
    try:
        for seat, bot in seated.items():
            bot.start(table, seat, terms.seconds)
        while (to_act := table.to_act) is not None and table.plies < terms.max_plies:
            seat = to_act
            note = seated[seat].move(table)
            if note:
                notes[table.plies] = _kept(note)
    except Forfeit as gone:
        forfeit = gone
    loser = seat if forfeit else None
    winners, reason, termination = _ending(table, loser, forfeit)
    for bot in seated.values():
        bot.end(table, winners, reason)
    record = _noted(table.record(), notes)
    if termination is not None:
        said = {FORFEIT_TAG: reason} if loser else {}
        result = Result(winners, table.scores)
        record = replace(record, termination=termination, result=result, tags=said)
    return FinishedGame(replace(record, tags={**record.tags, **tags}), loser)


def _ending(
    table: LocalTable, loser: str | None, forfeit: Forfeit | None
) -> tuple[tuple[str, ...], str, str | None]:
    """The winners, and why the game ended, if not by its rules; and the termination then."""
    if forfeit is not None and loser is not None:
        return table.winners_without(loser), f"{loser}: {forfeit.reason}", forfeit.termination
    if table.over:
        return table.winners, "", None
    best = max(table.scores)
    leading = [seat for seat, score in zip(table.seats, table.scores, strict=True) if score == best]
    return tuple(leading), f"after {table.plies} plies, the highest score wins", "adjudicated"


def _kept(note: str) -> str:
    """A note as a comment has it."""
    return CONTROL_CHARACTER.sub(" ", note)[:MAX_NOTE].strip()


def _noted(record: Record, notes: Mapping[int, str]) -> Record:
    """The record with a note on each of these plies."""
    entries: list[Entry] = []
    ply = 0
    for entry in record.plies:
        if isinstance(entry, Ply):
            ply += 1
            entries.append(replace(entry, comments=(notes[ply],)) if notes.get(ply) else entry)
        else:
            entries.append(entry)
    return replace(record, plies=tuple(entries))
