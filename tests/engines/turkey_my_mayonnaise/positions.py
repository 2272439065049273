"""Positions of Turkey My Mayonnaise for tests."""

from engines.turkey_my_mayonnaise import GAME
from engines.turkey_my_mayonnaise.cards import Cards
from engines.turkey_my_mayonnaise.flow import set_up
from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from engines.turkey_my_mayonnaise.state import PLAY, Turkey
from tests.engines.tables import Unshuffled, shuffles

CARDS: Cards = GAME.cards
"""The cards of the reference deck."""


def deal(seats: int = 2, *, teams: bool = False) -> Turkey:
    """A game at its start, with the deck unshuffled."""
    return set_up(GAME, seats, {"teams": "yes"} if teams else {}, Unshuffled())


def position(
    *recipes: str, seats: int = 2, teams: bool = False, drawn: bool = True, **zones: str
) -> Turkey:
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
        slot = table.free_slots(owner)[0]
        slot.start(recipe)
        table.out[recipe] = slot
        for card in cards:
            slot.put(card.rstrip("*"), double=card.endswith("*"))
    table.deck.lay(zones.pop("deck", "").split())
    table.discard.put_all(zones.pop("discard", "").split())
    for seat, held in zones.items():
        table.hands[seat].put_all(held.split())
    if drawn:
        table.phase = PLAY
    shuffles(table).clear()
    return table


def play(table: Turkey, *texts: str) -> str:
    """Play moves by the seats to act; the cards that the last one reveals."""
    reveals: list[tuple[str, str | None]] = []
    for text in texts:
        assert table.to_act is not None
        reveals = table.play(table.to_act, GAME.moves.parse(text))
    return " ".join(card for card, _ in reveals)


def hand(table: Turkey, seat: str) -> str:
    """The cards of a hand, in deck order."""
    return " ".join(CARDS.in_order(table.hands[seat]))


def discarded(table: Turkey) -> str:
    """The discard pile, the oldest first."""
    return " ".join(table.discard.cards[::-1])


def out(table: Turkey, seat: str) -> list[str]:
    """The recipes of a seat or its team by place, as `position` writes them."""
    return [
        " ".join(
            [
                slot.recipe,
                *(
                    f"{card}*" if double else card
                    for card, double in zip(slot.cards, slot.doubled, strict=True)
                ),
            ]
        )
        for slot in slots_of(table, seat)
        if slot.recipe is not None
    ]


def slots_of(table: Turkey, seat: str) -> tuple[RecipeSlot, ...]:
    """The places for recipes of a seat or its team."""
    return table.slots[table.team_of[seat]]


def listed(table: Turkey, *verbs: str) -> list[str]:
    """The legal moves with these verbs, or all, in listed order."""
    texts = [GAME.moves.write(move) for move in table.moves()]
    return [text for text in texts if not verbs or text.startswith(verbs)]
