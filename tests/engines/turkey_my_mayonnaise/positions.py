"""Tables of Turkey My Mayonnaise for the tests of this room."""

from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.cards import Cards
from engines.turkey_my_mayonnaise.due import Due
from engines.turkey_my_mayonnaise.table import TurkeyMyMayonnaise
from tests.engines.tables import Unshuffled

CARDS: Cards = GAME.cards
"""The cards of the reference deck."""


def deal(seats: int = 2, *, teams: bool = False) -> TurkeyMyMayonnaise:
    """A game at its start, with the deck unshuffled."""
    return TurkeyMyMayonnaise(GAME, seats, {"teams": "yes"} if teams else {}, Unshuffled())


def position(
    *recipes: str, seats: int = 2, teams: bool = False, drawn: bool = True, **zones: str
) -> TurkeyMyMayonnaise:
    """A game with these recipes out and these cards in its zones, and no others.

    A recipe is written with its owner, then its cards as they came, `*` after one that lies
    doubled: `A R05 ham double-meat-3*`. Zones are the hands, by seat letter, the `deck` from its
    top and the `discard` pile, the oldest first. It is A's turn, whose draw was made, if `drawn`.
    """
    table = deal(seats, teams=teams)
    for zone in table.zones():
        zone.gather()
    for written in recipes:
        owner, recipe, *cards = written.split()
        place = table.players[owner].team.free_place()
        assert place is not None
        place.start(recipe)
        table.out[recipe] = place
        for card in cards:
            place.put(card.rstrip("*"), double=card.endswith("*"))
    table.deck.lay(zones.pop("deck", "").split())
    table.discard.put_all(zones.pop("discard", "").split())
    for seat, held in zones.items():
        table.players[seat].hand.put_all(held.split())
    if drawn:
        table.due = Due.PLAY
    asked(table).clear()
    return table


def asked(table: TurkeyMyMayonnaise) -> list[tuple[str, str]]:
    """The shuffles asked for since the position: the pile's name, the cards as they lay."""
    assert isinstance(table.chance, Unshuffled)
    return table.chance.asked


def play(table: TurkeyMyMayonnaise, *texts: str) -> str:
    """Play moves by the seats to act; the cards that the last one reveals."""
    reveals: list[tuple[str, str | None]] = []
    for text in texts:
        assert table.to_act is not None
        reveals = table.play(table.to_act, GAME.moves.parse(text))
    return " ".join(card for card, _ in reveals)


def hand(table: TurkeyMyMayonnaise, seat: str) -> str:
    """The cards of a hand, in deck order."""
    return " ".join(sorted(table.players[seat].hand.cards, key=CARDS.rank.__getitem__))


def discarded(table: TurkeyMyMayonnaise) -> str:
    """The discard pile, the oldest first."""
    return " ".join(table.discard.cards[::-1])


def out(table: TurkeyMyMayonnaise, seat: str) -> list[str]:
    """The recipes of a seat or its team by place, as `position` writes them."""
    return [
        " ".join(
            [
                place.recipe or "",
                *(
                    f"{card}*" if double else card
                    for card, double in zip(place.cards, place.doubled, strict=True)
                ),
            ]
        )
        for place in table.players[seat].team.places
        if place.zone
    ]


def listed(table: TurkeyMyMayonnaise, *verbs: str) -> list[str]:
    """The legal moves of these verbs, or all of them, as they are listed."""
    texts = [GAME.moves.write(move) for move in table.moves()]
    return [text for text in texts if not verbs or text.startswith(verbs)]
