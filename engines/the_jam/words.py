"""The names and sentences of The Jam. Knows no table."""

from collections.abc import Sequence
from typing import TypeAlias

from engines import wording
from engines.the_jam.cards import BEAR, KARLSMAN, Card
from engines.wording import (
    Phrase,
    Sentence,
    enumerate_parts,
    listed,
    number,
    say,
    seat,
    with_article,
)

SeenCard: TypeAlias = Card | None
"""A card as seen in a view: None if it is hidden."""

DrawnCards: TypeAlias = Sequence[SeenCard]
"""The card that a seat drew before its move, if the move shows it; else no card."""

GUEST_NAMES = {KARLSMAN: "Karlsman", BEAR: "the Bear"}
"""The names of the guests in the middle of a sentence."""

_CUT, _LONGEST = 4, 5
BASKET = wording.zone("basket", "the basket")
DECK = wording.zone("deck", "the deck")


_ZONES = {
    "recipes": "completed recipes",
    "fresh": "fresh recipes",
    "under": "ingredients on fresh recipes",
    "given": "recipes given in trade",
    "middle": "up for bids",
    "winter": "winter tasks",
    "granny": "granny tasks",
    "yummy": "yummy tasks",
}


def zone_title(name: str) -> str:
    """The title of a zone.

    >>> zone_title("under"), zone_title("hand")
    ('ingredients on fresh recipes', 'hand')
    """
    return _ZONES.get(name, name)


def title(card: Card) -> str:
    """A recipe card, by its recipe.

    >>> title(Card("cherry-jam:peach", "jam", ("cherry",), 2, "peach"))
    'cherry jam'
    >>> title(Card("…", "salad", ("apple", "peach", "dogwood"), 6, "walnut"))
    'apple, peach and dogwood salad'
    """
    return card.title


def short_title(card: Card) -> str:
    """The title of a recipe card in lists of moves: a salad has short names of its fruits.

    >>> short_title(Card("…", "salad", ("apple", "peach", "dogwood"), 6, "walnut"))
    'apple+peach+dogw salad'
    """
    if card.kind != "salad":
        return title(card)
    return f"{short_fruits(card.fruits)} salad"


def short_fruits(fruits: Sequence[str]) -> str:
    """A fruit by its name, several by short ones.

    >>> short_fruits(["gooseberry"]), short_fruits(["apple", "peach", "dogwood"])
    ('gooseberry', 'apple+peach+dogw')
    """
    return fruits[0] if len(fruits) == 1 else "+".join(map(short_fruit, fruits))


def short_fruit(fruit: str) -> str:
    """A fruit of up to five letters as it is, of a longer one the first four."""
    return fruit if len(fruit) <= _LONGEST else fruit[:_CUT]


TASKS = {"winter": "winter stock", "granny": "pies for granny", "yummy": "yummy-yummy"}
"""The names of tasks, by their pile."""

_TASK_RECIPES = {"winter": "jams", "granny": "pies", "yummy": "cards"}


def task_title(kind: str, need: int, fruits: Sequence[str]) -> str:
    """The title of a task.

    >>> task_title("winter", 3, ["apple", "peach", "dogwood", "walnut"])
    'winter stock: any 3 jams of apple, peach, dogwood and walnut'
    >>> task_title("yummy", 1, ["peach"])
    'yummy-yummy: cards of peach'
    """
    few = f"any {need} " if need < len(fruits) else ""
    return f"{TASKS[kind]}: {few}{_TASK_RECIPES[kind]} of {listed(fruits)}"


def making_jam(recipe: Card, ingredient: Card, drawn: DrawnCards) -> Sentence:
    """A jam is made of a recipe and the fruit below another card.

    >>> apple = Card("apple-jam:walnut", "jam", ("apple",), 2, "walnut")
    >>> making_jam(Card("cone-jam:cone", "jam", ("cone",), 1, "cone"), apple, []).text
    'makes cone jam, with a walnut from apple jam'
    """
    fruit = f", with {with_article(ingredient.below)} from "
    return say(
        *_draws(drawn), "makes ", _played(recipe, drawn), fruit, _card(ingredient),
        short=short_title(recipe),
    )  # fmt: skip


def baking_pie(recipe: Card, jam: Card, cost: Card | None, drawn: DrawnCards) -> Sentence:
    """A pie is baked with a jam; a pie card of the basket costs a card.

    >>> pie = Card("cherry-pie:dogwood", "pie", ("cherry",), 5, "dogwood")
    >>> baking_pie(pie, Card("cherry-jam:peach", "jam", ("cherry",), 2, "peach"), None, [pie]).text
    'draws cherry pie and bakes it with cherry jam'
    """
    pie = _played(recipe, drawn) if cost is None else _card(recipe)
    baked = [*_draws(drawn), "bakes ", pie, " with ", _card(jam)]
    if cost is not None:
        baked += [" (pie card from ", BASKET, "; puts ", _card(cost), " there)"]
    return say(*baked, short=short_title(recipe))


