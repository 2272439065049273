"""Lists the legal moves, each once, in the order of MOVES and of the deck."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from engines.turkey_my_mayonnaise.cards import (
    DUMPSTER,
    REACTIONS,
    SEND_BACK,
    SPREE,
    STEAL,
    SWATTER,
    TMM,
    WILD,
)
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.moves import (
    REFRESHED,
    Add,
    Bank,
    Bonus,
    ClaimRecipe,
    Discard,
    Draw,
    DumpsterDive,
    End,
    Inspect,
    Keep,
    MoveCard,
    Pass,
    Penalize,
    PlayRecipe,
    Refresh,
    Replace,
    Scrap,
    SendBack,
    ShoppingSpree,
    Spoil,
    Steal,
    Swat,
    TakeCard,
)

if TYPE_CHECKING:
    from engines.turkey_my_mayonnaise.sandwich import Sandwich
    from engines.turkey_my_mayonnaise.sides import Team
    from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise
    from notation.moves import Move

_Moves: TypeAlias = "Iterator[Move]"
_Carried: TypeAlias = tuple[str, str, str, str | None]
"""A card, the recipe it comes from, the one it goes to, and `double` where it fills two slots."""


def list_moves(table: "TurkeyMyMayonnaise") -> "list[Move]":
    """Every legal move of the seat to act, while the game goes on."""
    return list(_LISTED[table.due](table))


def can_choose(table: "TurkeyMyMayonnaise", cards: Sequence[str]) -> bool:
    """Whether one of these cards, turned up, can be played or kept."""
    if any(card in REACTIONS for card in cards):
        return True
    return next(_plays(table, cards), None) is not None


def may_send_back(table: "TurkeyMyMayonnaise") -> bool:
    """Whether the attack under way has a target on the attacker's side."""
    return next(_send_backs(table), None) is not None


def _begin(table: "TurkeyMyMayonnaise") -> _Moves:
    yield Draw()
    hand = _in_order(table, table.turn.hand.cards)
    yield from map(Refresh, dict.fromkeys(combinations(hand, REFRESHED)))
    yield from _banks(table)
    yield from _scraps(table)


def _play(table: "TurkeyMyMayonnaise") -> _Moves:
    hand = table.turn.hand.cards
    yield from _banks(table)
    yield from _scraps(table)
    yield from _plays(table, hand)
    yield from map(Discard, _kinds(table, hand))
    if not hand:
        yield Pass()


def _choose(table: "TurkeyMyMayonnaise") -> _Moves:
    cards = table.dives.cards
    yield from _plays(table, cards)
    for card in _kinds(table, cards):
        if card in REACTIONS:
            hand = _kinds(table, [*table.turn.hand.cards, card])
            yield from (Keep(card, other) for other in hand)


def _finish(table: "TurkeyMyMayonnaise") -> _Moves:
    yield from _banks(table)
    yield End()


def _answer(table: "TurkeyMyMayonnaise") -> _Moves:
    hand = table.actor.hand
    if SWATTER in hand:
        yield Swat()
    if SEND_BACK in hand:
        targets = list(_send_backs(table))
        yield from targets or [SendBack()]
    yield Pass()


def _judge(table: "TurkeyMyMayonnaise") -> _Moves:
    del table
    yield Inspect()
    yield Pass()


_LISTED: "Mapping[Due, Callable[[TurkeyMyMayonnaise], _Moves]]" = {
    Due.DRAW: _begin,
    Due.PLAY: _play,
    Due.CHOICE: _choose,
    Due.END: _finish,
    Due.ANSWER: _answer,
    Due.VERDICT: _judge,
}


def _banks(table: "TurkeyMyMayonnaise") -> _Moves:
    own = _recipes(table, [table.turn.team])
    yield from (Bank(name) for name, place in own if place.complete and place.stopped is None)


def _scraps(table: "TurkeyMyMayonnaise") -> _Moves:
    yield from (Scrap(name) for name, _ in _recipes(table, [table.turn.team]))


def _plays(table: "TurkeyMyMayonnaise", source: Iterable[str]) -> _Moves:
    """Every way to play one of these cards, as those of the seat whose turn it is."""
    cards, known = _kinds(table, source), table.cards
    own = _recipes(table, [table.turn.team])
    rivals = _recipes(table, _opponents(table))
    if table.turn.team.free_place() is not None:
        yield from (PlayRecipe(card) for card in cards if card in known.recipes)
    yield from _adds(table, cards, own)
    yield from _replacements(table, cards, own)
    yield from (Bonus(card, name) for card in cards if card in known.bonuses for name, _ in own)
    for card in cards:
        if card in known.penalties:
            yield from (Penalize(card, name) for name, _ in rivals)
    if STEAL in cards:
        yield from (Steal(*carried) for carried in _carried(table, rivals, own, bonuses=False))
    for card in cards:
        yield from (Spoil(card, *prey) for prey in _spoilable(table, card, rivals))
    if TMM in cards:
        yield from _mayonnaise(table, own, rivals)
    if DUMPSTER in cards:
        yield DumpsterDive()
    if SPREE in cards:
        yield ShoppingSpree()


