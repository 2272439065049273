"""Who plays: seats, each with a hand, and teams, each with recipes and a score (1)."""

from engines.turkey_my_mayonnaise.cards import Cards
from engines.turkey_my_mayonnaise.sandwich import Sandwich
from engines.zone import Visibility, Zone


class Team:
    """Those who share recipes and a score: one seat or, in team play, two.

    `letter` is that of its first seat; `places` are those for its recipes.
    """

    __slots__ = ("banked", "letter", "places", "seats")

    def __init__(self, cards: Cards, letters: tuple[str, ...]) -> None:
        self.letter = letters[0]
        self.banked = 0
        self.places = tuple(
            Sandwich(cards, self, f"recipe-{number}") for number in range(1, cards.max_recipes + 1)
        )
        self.seats = tuple(Seat(letter, self) for letter in letters)

    def free_place(self) -> Sandwich | None:
        """The first place without a recipe, if there is one."""
        return next((place for place in self.places if not place.zone), None)

    def may_bank(self) -> bool:
        """Whether a recipe is out that may be banked (4)."""
        return any(place.complete and place.stopped is None for place in self.places)


class Seat:
    """A player: the hand, whether the next turn is missed, whether the next draw is of four."""

    __slots__ = ("hand", "letter", "misses", "next", "refreshed", "team")

    next: "Seat"
    """The seat that follows in turn order."""

    def __init__(self, letter: str, team: Team) -> None:
        self.letter = letter
        self.team = team
        self.hand = Zone("hand", Visibility.OWNER, owner=letter, ordered=False)
        self.misses = False
        self.refreshed = False


def seat_teams(cards: Cards, letters: tuple[str, ...], *, partners: bool) -> tuple[Team, ...]:
    """The teams: of one seat each or, with partners, of two that sit across."""
    if not partners:
        teams = tuple(Team(cards, (letter,)) for letter in letters)
    else:
        half = len(letters) // 2
        pairs = zip(letters[:half], letters[half:], strict=True)
        teams = tuple(Team(cards, pair) for pair in pairs)
    seats = seats_of(teams)
    for seat, following in zip(seats, seats[1:] + seats[:1], strict=True):
        seat.next = following
    return teams


def seats_of(teams: tuple[Team, ...]) -> tuple[Seat, ...]:
    """All seats in turn order."""
    return tuple(sorted((seat for team in teams for seat in team.seats), key=lambda s: s.letter))