def making_salad(recipe: Card, drawn: DrawnCards) -> Sentence:
    """A salad is made with cards of the basket."""
    return say(
        *_draws(drawn), "makes ", _played(recipe, drawn), " from ", BASKET,
        short=short_title(recipe),
    )  # fmt: skip


def putting_in_basket(card: Card, drawn: DrawnCards) -> Sentence:
    """A card is played as an ingredient.

    >>> apple = Card("apple-jam:walnut", "jam", ("apple",), 2, "walnut")
    >>> putting_in_basket(apple, [None]).text
    'draws a card and puts apple jam in the basket as a walnut'
    """
    ingredient = f" as {with_article(card.below)}"
    return say(
        *_draws(drawn), "puts ", _played(card, drawn), " in ", BASKET, ingredient,
        short=f"{short_title(card)} → basket",
    )  # fmt: skip


def trading(partner: str, give: Sequence[Card], get: Sequence[Card], drawn: DrawnCards) -> Sentence:
    """Recipes change hands openly; one side may have none."""
    if give and get:
        what = ["gives ", seat(partner), " ", *_cards(give), " for ", *_cards(get)]
        short = f"trade with {partner}: {_short(give)} for {_short(get)}"
    elif give:
        what = ["gives ", seat(partner), " ", *_cards(give)]
        short = f"give {partner}: {_short(give)}"
    else:
        what = ["gets ", *_cards(get), " from ", seat(partner)]
        short = f"get from {partner}: {_short(get)}"
    return say(*_draws(drawn), *what, short=short)


def trading_blindly(partner: str, give: Sequence[SeenCard], drawn: DrawnCards) -> Sentence:
    """Recipes are given, and as many will come back.

    >>> trading_blindly("B", [None, None], []).text
    'gives B two cards in a blind trade'
    """
    given = ["gives ", seat(partner), " ", *_cards(give), " in a blind trade"]
    return say(*_draws(drawn), *given, short=f"trade with {partner}: {_short(give)}")


def returning(trader: str, cards: Sequence[SeenCard]) -> Sentence:
    """A blind trade is answered."""
    given = ["gives ", seat(trader), " ", *_cards(cards), " in return"]
    return say(*given, short=f"return {_short(cards)}")


def bidding(points: int, jams: Sequence[Card]) -> Sentence:
    """Jams are bid for Karlsman.

    >>> cherry = Card("cherry-jam:peach", "jam", ("cherry",), 2, "peach")
    >>> bidding(2, [cherry]).text
    'bids 2 for Karlsman (cherry jam)'
    """
    fruits = ", ".join([jam.fruits[0] for jam in jams])
    return say(f"bids {points} for Karlsman (", *_jams(jams), ")", short=f"bid {points}: {fruits}")


def passing() -> Sentence:
    """Nothing is bid."""
    return say("passes", short="pass")


def forfeiting(card: SeenCard, guest: str) -> Sentence:
    """A recipe is given up for a guest; `None` does not say which pie that is.

    >>> forfeiting(Card("apple-pie:peach", "pie", ("apple",), 5, "peach"), "bear").text
    'loses apple pie to the Bear'
    """
    lost = "pie" if card is None else short_title(card)
    return say("loses ", _lost(card), f" to {GUEST_NAMES[guest]}", short=f"lose {lost}")


def karlsman_drawn(letter: str) -> Sentence:
    """A seat draws Karlsman."""
    return say(seat(letter), " draws Karlsman, and jams may be bid for him")


def cannot_bid(letters: Sequence[str], *, more: bool) -> Sentence:
    """Seats are not asked for a bid: they have no jams, or none that beat the last bid.

    >>> cannot_bid(["B", "C"], more=True).text
    'B and C cannot bid more'
    """
    seats = enumerate_parts([seat(letter) for letter in letters])
    return say(*seats, " cannot bid more" if more else " cannot bid")


def karlsman_sold(letter: str, jams: Sequence[Card]) -> Sentence:
    """Karlsman goes to the last bidder, and its jams into the deck."""
    verb = " is" if len(jams) == 1 else " are"
    paid = [*_jams(jams), verb, " shuffled into ", DECK]
    return say("Karlsman goes to ", seat(letter), ", and ", *paid)


def karlsman_stays(letter: str) -> Sentence:
    """Nobody has bid for Karlsman."""
    return say("nobody bids, and Karlsman stays with ", seat(letter))


