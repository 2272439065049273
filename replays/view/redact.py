"""A record reduced to what a seat, or everyone, saw of its game."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engines.game import Game
from engines.play import Reveals
from engines.registry import OWN_DECKS, Decks
from engines.table import Table
from notation.diagnostics import Diagnostic
from notation.record import UNKNOWN_CARD, Entry, Ply, Record, Result, Shuffle
from replays.play import read_move
from replays.set_up import game_of
from replays.unseen.follow import opened
from replays.unseen.tokens import spelled
from replays.view.marking import CardPlace, MarkedCard, Marking
from replays.view.narration import seen_reveals, seen_score
from replays.view.views import PUBLIC


def redact(
    record: Record, view: str = PUBLIC, decks: Decks = OWN_DECKS, *, comments: bool = False
) -> Record:
    """A record's main line as a view saw it, as a record that can be checked.

    `view` is the letter of a seat, or `public` for what everyone saw. The seed and the variations
    are left out, and so are the comments unless they are asked for: they show what their writer
    knew. Every shuffle has a line, with `_` for each card that it hid; a seat knows the cards that
    it was dealt. Every ply has its reveals, with `_` for each card that the view did not see. A
    finished game keeps its end line; any other gets one, with `_` for each score that the view
    cannot know. Names, tags, marks, times and the SeedHash stay. `decks` are the users' decks that
    the record may name.

    Raises Fault if a ply of the main line is wrong.
    """
    game = game_of(record, decks)
    table, walk = opened(record, game)
    line: list[Entry] = [*_dealt(game, table, view)]
    for step in walk:
        ply = seen_ply(table, step.ply, step.reveals, view)
        line.append(ply if comments else replace(ply, comments=()))
        line += map(hidden_shuffle, step.shuffles)
    return replace(
        record,
        seed=None,
        comments=record.comments if comments else (),
        plies=tuple(line),
        result=result_for(record.result, table, view),
    )


def redact_problem(problem: Diagnostic, advice: str) -> Diagnostic:
    """A diagnostic with nothing but its place, the seat, and the rule."""
    return Diagnostic(
        code=problem.code,
        severity=problem.severity,
        message="what is wrong here is hidden from this view",
        place=replace(problem.place, text=""),
        record=problem.record,
        game=problem.game,
        ply=problem.ply,
        seat=problem.seat,
        player=problem.player,
        rule=problem.rule,
        help=advice,
    )


def _dealt(game: Game, table: Table, view: str) -> Iterator[Shuffle]:
    """The shuffles of the setup, with those of their cards that the view saw dealt.

    That is all of them if all lie open, and otherwise the cards of a seat's own hand, unless their
    places reveal more than that. Marked cards, dealt in the same way, show which places these are.
    """
    other = game.set_up(game, len(table.seats), table.options, Marking(""))
    everyones = _marked(other, None)
    own = _marked(other, view) - everyones
    for number, shuffle in enumerate(table.chance.shuffles):
        marked = number < len(other.chance.shuffles)
        places = [(number, at) for at in range(len(shuffle.order))] if marked else []
        seen = set() if shuffle.pile in game.uneven_deals else own
        all_open = everyones.issuperset(places)
        yield hidden_shuffle(shuffle, [place in seen or all_open for place in places])


def _marked(table: Table, view: str | None) -> set[CardPlace]:
    """The places of the cards that lie open to a view (None: to everyone)."""
    return {
        card.place
        for zone in table.zones()
        for card, is_open in zip(zone.cards, zone.open_to(view), strict=True)
        if is_open and isinstance(card, MarkedCard)
    }


def hidden_shuffle(shuffle: Shuffle, known: Iterable[bool] = ()) -> Shuffle:
    """A shuffle with `_` for each card of its order that is not `known`, by default for all."""
    flags = [*known] or [False] * len(shuffle.order)
    order = [
        _word(card) if is_known else UNKNOWN_CARD
        for card, is_known in zip(shuffle.order, flags, strict=True)
    ]
    while order[-2:] == [UNKNOWN_CARD] * 2:
        order.pop()
    return replace(shuffle, order=tuple(order), reveals=tuple(map(_word, shuffle.reveals)))


def _word(card: str) -> str:
    """A card as the notation spells it."""
    return spelled(card) or UNKNOWN_CARD


def seen_ply(table: Table, ply: Ply, reveals: Reveals, view: str) -> Ply:
    """A ply that was just played, as a view saw it."""
    move = read_move(table, ply)
    seen = table.seen(ply.seat, move, view)
    return replace(
        ply,
        move=ply.move if seen == move else table.game.moves.write(seen),
        reveals=tuple([card or UNKNOWN_CARD for card in seen_reveals(reveals, view)]),
        variations=(),
    )


def result_for(result: Result | None, table: Table, view: str) -> Result | None:
    """The end line of a finished game, or the scores that the view knows."""
    if table.over or (result is not None and result.winners):
        return result
    return Result((), tuple([seen_score(table, seat, view)[0] for seat in table.seats]))
