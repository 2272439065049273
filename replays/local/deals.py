"""Guesses at the cards that a seat has not seen: whole games that agree with what it knows."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from engines.game import Game
from engines.players import Randomness
from engines.registry import Decks
from engines.table import Table
from engines.zone import Zone
from notation.fault import Fault
from notation.record import Record
from replays.set_up import game_of
from replays.unseen.choice import FixedRandom
from replays.unseen.follow import follow, leaves_cards_out, opened
from replays.unseen.follower import LineFollower
from replays.unseen.guess import Guesses, forget
from replays.unseen.judge import completed
from replays.unseen.scores import agree, plain_copy
from replays.unseen.supply import Demand
from replays.unseen.tokens import Token
from replays.unseen.ways import in_ways

WAYS = 2
"""In how many ways a record is followed at most: with more, no more positions got a deal."""

TRIES = 4
"""Guesses for each way before the search for a deal is given up."""

STEPS = 30_000
"""Steps of the search for one guess; most take some hundred."""

SEED_BITS = 128
"""Of the seeds from which sampled games get their later shuffles."""


class NoDeal(Exception):
    """No cards were found that agree with what a seat has seen."""


class Deals:
    """Tables that agree with a seat's record and with the cards that it sees now.

    The record is followed once, with a token for each card that it leaves out; each deal gives the
    tokens other cards. Raises NoDeal if the record cannot be followed.
    """

    def __init__(
        self, record: Record, zones: Mapping[str, Sequence[str | None]], decks: Decks
    ) -> None:
        """`zones` has the cards that the seat sees, by the keys of the zones."""
        self._record, self._zones = record, zones
        game = game_of(record, decks)
        self._ways: list[tuple[Guesses, Table]] = []
        self._known: Table | None = None
        if not leaves_cards_out(record):
            self._known = _played(record, game)
            return

        def once(follower: LineFollower) -> tuple[Guesses, Table]:
            *_, (_, table) = follow(record, game, follower)
            follower.lost = True  # what lies open now may speak against a way, not the record
            for zone in table.zones():
                _tell(follower, zone, zones[zone.key])
            follower.doubtful = False
            follower.looked_at.clear()
            return Guesses(follower), table

        self._ways += islice(in_ways(once, game), WAYS)
        if not self._ways:
            raise NoDeal("nobody can follow this record")

    def deal(self, random: Randomness) -> tuple[Table, Record]:
        """A table with a card for each one that the record leaves out, and the record of it.

        `random` decides the cards, and the seed of all later shuffles. Raises NoDeal if none was
        found.
        """
        seed = f"{random.getrandbits(SEED_BITS):032x}"
        if self._known is not None:
            table = self._known.copy()
            table.chance.go_on(seed)
            return table, self._record
        first = random.randrange(len(self._ways))
        for guesses, table in self._ways[first:] + self._ways[:first]:
            for _ in range(TRIES):
                found = self._guess(guesses, table, FixedRandom(random.getrandbits(63)))
                if found is not None:
                    found[0].chance.go_on(seed)
                    return found
        raise NoDeal("no cards were found that agree with what the seat has seen")

    def _guess(
        self, guesses: Guesses, table: Table, choice: FixedRandom
    ) -> tuple[Table, Record] | None:
        """One guess, if it agrees; `table` has been followed with the tokens of `guesses`."""
        guesses.left, guesses.swaps = STEPS, 0
        follower = guesses.follower
        try:
            if not guesses.make(choice, again=True, even=True):
                return None
            if not agree(self._record.result, table, guesses, choice):
                return None
            record = completed(self._record, follower)
            # A card passed on unnamed brings what the table knows of it: in The Jam, its age.
            passed = any(bag.mixed for bag in follower.bags)
            dealt = _played(record, table.game) if passed else plain_copy(table)
            return (dealt, record) if self._looks_right(dealt) else None
        except Fault:
            return None
        finally:
            forget(follower)

    def _looks_right(self, table: Table) -> bool:
        """Whether the seat sees at a table what it sees in the game."""
        return all(_off(self._zones[zone.key], zone) == 0 for zone in table.zones())


def _off(seen: Sequence[str | None], zone: Zone) -> int:
    """How many of the cards seen in a zone are not there."""
    if zone.ordered:
        pairs = zip(seen, zone.cards, strict=True)
        return sum([code is not None and code != card for code, card in pairs])
    return _missing(seen, zone)


def _missing(seen: Iterable[str | None], cards: Iterable[str]) -> int:
    """How many of the cards seen are not among some cards, whatever their order."""
    return (Counter([code for code in seen if code is not None]) - Counter(cards)).total()


def _played(record: Record, game: Game) -> Table:
    """The table after a record without unseen cards. Raises Fault if its plies are wrong."""
    table, walk = opened(record, game)
    deque(walk, 0)
    return table


def _tell(follower: LineFollower, zone: Zone, seen: Sequence[str | None]) -> None:
    """Note the faces of a zone. Raises Fault if its cards cannot be these."""
    cards = follower.peek(zone)
    if len(cards) != len(seen):
        message = f"{zone.key} has {len(seen)} cards, and {len(cards)} if it went this way"
        raise Fault("cgn.reveals", message)
    if zone.ordered:
        for card, code in zip(cards, seen, strict=True):
            if code is not None:
                follower.tell(card, code)
        return
    left = Counter([code for code in seen if code is not None])
    left.subtract([card for card in cards if not isinstance(card, Token)])
    tokens = [card for card in cards if isinstance(card, Token)]
    for code in (+left).elements():
        if any(token.bag.mixed for token in tokens):
            follower.demand(Demand((code,), tokens))  # they came from different piles
            continue
        token = next((one for one in tokens if one.may_be(code)), None)
        if token is None:
            return  # an unseen card passed through the zone: the guesses decide which one stayed
        tokens.remove(token)
        follower.tell(token, code)
