"""Guesses a card for every token: first the demanded cards, then the cards that are left."""

from replays.unseen.choice import FixedRandom
from replays.unseen.even import Exchange
from replays.unseen.evidence import Presence
from replays.unseen.follower import LineFollower
from replays.unseen.supply import Demand, Supply
from replays.unseen.tokens import Bag, Token

_STEPS = 3_000
"""The steps of one search."""

_BUDGET = 30_000
"""The steps of all searches in a line that was followed once."""

SWAPS = 20_000
"""The most swaps to match the scores, in all guesses of a line: half of them in the second way, a
third in the third, and so on."""

_ROUND = 200
"""The steps that a guess counts in addition to its searches."""

_PASSED = 32
"""Tokens of demands that count as one more step of a guess."""


class Guesses:
    """Cards for the tokens of a follower, one guess after another.

    Attributes:
        shuffled_in: the tokens of the last guess that were shuffled again without being named
            before.
        left: the steps that may still be made.
        swaps: the swaps made to match the scores.
        free: the tokens of the last guess that were not named.
        banned: for some of these, the cards that they cannot be.
    """

    def __init__(self, follower: LineFollower) -> None:
        self.follower = follower
        single = [demand for demand in follower.demands if len(demand.tokens) == 1]
        self._fixed = [demand for demand in single if len(demand.codes) == 1]
        self._others = [
            *[demand for demand in follower.demands if len(demand.tokens) > 1],
            *[demand for demand in single if len(demand.codes) > 1],
        ]
        again = {token for bag in follower.bags for token in bag.tokens}
        partly = [token for token in dict.fromkeys(follower.partly) if token not in again]
        self._partly = sorted(partly, key=lambda token: len(token.kinds()))
        self._round = _ROUND + sum([len(demand.tokens) for demand in follower.demands]) // _PASSED
        self.left = _BUDGET
        self.swaps = 0
        self.free: list[Token] = []
        self.banned: dict[Token, set[str]] = {}
        self.shuffled_in: list[Token] = []

    @property
    def spent(self) -> bool:
        """Whether no more steps or swaps may be made."""
        return self.left < 0 or self.swaps * (1 + self.follower.way.number) >= SWAPS

    def make(self, choice: FixedRandom, *, again: bool = False, even: bool = False) -> bool:
        """Guess a card for every token, so that all demands are met.

        If `again`, cards come out of earlier shuffles through other tokens than the first time. If
        `even`, every guess is about as likely as any other.
        False if no guess was found, which proves nothing.
        """
        follower = self.follower
        supply = Supply(
            joint=True, steps=_STEPS, budget=self.left, choice=choice if again else None
        )
        done = self._place(supply, choice) and all(
            _present(follower, supply, presence) for presence in follower.presences
        )
        banned = _banned(follower)
        done = done and all(_keep(bag, supply, banned) for bag in follower.bags)
        self.left = supply.budget - self._round
        if not done:
            return False
        self.free = []
        for bag in follower.bags:
            free = _fill(bag, supply, banned, choice)
            if free is None:
                return False
            self.free += free
        self.free += [token for token in self._partly if _is_open(supply, token)]
        self.banned = banned
        if even:
            Exchange(follower, supply, banned, kept=not follower.presences).run(choice)
        self.shuffled_in = [
            token
            for bag in follower.bags
            for token in bag.tokens
            if (held := supply.carries.get(token)) is None or isinstance(held[0], Bag)
        ]
        _settle(follower, supply)
        return True

    def _place(self, supply: Supply, choice: FixedRandom) -> bool:
        """Meet every demand.

        A demand that cannot be met comes first the next time, and all demands then try their tokens
        in reverse.
        """
        if not all(map(supply.place, self._fixed)):
            return False
        for at, demand in enumerate(self._others):
            codes = list(demand.codes)
            if len(codes) > 1:
                choice.shuffle(codes)
            if not supply.place(demand, codes):
                self._others.insert(0, self._others.pop(at))
                for other in self._others:
                    other.tokens.reverse()
                return False
        return all(self._place_partly(supply, token, choice) for token in self._partly)

    def _place_partly(self, supply: Supply, token: Token, choice: FixedRandom) -> bool:
        """Give a token that was seen in part one of the cards that it can be."""
        if token in supply.carries:
            return True
        codes = token.kinds()
        choice.shuffle(codes)
        if supply.place(Demand(codes, [token])):
            return True
        return any(
            demand.codes[0] in codes and token in demand.tokens and _narrow(supply, demand, [token])
            for demand in self._others
            if len(demand.tokens) > 1
        )


