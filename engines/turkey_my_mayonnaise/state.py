"""The state of Turkey My Mayonnaise. Numbers in brackets: sections of rules.md."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import ClassVar, Self

from msgspec import Struct

from engines.game import Game
from engines.play import Phase
from engines.table import Counter, Points, Table
from engines.turkey_my_mayonnaise.cards import REACTIONS, Cards, named
from engines.turkey_my_mayonnaise.details import sandwich
from engines.turkey_my_mayonnaise.moves import AFTER_REFRESH, Bank
from engines.turkey_my_mayonnaise.names import OwnedRecipe, place_title
from engines.turkey_my_mayonnaise.recipe_slot import RecipeSlot
from engines.wording import in_points, number
from engines.zone import Display, Visibility, Zone
from notation.chance import Chance


class OpenDives:
    """The open dives, each with the cards it turned up that are not played.

    Attributes:
        zone: from the bottom, the outermost dive, its cards in the order turned up, the dive
            chosen from them, and so on.
        sizes: the number of cards of each dive that lie there, the outermost first.
        cards: the cards of the innermost dive, to choose from, in the order turned up.
    """

    __slots__ = ("cards", "sizes", "zone")

    def __init__(self, zone: Zone, sizes: Sequence[int] = ()) -> None:
        self.zone = zone
        self.sizes = list(sizes)
        self.cards = zone.cards[: sizes[-1]][::-1] if sizes else ()

    def open(self, dive: str, cards: Sequence[str]) -> None:
        """Lay a dive open with the cards it turns up."""
        self.zone.put(dive)
        self._lay(cards)

    def take(self, card: str) -> None:
        """Remove a card of the innermost dive; of like ones the first turned up."""
        cards = self._lift()
        cards.remove(self.zone.pick(cards, card))
        self._lay(cards)

    def close(self, discard: Zone) -> list[str]:
        """Discard the cards left of every dive, then the dive itself, the innermost ones first.

        Returns the cards that were left.
        """
        left: list[str] = []
        while self.sizes:
            cards = self._lift()
            discard.put_all(cards)
            discard.put(self.zone.draw())
            left += cards
        self.cards = ()
        return left

    def _lay(self, cards: Sequence[str]) -> None:
        self.zone.put_all(cards)
        self.sizes.append(len(cards))
        self.cards = tuple(cards)

    def _lift(self) -> list[str]:
        """Remove the cards of the innermost dive, in the order turned up."""
        return self.zone.draw_top(self.sizes.pop())[::-1]

    def copy(self, zone: Zone) -> Self:
        """An independent copy of the dives, with this copy of their zone."""
        return type(self)(zone, self.sizes)


def flags(name: str, seats: Sequence[str], raised: Container[str]) -> list[Counter]:
    """A counter for each seat: 1 if it is in `raised`, else 0."""
    return [Counter(name, int(seat in raised), seat, 1) for seat in seats]


def of_slot(slot: RecipeSlot, stopped: int) -> Iterator[Counter]:
    """Which cards are doubled, and the seat that must miss a turn before the recipe is banked."""
    name, owner = slot.zone.name, slot.zone.owner
    doubled = sum(1 << at for at, double in enumerate(slot.doubled) if double)
    yield Counter(f"{name}-doubled", doubled, owner)
    yield Counter(f"{name}-stopped", stopped, owner)


def of_dives(sizes: Sequence[int], most: int) -> Iterator[Counter]:
    """The number of cards left of each open dive, the dive itself included."""
    for level in range(most):
        yield Counter(f"open-{level + 1}", 1 + sizes[level] if level < len(sizes) else 0)


def labels(
    faces: Mapping[str, str], slot: RecipeSlot | None, cards: Sequence[str]
) -> Sequence[str]:
    """The label of each card: its code with its points or, for a recipe, with its need."""
    if slot is None or slot.recipe is None:
        return [faces[card] for card in cards]
    shown = {slot.recipe: f"{slot.recipe} {still_needed(slot)}"}
    for card, double in zip(slot.cards, slot.doubled, strict=True):
        if double:
            shown[card] = f"{card} doubled"
    return [shown.get(card) or faces[card] for card in cards]


def still_needed(slot: RecipeSlot) -> str:
    """The need that is left of a recipe that is out, counting its tofu, or that it is ready."""
    if slot.complete:
        return "ready"
    missing, tofu = slot.missing, slot.tofu
    return f"{sum(missing) - tofu} of {named(missing)}" if tofu else named(missing)


class TurkeyPhase(Phase):
    """What is asked of the seat to act."""

    DRAW = 0, "draws"
    PLAY = 1, "plays a card"
    CHOICE = 2, "plays or keeps one of the cards turned up"
    END = 3, "may bank, or end the turn"
    ANSWER = 4, "may answer: Fly Swatter, Send It Back, or pass"
    VERDICT = 5, "may answer: Health Inspector, or pass"


DRAW, PLAY, CHOICE, END, ANSWER, VERDICT = TurkeyPhase


class Attack(Struct, frozen=True):
    """An attack under way. Its card lies in the zone `played` until it is over.

    Attributes:
        by: the attacker; after Send It Back, the seat that showed that card.
        at: the recipe attacked.
        prey: the ingredient to be stolen or spoiled.
        onto: the recipe that a stolen ingredient goes to; with `double`, it fills two slots there.
    """

    by: str
    at: str
    prey: str | None = None
    onto: str | None = None
    double: bool = False


NO_ATTACK = Attack("", "")


class Turkey(Table):
    """A game of Turkey My Mayonnaise in progress.

    Attributes:
        partners: whether two seats each make a team.
        teams: the teams, which share recipes and a score, each by the letter of its first seat;
            without partners, each seat is a team.
        team_of: each seat's team.
        target: the points that win.
        hands: each seat's hand.
        slots: each team's places for recipes.
        out: the place of each recipe that is out.
        banked: each team's points.
        misses: the seats that miss their next turn.
        refreshed: the seats whose next draw is of four.
        deck, discard: the deck and the discard pile.
        dives: the open dives and the cards they turned up.
        played: the card of the attack under way, and `attack` what it aims at, or NO_ATTACK.
        turn: the seat whose turn it is; others act in between, to answer.
        banking: the recipe whose bank waits for a verdict, or empty; `resume` is the phase in
            which it was called.
    """

    cards: Cards
    first_phase: ClassVar[Phase] = DRAW

    def __init__(self, game: Game, seats: int, options: Mapping[str, str], chance: Chance) -> None:
        super().__init__(game, seats, options, chance)
        self.partners = "teams" in self.options
        self.teams = self.seats[: seats // 2] if self.partners else self.seats
        self.team_of = dict(zip(self.seats, self.teams + self.teams, strict=False))
        self.target: int = self.cards.target[self.partners]
        self.hands = {
            seat: self.add_zone("hand", Visibility.OWNER, owner=seat, ordered=False)
            for seat in self.seats
        }
        self.slots = {team: self._add_slots(team) for team in self.teams}
        self.out: dict[str, RecipeSlot] = {}
        self.played = self.add_zone("played", Visibility.EVERYONE, display=Display("in play"))
        turned_up = Display("turned up", spread=True)
        self.dives = OpenDives(self.add_zone("turned-up", Visibility.EVERYONE, display=turned_up))
        self.deck = self.add_zone("deck", Visibility.NOBODY)
        self.discard = self.add_zone(
            "discard", Visibility.EVERYONE, display=Display("discard pile")
        )
        self.banked = dict.fromkeys(self.teams, 0)
        self.misses: set[str] = set()
        self.refreshed: set[str] = set()
        self.turn = self.seats[0]
        self.attack = NO_ATTACK
        self.banking = ""
        self.resume: Phase = DRAW

    def _add_slots(self, team: str) -> tuple[RecipeSlot, ...]:
        numbers = range(1, self.cards.max_recipes + 1)
        zones = [
            self.add_zone(
                f"recipe-{n}", Visibility.EVERYONE, owner=team, display=Display(place_title(n))
            )
            for n in numbers
        ]
        return tuple([RecipeSlot(self.cards, team, zone) for zone in zones])

    def part(self) -> None:
        """Copy the places for recipes, and everything else that can change."""
        zones = iter(self.zones())
        self.hands = {seat: next(zones) for seat in self.seats}
        self.slots = {
            team: tuple([slot.copy(next(zones)) for slot in slots])
            for team, slots in self.slots.items()
        }
        self.out = {slot.recipe: slot for slot in self.every_slot() if slot.recipe is not None}
        self.played = next(zones)
        self.dives = self.dives.copy(next(zones))
        self.deck, self.discard = zones
        self.banked = self.banked.copy()
        self.misses, self.refreshed = self.misses.copy(), self.refreshed.copy()

    def every_slot(self) -> Iterator[RecipeSlot]:
        """The places for recipes, team by team."""
        return (slot for slots in self.slots.values() for slot in slots)

    def owned(self, recipe: str) -> OwnedRecipe:
        """A recipe that is out, and the seats that own it."""
        return OwnedRecipe(recipe, self.side(self.out[recipe].team))

    def side(self, seat: str) -> tuple[str, ...]:
        """The seats of a seat's team; without team play, that seat (1)."""
        team = self.team_of[seat]
        return tuple([other for other in self.seats if self.team_of[other] == team])

    def allies(self) -> list[tuple[str, ...]]:
        """The seats of each team (1)."""
        return [self.side(team) for team in self.teams]

    def free_slots(self, seat: str) -> list[RecipeSlot]:
        """The places without a recipe of a seat or its team (3)."""
        return [slot for slot in self.slots[self.team_of[seat]] if slot.recipe is None]

    @property
    def turn_of(self) -> str | None:
        """The seat whose turn it is, also while others answer; None once the game is over."""
        return None if self.to_act is None else self.turn

    def due_title(self) -> str:
        """What the seat to act does next, by what everyone can see."""
        if self.phase is DRAW and self.turn in self.refreshed:
            return f"draws {number(AFTER_REFRESH)} cards"
        if self.phase is PLAY and not self.hands[self.turn]:
            return "has no card to play"
        if self.phase is CHOICE and not any(card in REACTIONS for card in self.dives.cards):
            return "plays one of the cards turned up"
        if self.phase is END:
            ways = [f"{recipe} for {self.out[recipe].value()}" for recipe in self.bankable()]
            return f"may bank {' or '.join(ways)}, or end the turn"
        if self.phase is VERDICT:
            points = in_points(self.out[self.banking].value())
            return f"may stop the bank of {self.banking} ({points}): Health Inspector, or pass"
        return super().due_title()

    def bankable(self) -> list[str]:
        """The recipes that the seat whose turn it is may bank, in deck order (4)."""
        return [move.recipe for move in self.plays[Bank].legal(self, self.turn)]

    def may_bank(self, seat: str) -> bool:
        """Whether a recipe of the seat may be banked (4)."""
        for slot in self.slots[self.team_of[seat]]:
            if slot.complete and slot.stopped is None:
                return True
        return False

    def score(self, seat: str) -> list[Points]:
        """The points banked; both partners have their team's (4)."""
        return [Points("banked", self.banked[self.team_of[seat]])]

    def counters(self) -> list[Counter]:
        """Points, turns to miss, and everything else that decides how the game goes on (9)."""
        return [
            *(Counter("banked", points, team) for team, points in self.banked.items()),
            *self.shown_counters(),
            *(c for slot in self.every_slot() for c in of_slot(slot, self._seat(slot.stopped))),
            *self._under_way(),
            *of_dives(self.dives.sizes, self.cards.dives),
        ]

    def shown_counters(self) -> list[Counter]:
        """The turns to miss and the draws of four; all else is shown elsewhere, or not at all."""
        misses = flags("misses-turn", self.seats, self.misses)
        return misses + flags("draws-4", self.seats, self.refreshed)

    def _under_way(self) -> Iterator[Counter]:
        attack = self.attack
        prey = self.out[attack.at].zone.index(attack.prey) if attack.prey else 0
        yield Counter("turn", self._seat(self.turn))
        yield Counter("due", int(self.phase))
        yield Counter("banking", self._place(self.banking))
        yield Counter("resume", int(self.resume) if self.banking else 0)
        yield Counter("attack-by", self._seat(attack.by))
        yield Counter("attack-at", self._place(attack.at))
        yield Counter("attack-prey", prey)
        yield Counter("attack-onto", self._place(attack.onto))
        yield Counter("attack-double", int(attack.double))

    def _seat(self, seat: str | None) -> int:
        """The number of a seat, from 1; 0: none."""
        return self.seats.index(seat) + 1 if seat else 0

    def _place(self, recipe: str | None) -> int:
        """The number of a recipe's place among those of all teams, from 1; 0: none."""
        return list(self.every_slot()).index(self.out[recipe]) + 1 if recipe else 0

    def details(self, view: str | None) -> dict[str, Struct]:
        """The slots of each recipe that is out, and what it is worth (3, 4)."""
        del view
        return {slot.zone.key: self._sandwich(recipe, slot) for recipe, slot in self.out.items()}

    def _sandwich(self, recipe: str, slot: RecipeSlot) -> Struct:
        doubled = tuple(slot.doubled)
        return sandwich(self.cards, recipe, slot.cards, doubled, slot.value(), slot.stopped)

    def labels(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """What each card is worth or still needs."""
        slot = next((slot for slot in self.out.values() if slot.zone is zone), None)
        return labels(self.cards.faces, slot, cards)
