"""What the seat to act may do at a position, as things that can be tapped."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from engines.game import Game
from engines.table import Table
from notation.arguments import Choice, Joined, Number
from notation.chance import Chance
from notation.json_shape import doc
from notation.moves import Argument, Spec
from notation.record import UNKNOWN_CARD
from replays.view.frames import Frame
from replays.view.made import made_by
from replays.view.taps import NamedMove, OpenKind, in_order
from replays.view.things import Thing, Things, innermost, named_in


class Verb(Struct, frozen=True):
    """A kind of move."""

    verb: Annotated[str, doc("Its verb.", "draw")]
    title: Annotated[str, doc("What a button says that makes such a move.", "Draw")]
    meaning: Annotated[str, doc("What it is for.", "Draw a card of one pile, or of two.")]


class Choices(Struct, frozen=True):
    """What a seat may do, as things to tap: each move names a bag of them."""

    seat: Annotated[str, doc("The seat that is asked.", "B")]
    title: Annotated[str, doc("What for, to follow its name.", "draws, discards or crosses off")]
    verbs: Annotated[tuple[Verb, ...], doc("The kinds of moves that it may make.")]
    moves: Annotated[tuple[NamedMove, ...], doc("The legal moves, as far as they are listed.")]
    opens: Annotated[
        tuple[OpenKind, ...],
        doc("The kinds of moves of which not all are listed: ask with `taps` what taps make."),
    ]
    things: Annotated[tuple[Thing, ...], doc("What these moves name.")]
    deck: Annotated[
        tuple[Thing, ...],
        doc("Where plies tell the cards: what may still come, sides of cards and kinds of cards."),
    ]
    made: Annotated[
        tuple[NamedMove, ...], doc("The moves of open kinds that name what was tapped.")
    ] = ()
    instead: Annotated[
        tuple[str, ...],
        doc("Where nobody knows who can answer: the others that may, and `nobody`."),
    ] = ()


def choices(
    table: Table, frame: Frame, players: Sequence[str], legal: Sequence[str] | None
) -> Choices | None:
    """The choices at a position; None once the game is over.

    `frame` is what the view sees there, and all things are in it. `legal` are the legal moves that
    are listed, None if they depend on cards that nobody told. Of the table, only its phase, its
    options and the seat to act count.
    """
    due, seat = table.due, table.to_act
    if due is None or seat is None:
        return None
    things = Things(table.game, frame, seat, players)
    moves = [things.named(table.game.moves.parse(text)) for text in legal or ()]
    deck: list[Thing] = []
    if legal is None:
        deck = _deck(table, frame, things)
        opens = [*_untold(table, things, {thing.key for thing in deck})]
    else:
        opens = [*_sampled(table, moves)]
    keys = dict.fromkeys(key for move in moves for key in move.things)
    keys |= dict.fromkeys(key for kind in opens for column in kind.columns for key in column)
    in_deck = {thing.key for thing in deck}
    return Choices(
        seat=seat,
        title=due.title,
        verbs=_verbs(table.game, [*moves, *opens]),
        moves=tuple(moves),
        opens=tuple(opens),
        things=tuple([things.thing(key) for key in keys if key not in in_deck]),
        deck=tuple(deck),
    )


def with_made(
    found: Choices, table: Table, frame: Frame, players: Sequence[str], taps: Sequence[str]
) -> Choices:
    """The same choices with the moves of open kinds that these taps make.

    `table` is the position as the view's own record leads to it, with unseen cards: whether a move
    may be played must not tell of others. In a hand that is known each card lies in one zone, so
    the moves name the very things that were tapped; otherwise a card of the deck may be meant. Of
    several moves of a verb, the one that names the things as they were tapped is meant.
    """
    things = Things(table.game, frame, found.seat, players)
    parse = table.game.moves.parse
    made = [things.named(parse(text)) for text in made_by(table, found.opens, taps)]
    if not found.deck:
        made = [one for one in made if Counter(one.things) == Counter(taps)]
    return replace(found, made=tuple(in_order(made, taps)))


def deck_left(table: Table, frame: Frame, players: Sequence[str]) -> tuple[Thing, ...]:
    """What may still come, where people at the table tell which cards came."""
    return tuple(_deck(table, frame, Things(table.game, frame, "", players)))


def _verbs(game: Game, kinds: Iterable[NamedMove | OpenKind]) -> tuple[Verb, ...]:
    made_here = {kind.verb for kind in kinds}
    return tuple(
        [
            Verb(spec.verb, spec.move.title or spec.verb.capitalize(), spec.meaning)
            for spec in game.moves.specs
            if spec.verb in made_here
        ]
    )


def _sampled(table: Table, moves: Sequence[NamedMove]) -> Iterator[OpenKind]:
    """The kinds of which these moves are a sample, with what the samples name."""
    for move, play in table.plays.items():
        listed = [one.parts for one in moves if one.verb == move.verb]
        if play.samples and listed:
            columns = [tuple(dict.fromkeys(chain(*parts))) for parts in zip(*listed, strict=True)]
            yield _kind(table.game.moves.spec(move), columns, table.game)


def _kind(spec: Spec, columns: Sequence[tuple[str, ...]], game: Game) -> OpenKind:
    fields = [argument.field for argument in spec.arguments]
    places = [game.layout.places.get(f"{spec.verb}.{field}", "") for field in fields]
    owners = [next(map(fields.index, named_in(lies)), None) for lies in places]
    many = [isinstance(argument.shape, Joined) for argument in spec.arguments]
    optional = [argument.optional for argument in spec.arguments]
    return OpenKind(spec.verb, tuple(columns), tuple(many), tuple(owners), tuple(optional))


def _untold(table: Table, things: Things, deck: Collection[str]) -> Iterator[OpenKind]:
    """The kinds of moves of this phase, with what each may name as far as anybody knows."""
    for move, play in table.plays.items():
        if table.phase in play.phases:
            spec = table.game.moves.spec(move)
            column = partial(_column, spec, things=things, deck=deck)
            columns = [tuple(dict.fromkeys(column(argument))) for argument in spec.arguments]
            yield _kind(spec, columns, table.game)


def _column(
    spec: Spec, argument: Argument, *, things: Things, deck: Collection[str]
) -> Iterator[str]:
    """What an argument may name: places, seats, words; cards that lie open, and kinds of cards.

    Cards in piles are not named by moves, and kinds of cards only where a card may lie that nobody
    told.
    """
    lies = things.game.layout.places.get(f"{spec.verb}.{argument.field}", "")
    pattern = re.sub(r"\{\w+\}", "*", lies)
    catalogue = things.game.catalogue
    may_be_any = things.has_unseen(pattern)
    for word in _words(argument, tuple(catalogue)):
        key = things.key(argument, word)
        if key.startswith("at:") or (key.startswith("seat:") and word in things.seats):
            yield key
        elif word in catalogue:
            for zone in things.holders(word, pattern):
                if zone.owner or zone.spread:
                    yield f"{zone.key}/{word}"
            if may_be_any and f"deck/{word}" in deck:
                yield f"deck/{word}"
        elif key.startswith("word:"):
            yield key


@lru_cache(256)
def _words(argument: Argument, codes: tuple[str, ...]) -> tuple[str, ...]:
    """The words that an argument takes, in a game with these codes of cards."""
    shape = innermost(argument.shape)
    if isinstance(shape, Choice):
        return shape.words
    if isinstance(shape, Number):
        return tuple(map(str, range(shape.low, shape.high + 1)))
    return tuple(filter(re.compile(shape.pattern, re.ASCII).fullmatch, codes))


def _deck(table: Table, frame: Frame, things: Things) -> list[Thing]:
    """The kinds of cards of which the view has not seen all, with the number that is left.

    Before them come the sides of which people may see one alone.
    """
    game = table.game
    whole = game.set_up(game, len(table.seats), table.options, Chance(""))
    counts = Counter(card for zone in whole.zones() for card in zone.cards)
    seen = Counter(
        card.code
        for zone in frame.zones
        for card in zone.cards
        if card.code and not card.code.endswith(UNKNOWN_CARD)
    )
    left = counts - seen
    sides = [Thing(f"deck/{code}", name) for code, name in game.sides(game.cards).items()]
    kinds = [code for code in game.catalogue if left[code]]
    return sides + [replace(things.thing(f"deck/{code}"), left=left[code]) for code in kinds]