_Recipes: TypeAlias = "Sequence[tuple[str, Sandwich]]"


def _adds(table: "TurkeyMyMayonnaise", cards: Iterable[str], own: _Recipes) -> _Moves:
    for card in cards:
        for name, place in own:
            yield from (Add(card, name, double) for double in _fits(table, card, place))


def _fits(table: "TurkeyMyMayonnaise", card: str, place: "Sandwich") -> Iterator[str | None]:
    """The ways in which a card fits on a recipe: in one slot, or doubled."""
    ingredient = table.cards.ingredients.get(card)
    if ingredient is not None:
        if place.takes(ingredient, double=False):
            yield None
        if place.takes(ingredient, double=True):
            yield "double"


def _replacements(table: "TurkeyMyMayonnaise", cards: Iterable[str], own: _Recipes) -> _Moves:
    for card in cards:
        ingredient = table.cards.ingredients.get(card)
        if ingredient is None:
            continue
        for old in _kinds(table, (old for _, place in own for old in place.cards)):
            for name, place in own:
                if place.swaps(old, ingredient, double=False):
                    yield Replace(card, old, name)
                if place.swaps(old, ingredient, double=True):
                    yield Replace(card, old, name, "double")


def _carried(
    table: "TurkeyMyMayonnaise", sources: _Recipes, targets: _Recipes, *, bonuses: bool
) -> Iterator[_Carried]:
    """Every ingredient (and bonus) of the one recipes that fits on another, and how."""
    known = table.cards
    for card in _kinds(table, (card for _, place in sources for card in place.cards)):
        if card in known.ingredients or (bonuses and card in known.bonuses):
            for source, place in sources:
                for target, onto in targets:
                    if card in place.zone and onto is not place:
                        ways = [None] if card in known.bonuses else _fits(table, card, onto)
                        yield from ((card, source, target, double) for double in ways)


def _spoilable(
    table: "TurkeyMyMayonnaise", spoiler: str, recipes: _Recipes
) -> Iterator[tuple[str, str]]:
    """Every ingredient that a card spoils, with its recipe; none, if it spoils nothing."""
    category, known = table.cards.spoils.get(spoiler), table.cards.ingredients
    if category is None:
        return
    for card in _kinds(table, (card for _, place in recipes for card in place.cards)):
        if card in known and category in (WILD, known[card].category):
            yield from ((card, name) for name, place in recipes if card in place.zone)


def _mayonnaise(table: "TurkeyMyMayonnaise", own: _Recipes, rivals: _Recipes) -> _Moves:
    yield from (TakeCard(*carried) for carried in _carried(table, rivals, own, bonuses=True))
    if table.turn.team.free_place() is not None:
        yield from (ClaimRecipe(name) for name, place in rivals if place.bare)
    yield from (MoveCard(*carried) for carried in _carried(table, own, own, bonuses=True))


def _send_backs(table: "TurkeyMyMayonnaise") -> _Moves:
    """Every target that the attack under way has on the attacker's side."""
    card, attack = table.played.top, table.attack
    if card is None or attack is None:
        return
    theirs = _recipes(table, [attack.by.team])
    if card in table.cards.penalties:
        yield from (SendBack(on=name) for name, _ in theirs)
    elif card == STEAL:
        own = _recipes(table, [table.actor.team])
        for prey, source, target, double in _carried(table, theirs, own, bonuses=False):
            yield SendBack(prey, source=source, to=target, double=double)
    else:
        for prey, source in _spoilable(table, card, theirs):
            yield SendBack(prey, source=source)


def _opponents(table: "TurkeyMyMayonnaise") -> "list[Team]":
    return [team for team in table.teams if team is not table.turn.team]


def _recipes(table: "TurkeyMyMayonnaise", teams: "Sequence[Team]") -> _Recipes:
    """The recipes that these teams have out."""
    return [
        (name, table.out[name])
        for name in _in_order(table, table.out)
        if table.out[name].team in teams
    ]


def _in_order(table: "TurkeyMyMayonnaise", cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=table.cards.rank.__getitem__)


def _kinds(table: "TurkeyMyMayonnaise", cards: Iterable[str]) -> list[str]:
    """These cards, like ones once."""
    return _in_order(table, dict.fromkeys(cards))
