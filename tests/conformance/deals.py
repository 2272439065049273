"""The first position of each game, dealt from docs/notation.md alone.

Each function returns the digest of the position before ply 1, from a seed, the letters of the seats
and the options of the header.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count

from tests.conformance.stranger import digest, shuffled


def triggs(seed: str, seats: str) -> str:
    """A game of Triggs."""
    deck = shuffled(seed, 0, [str(value) for value in range(1, 13) for _ in range(9)])
    rest = deck[5 * len(seats) :]
    outer = len(rest) // 4
    zones = {f"hand.{seat}": sorted(deck[5 * i : 5 * i + 5]) for i, seat in enumerate(seats)}
    zones |= {"left": rest[:outer], "middle": rest[2 * outer :], "right": rest[outer : 2 * outer]}
    counters = [f"row-{row}.{seat}" for seat in seats for row in range(1, 13)]
    return _position("triggs", dict.fromkeys([*counters, "extra-due"], 0), zones, "discard", "box")


def point_salad(seed: str, seats: str, rounds: str = "1") -> str:
    """A game of Point Salad."""
    each = 3 * len(seats)
    packs = [[f"{v}{i:02}" for i in range(1, 19)] for v in ("CB", "CR", "LE", "ON", "PE", "TO")]
    if each < 18:
        packs = [shuffled(seed, k, pack) for k, pack in enumerate(packs)]
    dealt = [pack[at : at + each] for at in range(0, 18, each) for pack in packs]
    deck = shuffled(seed, 6 * (each < 18), list(chain(*dealt[:6])))
    third = len(deck) // 3
    piles = [deck[i * third : (i + 1) * third] for i in range(3)]
    zones: dict[str, Sequence[str]] = {f"pile-{i + 1}": piles[i][2:] for i in range(3)}
    zones |= {f"{i + 1}{ab}": [piles[i][at]] for i in range(3) for at, ab in enumerate("ab")}
    zones |= {f"{side}.{seat}": [] for seat in seats for side in ("points", "veggies")}
    zones |= {"box": list(chain(*dealt[6:]))}
    counters = {} if rounds == "1" else {"round": 1, **{f"banked.{seat}": 0 for seat in seats}}
    return _position("point_salad", counters, zones, "played")


def grab_your_breakfast(seed: str, seats: str) -> str:
    """A game of Grab Your Breakfast."""
    items = ("coffee", "toast", "egg", "pancakes", "cereal")
    cereals = [f"cereal-{kind}" for kind in ("hoops", "flakes", "puffs", "muesli")]
    copies = {"coffee-cup": 4, "coffee-pot": 4, "toast": 8, "egg": 8, "pancakes": 8}
    copies |= {**dict.fromkeys(cereals, 2), "sugar": 3, "jam": 4, "maple-syrup": 3}
    tiles = shuffled(seed, 0, _copied(copies))
    hand = shuffled(seed, 1, _copied(dict.fromkeys(items, 8)))
    stacks = [[upper, lower] for lower, upper in zip(tiles[::2], tiles[1::2], strict=True)]
    zones = {f"r{i // 5 + 1}c{i % 5 + 1}": stack for i, stack in enumerate(stacks)}
    for i, seat in enumerate(seats):
        zones |= {f"hand.{seat}": sorted(hand[2 * i : 2 * i + 2]), f"tiles.{seat}": []}
    zones |= {"draw": hand[2 * len(seats) :]}
    return _position("grab_your_breakfast", {}, zones, "discard")


INGREDIENTS = """
bologna ham salami chicken turkey bacon roast-beef pastrami
cream-cheese mozzarella american cheddar swiss provolone brie blue
lettuce pickle onion cucumber sprouts tomato pepper avocado
ketchup butter jelly mustard relish pesto hummus mayonnaise
"""


def turkey_my_mayonnaise(seed: str, seats: str, teams: str = "") -> str:
    """A game of Turkey My Mayonnaise."""
    deck, each = shuffled(seed, 0, _sandwich_cards()), 5 if teams else 7
    owners = seats[: len(seats) // 2] if teams else seats
    counters = [f"banked.{team}" for team in owners]
    counters += [f"{name}.{seat}" for name in ("misses-turn", "draws-4") for seat in seats]
    for team in owners:
        counters += [f"recipe-{n}-{key}.{team}" for n in "123" for key in ("doubled", "stopped")]
    counters += ["turn", "due", "banking", "resume"]
    counters += [f"attack-{key}" for key in ("by", "at", "prey", "onto", "double")]
    counters += [f"open-{level}" for level in "1234"]
    zones = {
        f"hand.{seat}": sorted(deck[each * i : each * i + each]) for i, seat in enumerate(seats)
    }
    zones |= {f"recipe-{n}.{team}": [] for team in owners for n in "123"}
    zones |= {"played": [], "turned-up": [], "deck": deck[each * len(seats) :]}
    numbers = {name: int(name == "turn") for name in counters}
    return _position("turkey_my_mayonnaise", numbers, zones, "discard")


def _sandwich_cards() -> list[str]:
    categories = ("meat", "cheese", "veggie", "spread")
    copies = {f"R{number:02}": 1 for number in range(1, 27)}
    copies |= dict.fromkeys(INGREDIENTS.split(), 2)
    copies |= {f"double-{name}-{points}": 1 for name in categories for points in (3, 5, 7)}
    copies |= {"tofu": 5, "bonus-5": 5, "bonus-10": 3, "penalty-5": 5, "penalty-10": 3, "steal": 4}
    copies |= {f"spoil-{name}": 2 for name in categories}
    copies |= {"fridge": 2, "swatter": 3, "send-back": 3, "dumpster": 2, "spree": 2}
    return _copied(copies | {"inspector": 2, "tmm": 1})


RECIPES = """
apple-jam strawberry cherry apricot walnut gooseberry cloudberry raspberry
strawberry-jam currant raspberry apple cherry peach cranberry apricot
raspberry-jam peach apple currant gooseberry dogwood cherry apricot
cherry-jam apple raspberry apricot strawberry cloudberry peach currant
currant-jam gooseberry peach dogwood walnut cranberry
gooseberry-jam apple cherry apricot strawberry raspberry
peach-jam apricot raspberry currant gooseberry cherry
apricot-jam cherry currant cloudberry raspberry apple
cranberry-jam gooseberry strawberry peach
cloudberry-jam walnut cranberry gooseberry
dogwood-jam strawberry cherry currant
walnut-jam cranberry cloudberry peach
apple-pie strawberry raspberry peach
strawberry-pie apricot walnut currant
raspberry-pie cherry gooseberry currant
cherry-pie strawberry raspberry dogwood
currant-pie cranberry apple peach
gooseberry-pie strawberry apple currant
peach-pie dogwood cherry strawberry
apricot-pie apple raspberry strawberry
cranberry-pie cloudberry dogwood
cloudberry-pie cherry apricot
dogwood-pie raspberry gooseberry
walnut-pie peach apple
salad-apple-strawberry-currant gooseberry
salad-raspberry-cherry-peach strawberry
salad-apple-gooseberry-apricot raspberry
salad-strawberry-peach-cranberry cherry
salad-raspberry-currant-apricot apple
salad-cherry-gooseberry-cloudberry apple
salad-apple-peach-dogwood walnut
salad-strawberry-cherry-walnut apricot
"""


def the_jam(seed: str, seats: str, variant: str = "") -> str:
    """A game of The Jam."""
    numbers, kids = count(), variant == "kids"
    names = {} if kids else {"winter": "W", "granny": "G", "yummy": "Y"}
    piles = {
        name: shuffled(seed, next(numbers), [f"{letter}{i}" for i in range(1, 7)])
        for name, letter in names.items()
    }
    rows = [line.split() for line in RECIPES.strip().split("\n")]
    cards = [f"{name}:{fruit}" for name, *fruits in rows for fruit in fruits]
    cards += [] if kids else ["cone-jam:cone"] * 6 + ["karlsman", "bear"]
    hands, basket, deck = _jam_dealt(seed, numbers, cards, len(seats))
    hosts, deck = _jam_drawn(seed, numbers, deck)
    at = len(hosts) % len(seats)
    hands[at].append(deck.pop(0))
    each = 2 if len(seats) == 2 else 1
    zones: dict[str, Sequence[str]] = {}
    for i, seat in enumerate(seats):
        zones |= {f"hand.{seat}": sorted(hands[i])}
        zones |= {f"{name}.{seat}": [] for name in ("recipes", "fresh", "under")}
        if not kids:
            tasks = [pile[each * i : each * i + each] for pile in piles.values()]
            zones |= {
                f"guests.{seat}": ["karlsman"] * (i in hosts),
                f"tasks.{seat}": list(chain(*tasks)),
            }
        zones |= {f"given.{seat}": []} if variant == "travel" else {}
    zones |= {"basket": _stacked(basket) if variant == "travel" else sorted(basket), "deck": deck}
    if not kids:
        zones |= {"middle": [], "box": []}
        zones |= {name: pile[each * len(seats) :] for name, pile in piles.items()}
    counters = ["ages"] if kids else ["due", "bid", "bidder", "bid-jams", "arrived", "ages"]
    numbered = {} if kids else {"at-turn": at + 1}
    numbered |= dict.fromkeys([*counters, *(["traded"] if variant == "travel" else [])], 0)
    return _position("the_jam", numbered, zones, to_act=seats[at])


def _jam_dealt(
    seed: str, numbers: Iterator[int], cards: list[str], seats: int
) -> tuple[list[list[str]], list[str], list[str]]:
    """The hands, the basket and the deck, before A draws."""
    deck = shuffled(seed, next(numbers), cards)
    hands: list[list[str]] = [[] for _ in range(seats)]
    basket: dict[str, str] = {}
    aside = []
    while len(basket) < 8:
        card = deck.pop(0)
        fruit = card.partition(":")[2]
        hand = next((hand for hand in hands if len(hand) < 4), None)
        if not fruit or (hand is None and fruit in basket):
            aside.append(card)
        elif hand is None:
            basket[fruit] = card
        else:
            hand.append(card)
    deck = shuffled(seed, next(numbers), deck + aside) if aside else deck
    return hands, list(basket.values()), deck


def _jam_drawn(seed: str, numbers: Iterator[int], deck: list[str]) -> tuple[list[int], list[str]]:
    """The seat whose turn Karlsman ended before ply 1, if any, and the deck after that.

    Nobody has a jam or a pie yet: he stays with A, and The Bear is shuffled in again.
    """
    hosts = []
    while deck[0] in {"bear", "karlsman"}:
        if deck.pop(0) == "karlsman":
            hosts = [0]
        else:
            deck = shuffled(seed, next(numbers), [*deck, "bear"])
    return hosts, deck


def _stacked(cards: Iterable[str]) -> list[str]:
    """The basket of the variant `travel`, the card laid last on top, but salads at the bottom."""
    laid: list[str] = []
    for card in cards:
        laid.insert(len(laid) if card.startswith("salad") else 0, card)
    return laid


def _copied(copies: Mapping[str, int]) -> list[str]:
    return [card for card, times in copies.items() for _ in range(times)]


def _position(
    game: str,
    counters: Mapping[str, int],
    zones: Mapping[str, Sequence[str]],
    *empty: str,
    to_act: str = "A",
) -> str:
    """The digest of a position; the zones named last are empty."""
    lines = ["cgn-position 1", f"game {game}", f"to-act {to_act}"]
    lines += [f"counter {name} {value}" for name, value in counters.items()]
    lines += [" ".join([f"zone {name}", *cards]) for name, cards in zones.items()]
    return digest("".join(f"{line}\n" for line in [*lines, *(f"zone {name}" for name in empty)]))