def _present(follower: LineFollower, supply: Supply, presence: Presence) -> bool:
    """Meet a presence by a card of the zone. Returns whether that was possible."""
    here = [
        stay.token
        for stay in presence.zone.stays
        if stay.since < presence.time and (stay.until is None or stay.until > presence.time)
    ]
    for token in here:
        held = supply.carries.get(token)
        if held is not None and held[1] in presence.codes:
            consumer = held[0]
            if isinstance(consumer, Demand) and (consumer.time or presence.time) >= presence.time:
                return True
    for demand in follower.demands:
        if (
            demand.time is not None
            and demand.time > presence.time
            and demand.codes[0] in presence.codes
            and len(demand.tokens) > 1
        ):
            before = [token for token in demand.tokens if token in here]
            if before and _narrow(supply, demand, before):
                return True
    for code in presence.codes:
        tokens = [token for token in here if _may_stay(follower, presence, token, code)]
        if tokens and supply.place(Demand((code,), tokens)):
            return True
    return False


def _narrow(supply: Supply, demand: Demand, tokens: list[Token]) -> bool:
    """Let one of these tokens meet a demand. Returns whether one can."""
    before = demand.tokens
    supply.release(demand)
    demand.tokens = tokens
    if supply.place(demand):
        return True
    demand.tokens = before
    supply.place(demand)
    return False


def _may_stay(follower: LineFollower, presence: Presence, token: Token, code: str) -> bool:
    """Whether no later absence rules out that a token of this zone is this card."""
    since = next(stay.since for stay in presence.zone.stays if stay.token is token)
    return not any(
        absence.zone is presence.zone and code in absence.codes and absence.time > since
        for absence in follower.absences
    )


def _keep(bag: Bag, supply: Supply, banned: dict[Token, set[str]]) -> bool:
    """Place the remaining cards that some tokens cannot be, while other tokens are still free.

    Returns whether that was possible.
    """
    codes = {code: None for out in banned.values() for code in out}
    for code in [code for code in bag.known if code in codes]:
        tokens = [
            card
            for card in bag.order
            if isinstance(card, Token) and code not in banned.get(card, ())
        ]
        for _ in range(bag.known[code] - supply.used.get((bag, code), 0)):
            if not supply.place(Demand((code,), tokens)):
                return False
    return True


def _banned(follower: LineFollower) -> dict[Token, set[str]]:
    """The cards that each token cannot be, because of absences."""
    banned: dict[Token, set[str]] = {}
    for absence in follower.absences:
        for stay in absence.zone.stays:
            here = stay.since < absence.time and (stay.until or absence.time) >= absence.time
            if here:
                banned.setdefault(stay.token, set()).update(absence.codes)
    return banned


def _settle(follower: LineFollower, supply: Supply) -> None:
    """Keep in each zone the tokens that did not leave it by name."""
    for zone in follower.zones:
        if not zone.ordered and zone.stays:
            here = [stay.token for stay in zone.stays if stay.until is None]
            zone.hold([token for token in here if not _left(supply, token)])


def _is_open(supply: Supply, token: Token) -> bool:
    """Whether a token, seen in part, could be another card than its guess."""
    held = supply.carries.get(token)
    return held is not None and isinstance(held[0], Demand) and len(held[0].codes) > 1


def _left(supply: Supply, token: Token) -> bool:
    held = supply.carries.get(token)
    return held is not None and isinstance(held[0], Demand) and held[0].time is not None


def _fill(
    bag: Bag, supply: Supply, banned: dict[Token, set[str]], choice: FixedRandom
) -> list[Token] | None:
    """Guess the cards of a shuffle's tokens; tokens of earlier shuffles have guesses already.

    Returns the tokens that can be other cards as well; None if no card is left for one.
    """
    left: list[str] = []
    for code, count in bag.known.items():
        left += [code] * (count - supply.used.get((bag, code), 0))
    for token in bag.tokens:
        held = supply.carries.get(token)
        if (held is None or held[0] is not bag) and token.guess is not None:
            left.append(token.guess)
    choice.shuffle(left)
    free: list[Token] = []
    for card in bag.order:
        if isinstance(card, Token):
            held = supply.carries.get(card)
            card.guess = None if held is None else held[1]
            if held is None:
                free.append(card)
    return free if _deal(left, free, banned) else None


def _deal(left: list[str], free: list[Token], banned: dict[Token, set[str]]) -> bool:
    """Give each free token one of the cards left that it may be. Returns whether that worked."""
    at: dict[Token, int] = {}
    owner: dict[int, Token] = {}

    def settle(token: Token, seen: set[int]) -> bool:
        out = banned.get(token, ())
        tried: set[str] = set()
        for index, code in enumerate(left):
            if index in seen or code in tried or code in out or not token.may_be(code):
                continue
            seen.add(index)
            if index not in owner:
                owner[index], at[token] = token, index
                return True
            if owner[index] not in banned and not owner[index].banned:
                continue
            if settle(owner[index], seen):
                owner[index], at[token] = token, index
                return True
        return False

    bound = [token for token in free if token in banned or token.banned or token.beginning]
    for token in bound:
        if not settle(token, set()):
            return False
    rest = iter([code for index, code in enumerate(left) if index not in owner])
    for token in free:
        token.guess = left[at[token]] if token in at else next(rest)
    return True


def forget(follower: LineFollower) -> None:
    """Take all guesses back."""
    for bag in follower.bags:
        for card in bag.order:
            if isinstance(card, Token):
                card.guess = None