def bear_drawn(drawer: str, host: str) -> Sentence:
    """A seat draws the Bear, who goes to one that has most pies.

    >>> bear_drawn("A", "A").text
    'A draws the Bear and keeps him for the most pies'
    >>> bear_drawn("A", "B").text
    'A draws the Bear, who goes to B for the most pies'
    """
    if host == drawer:
        return say(seat(drawer), " draws the Bear and keeps him for the most pies")
    return say(seat(drawer), " draws the Bear, who goes to ", seat(host), " for the most pies")


def bear_unwanted(drawer: str, *, last: bool) -> Sentence:
    """A seat draws the Bear while nobody has a pie; he leaves the game if the deck is empty."""
    goes = ["leaves the game"] if last else ["is shuffled into ", DECK]
    return say(seat(drawer), " draws the Bear: nobody has a pie, and he ", *goes)


def lost(letter: str, card: SeenCard, guest: str) -> Sentence:
    """A seat with only one kind of recipe gives one up automatically."""
    return say(seat(letter), " ", *forfeiting(card, guest).parts)


def shuffled_in(card: SeenCard) -> Sentence:
    """A pie that was given up goes into the deck."""
    return say(_lost(card), " is shuffled into ", DECK)


def turn_ended(letter: str) -> Sentence:
    """A seat that drew a guest has him, and so its turn ends."""
    return say("the turn of ", seat(letter), " ends")


def into_basket(cards: Sequence[Card]) -> Sentence:
    """The ingredients on a recipe, or a jam that was given up, go to the basket."""
    return say(*_cards(cards), " goes to " if len(cards) == 1 else " go to ", BASKET)


def discarding(letter: str, cards: Sequence[Card]) -> Sentence:
    """The discard phase of a seat.

    >>> discarding("A", [Card("apple-jam:walnut", "jam", ("apple",), 2, "walnut")]).text
    'A discards apple jam into the basket'
    """
    return say(seat(letter), " discards ", *_cards(cards), " into ", BASKET)


def missing_turn(letter: str) -> Sentence:
    """A seat without a card misses its turn."""
    return say(seat(letter), " has no card and misses a turn")


def turned_up(*, piles: bool) -> Sentence:
    """At the end, what was hidden is turned up."""
    return say("all tasks and piles are turned up" if piles else "all tasks are turned up")


def most_yummy(letters: Sequence[str]) -> Sentence:
    """These seats win a tie.

    >>> most_yummy(["B"]).text
    'B has the most points for yummy-yummy'
    >>> most_yummy(["A", "C"]).text
    'A and C have the most points for yummy-yummy and share the win'
    """
    alone = len(letters) == 1
    seats = enumerate_parts([seat(letter) for letter in letters])
    have = " has" if alone else " have"
    rest = "" if alone else " and share the win"
    return say(*seats, f"{have} the most points for yummy-yummy{rest}")


def _draws(drawn: DrawnCards) -> list[str | Phrase]:
    """How a sentence starts if the seat drew a card before."""
    return ["draws ", _card(drawn[0]), " and "] if drawn else []


def _card(card: SeenCard) -> Phrase:
    return wording.card(None, "") if card is None else wording.card(card.code, title(card))


def _played(card: Card, drawn: DrawnCards) -> Phrase:
    """A card of the hand; `it`, if it was named as the one drawn."""
    return Phrase("it", card=card.code) if card in drawn else _card(card)


def _lost(card: SeenCard) -> Phrase:
    return Phrase("a pie") if card is None else _card(card)


def _cards(cards: Sequence[SeenCard]) -> list[str | Phrase]:
    """These cards; their number, if several are hidden or have the same title."""
    groups: dict[str, list[SeenCard]] = {}
    for card in cards:
        groups.setdefault(title(card) if card else "card", []).append(card)
    return enumerate_parts([_alike(name, group) for name, group in groups.items()])


def _alike(name: str, cards: Sequence[SeenCard]) -> Phrase:
    """Cards with this title; the first stands for several."""
    first, count = cards[0], len(cards)
    if count == 1:
        return _card(first)
    return Phrase(f"{number(count)} {name}s", card=first.code if first else None)


def _jams(jams: Sequence[Card]) -> list[str | Phrase]:
    """Jams by their fruits, if these differ: `dogwood and cherry jam`."""
    fruits = [jam.fruits[0] for jam in jams]
    if len(set(fruits)) < len(fruits):
        return _cards(jams)
    parts = [wording.card(jam.code, fruit) for jam, fruit in zip(jams, fruits, strict=True)]
    return [*enumerate_parts(parts), " jam"]


def _short(cards: Sequence[SeenCard]) -> str:
    return ", ".join([short_title(card) if card else "?" for card in cards])
