"""Slips: a ply of a game, written down as another move that the rules refuse.

The record leaves cards out, so what refuses a slip lies open, or rests on hidden cards. Whether it
is certain is asked of other deals: the true one with hidden cards exchanged, so that all that the
record tells stays as it is.
"""

from collections.abc import Iterator
from itertools import chain, islice

from msgspec import Struct
from msgspec.structs import replace

from engines.registry import OWN_DECKS, load_game
from notation.chance import below
from notation.fault import Fault
from notation.record import Entry, Ply, Record, Shuffle
from notation.text_writer import write_result
from replays.play_out import play_out
from tests.replays.unseen import hiding

HIDDEN = {
    "grab_your_breakfast": {"no-match", "not-held", "must-take", "swap-count"},
    "point_salad": {"own-card", "no-way-back"},
    "the_jam": {"not-held", "hand-and-basket"},
    "triggs": {"not-held"},
    "turkey_my_mayonnaise": {"not-held"},
}
"""The rules of each game that rest on hidden cards; all others rest on what lies open to all."""

GAMES_EACH = 6


class Slip(Struct, frozen=True):
    """A record that ends with a slip: with all cards, and with most of them left out.

    `fault` is what refuses the slip in the true deal, and `at` the index of its entry.
    """

    full: Record
    told: Record
    at: int
    fault: Fault

    @property
    def is_open(self) -> bool:
        """Whether what refuses it lies open to all."""
        game, _, rule = self.fault.code.partition(".")
        return game != "cgn" and rule not in HIDDEN[game]


def slips(name: str, seed: str) -> Iterator[Slip]:
    """Slips of a game, without end, always the same ones."""
    chosen, game = hiding.source(f"slips {name} {seed}"), load_game(name)
    games: list[Record] = []
    for number in range(GAMES_EACH):
        seats = game.seats[below(len(game.seats), chosen)]
        values = [(o.name, o.choices(seats)) for o in game.options]
        picked = [(option, choices[below(len(choices), chosen)]) for option, choices in values]
        options = {option: value for option, value in picked if value is not None}
        player = ("sensible", "random")[number % 2]
        games.append(hiding.played(name, seats, f"{seed} {number}", options, player))
    moves = [entry.move for one in games for entry in one.plies if isinstance(entry, Ply)]
    while True:
        record = games[below(len(games), chosen)]
        places = [at for at, entry in enumerate(record.plies) if isinstance(entry, Ply)]
        at = places[below(len(places), chosen)]
        slip = _slip(record, at, moves[below(len(moves), chosen)])
        if slip is not None:
            yield slip


def _slip(record: Record, at: int, move: str) -> Slip | None:
    """The game up to this entry, with another move there; None if the rules do not refuse it."""
    ply = record.plies[at]
    if not isinstance(ply, Ply) or ply.move == move:
        return None
    wrong = replace(ply, move=move, reveals=(), variations=())
    before = replace(record, plies=record.plies[:at], result=None)
    full = replace(before, plies=(*before.plies, wrong))
    fault = refusal(full)
    if fault is None or fault.where[:2] != ("plies", at):
        return None
    told = hiding.without_shuffles(before)
    return Slip(full, replace(told, plies=(*told.plies, wrong)), at, fault)


def refusal(record: Record) -> Fault | None:
    """What the rules refuse in a record that leaves no card out; None if it is right."""
    try:
        play_out(record, OWN_DECKS, write_result)
    except Fault as fault:
        return fault
    return None


def other_deals(slip: Slip, count: int) -> Iterator[Fault | None]:
    """What refuses the slip in other deals of which the told record is true as well.

    Each deal is the one before it with two cards exchanged, so one play shows whether it fits.
    """
    chosen = hiding.source(f"deals {slip.at} {slip.full.game}")
    return islice(_refusals(slip, chosen, 4 * count), count)


def _refusals(slip: Slip, chosen: Iterator[int], tries: int) -> Iterator[Fault | None]:
    deal = slip.full
    for _ in range(tries):
        other = _exchanged(deal, chosen)
        fault = refusal(other)
        if fault is None or fault.where[:2] == ("plies", slip.at):
            deal = other
            yield fault


def _exchanged(deal: Record, chosen: Iterator[int]) -> Record:
    """The deal with two cards of a shuffle exchanged."""
    lines = [at for at, entry in enumerate(deal.plies) if isinstance(entry, Shuffle)]
    at = lines[below(len(lines), chosen)]
    line = deal.plies[at]
    assert isinstance(line, Shuffle)
    if not line.order:
        return deal
    order = list(line.order)
    a, b = below(len(order), chosen), below(len(order), chosen)
    order[a], order[b] = order[b], order[a]
    plies: list[Entry] = [*deal.plies]
    plies[at] = replace(line, order=tuple(order))
    return replace(deal, plies=tuple(chain(plies)))
