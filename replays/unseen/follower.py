"""Follows a line of play whose record leaves cards out."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar, Unpack

from engines.play import Phase, Question
from engines.table import Table
from engines.unseen import LazyScores
from engines.zone import Visibility, Zone
from notation.fault import Fault
from notation.record import UNKNOWN_CARD, Entry, Ply
from replays.unseen.choice import FIRST_WAY, FixedRandom, Way
from replays.unseen.evidence import Condition, Evidence, Presence
from replays.unseen.supply import Demand
from replays.unseen.tokens import Bag, Token, face
from replays.unseen.zones import Options, UnseenZone

T = TypeVar("T")


class UnseenRead(Exception):
    """A result depends on a card that the record leaves out."""


class LineFollower(Evidence):
    """Follows a line of play: answers zones and engines, and notes what follows for unseen cards.

    Attributes:
        line: the entries of the line.
        looked_at: the tokens that were looked at.
        presences, absences: the cards in hands, and not in hands, that answers to questions imply.
        conditions: all else that answers imply.
        way: gives the answers that the record does not give; `answers` are those given so far.
        touched: whether an open choice was made, because the record leaves open what happened.
            Zones whose cards it decides are touched, and so are the zones that these cards go to.
        lost: whether it may be another seat's turn, so that nothing is certain any more.
        spreads: whether the ply being played asked a touched zone.
        doubtful: whether the ply asked a touched zone or looked at a token, so that a refusal is
            not certain.
        looked: whether the ply looked at a token.
        strict: whether looking at a token is an error.
        finished: whether the record says that the game was finished.
        answered: whether an answer to a zone or a rule depended on an unseen card.
        guessed: whether a choice was made of which not every way is tried.
        may_answer: the seats that may be asked after the last ply, by their known cards, each with
            the phase.
        unanswered: whether to assume that none of these seats is asked.
    """

    def __init__(self, way: Way = FIRST_WAY, *, unanswered: bool = False) -> None:
        super().__init__()
        self.line: Sequence[Entry] = ()
        self.way = way
        self._choice = FixedRandom(way.number)
        self.answers: list[bool] = []
        self.presences: list[Presence] = []
        self.absences: list[Presence] = []
        self.conditions: list[Condition] = []
        self.finished = False
        self.may_answer: list[tuple[str, Phase]] = []
        self.unanswered = unanswered
        self.doubtful = False
        self.looked = False
        self.touched = False
        self.answered = False
        self.guessed = False
        self.lost = False
        self.spreads = False
        self.looked_at: dict[Token, None] = {}
        self.strict = False
        self._time = 0
        self._sure = False
        self._reads: list[tuple[UnseenZone, str]] = []

    # What zones ask

    def zone(self, name: str, visibility: Visibility, **options: Unpack[Options]) -> UnseenZone:
        """An empty zone."""
        zone = UnseenZone(self, name, visibility, **options)
        self.zones.append(zone)
        return zone

    def tick(self) -> int:
        """The time of the next event."""
        self._time += 1
        return self._time

    def read(self, card: str) -> str:
        """The face of a card that is looked at. Raises UnseenRead if it is unseen and `strict`."""
        if isinstance(card, Token):
            if card.code is None:
                self.looked_at[card] = None
            card = face(card)
            if isinstance(card, Token):
                self.doubtful = self.looked = self.answered = True
                if self.strict:
                    raise UnseenRead
        return card

    def unsure(self, zone: UnseenZone, code: str, known: int) -> int:
        """How many unseen cards of a zone count as this card."""
        if self._sure:
            if not known and zone.maybe(code):
                self._reads.append((zone, code))
            return 0
        maybe = zone.maybe(code)
        self.answered |= maybe > 0
        return maybe

    def named(self, zone: UnseenZone, token: Token, code: str) -> None:
        """Note that a card left a zone by name. `token` was removed, but another may be meant."""
        self.answered = True
        now = self.tick()
        if zone.ordered:
            tokens = [token]
        else:
            since = self._absent(zone, code, now)
            tokens = [
                stay.token
                for stay in zone.stays
                if stay.since > since and (stay.until is None or stay.until > now)
            ]
            tokens.sort(key=lambda token: not token.beginning)
        self._noted(Demand((code,), tokens, now))

    def picked(self, zone: UnseenZone, cards: Sequence[str], code: str) -> str:
        """The card that a name means, of some taken from a zone: one that fits.

        The unseen cards before it are other cards.
        """
        tokens = [card for card in map(face, cards) if isinstance(card, Token)]
        fitting = [token for token in tokens if token.may_be(code)] or tokens
        self.answered = True
        self.guessed |= len(fitting) > 1
        is_known = code in cards
        if is_known or len(fitting) > 1:
            self.touch(zone)
        if is_known and self._choose():
            for token in tokens:
                token.banned.add(code)
            return code
        chosen = fitting[0 if self.way.number == 0 else self._choice.below(len(fitting))]
        for token in tokens[: tokens.index(chosen)]:
            token.banned.add(code)
        self._noted(Demand((code,), [chosen], self.tick()))
        return chosen

    def _absent(self, zone: UnseenZone, code: str, now: int) -> int:
        """When this card was last known not to be in a zone."""
        times = [a.time for a in self.absences if a.zone is zone and code in a.codes]
        return max([time for time in times if time < now], default=0)

    # What engines ask

    def shown(self, card: str, at: int) -> str:
        """The card at a place of the ply's reveals: its face, by what they show."""
        reveals = self.line[self.at].reveals
        if at < len(reveals):
            try:
                self.tell(card, reveals[at], self.place(0, "reveals", at))
            except Fault as fault:
                raise fault.under(0, "reveals", at) from None
        return face(card)

    def face(self, card: str) -> str:
        """The face of a card: its code if that is known, else the token."""
        return face(card)

    def left(self, card: str) -> list[str]:
        """The codes that an unseen card can have; not those whose copies all lie elsewhere."""
        known = face(card)
        kinds = known.kinds() if isinstance(known, Token) else [known]
        return [code for code in kinds if sum(self._places(code).values()) < self._copies[code]]

    def identify(self, card: str, word: str) -> str:
        """Note the card that a word of the record names, and return it."""
        self.tell(card, word)
        return face(card)

    def open_up(self, *zones: Zone, turn: bool = False) -> None:
        """Note that the record leaves open what happened, and so which cards are in these zones.

        With `turn`, it also leaves open whose turn it is.
        """
        for zone in zones:
            self.touch(zone)
        self.touched = self.doubtful = self.guessed = True
        self.lost |= turn

    def is_absent(self, zone: Zone, code: str, *others: Zone) -> bool:
        """Whether to assume that a card is not among the unseen ones of a zone.

        If cards were passed on without being named, this is assumed first.
        """
        if code in self.peek(zone):
            return False
        absent = not self.may_hold(zone, code, *others)
        if not absent:
            for touched in (zone, *others):
                self.touch(touched)
            absent = self._choose() == (isinstance(zone, UnseenZone) and zone.mixed)
        if absent:
            self.lacks(zone, [code])
        else:
            self.lie_in(zone, [code])
        return absent

    def may_hold(self, zone: Zone, code: str, *others: Zone) -> bool:
        """Whether a zone may have a card, by all that the record has shown."""
        if not isinstance(zone, UnseenZone) or code in self.peek(zone):
            return code in zone
        if self.touched:
            for touched in (zone, *others):
                self.touch(touched)
        came = [stay.token for stay in zone.stays if stay.until is None]
        return self._relaxed.could(Demand((code,), zone.unseen() if zone.mixed else came))

    def sizes_known(self, zones: Sequence[Zone]) -> None:
        """Note that the record says how many cards lie in these zones."""
        for zone in zones:
            if isinstance(zone, UnseenZone):
                zone.size_known = True

    def reveals_tell_size(self, zone: Zone) -> None:
        """Note that only the ply's reveals, if it has any, say how many cards came to a zone."""
        if isinstance(zone, UnseenZone) and not self.line[self.at].reveals:
            zone.size_known = False
            if self.touched:
                self.touch(zone)

    def must_be(self, card: str, codes: Container[str]) -> None:
        """Note that a card is one of these, if it is unseen."""
        card = face(card)
        if isinstance(card, Token):
            card.banned.update([kind for kind in card.kinds() if kind not in codes])

    def handed(self, zone: Zone, cards: Sequence[str]) -> Sequence[str]:
        """The cards of a zone that a move passes on, with an unseen one for each `_`.

        An unseen one may be any card of the zone, as if the zone was shuffled first.
        """
        count = [*cards].count(UNKNOWN_CARD)
        if not count or not isinstance(zone, UnseenZone):
            return cards
        self.touch(zone)
        unseen = self._mix(zone, known=True)[:count]
        self.passed[self.at] = unseen
        rest = iter(unseen)
        return [next(rest) if card == UNKNOWN_CARD else card for card in cards]

    def _mix(self, zone: UnseenZone, *, known: bool) -> list[str]:
        """Replace the unseen cards of a zone by new tokens, as if they were shuffled.

        With `known`, the known cards are mixed in too. Returns the new tokens.
        """
        cards = zone.gather()
        chosen = [card for card in cards if known or isinstance(card, Token)]
        bag = Bag(len(self.bags), chosen, mixed=True)
        self.bags.append(bag)
        bag.order += [self._new(bag) for _ in chosen]
        rest = iter(bag.order)
        zone.put_all([next(rest) if known or isinstance(card, Token) else card for card in cards])
        return bag.order

    def bind(self, zone: UnseenZone, code: str) -> None:
        """Note that one of the unseen cards of a mixed zone is this card."""
        self.answered = True
        tokens = zone.unseen()
        if len({token.bag for token in tokens}) > 1:
            self._mix(zone, known=False)
            tokens = zone.unseen()
        token = next((token for token in tokens if token.may_be(code)), tokens[0])
        self._noted(Demand((code,), [token]))
        token.code = code

    def lie_in(self, zone: Zone, cards: Sequence[str]) -> None:
        """Note that cards which a move names lie in a zone, and stay there."""
        if not isinstance(zone, UnseenZone) or not zone.mixed:
            return
        for code, count in Counter(cards).items():
            for _ in range(count - self.peek(zone).count(code)):
                self.bind(zone, code)

    def lacks(self, zone: Zone, codes: Sequence[str]) -> None:
        """Note that none of the unseen cards of a zone is one of these."""
        if isinstance(zone, UnseenZone) and zone.mixed:
            for token in zone.unseen():
                token.banned.update(codes)
        elif isinstance(zone, UnseenZone):
            self.absences.append(Presence(zone, self.tick(), codes))

    def peek(self, zone: Zone) -> tuple[str, ...]:
        """The cards of a zone, top first, with unseen ones among them."""
        return tuple(map(face, list.__reversed__(zone)))

    def later(self, scores: Callable[[], Sequence[int]]) -> Sequence[int]:
        """Scores that are counted only when they are read, because unseen cards decide them."""
        return LazyScores(scores)

    def ahead(self, shuffles: int = 0) -> Iterator[Entry]:
        """The entries after the ply being played, and after this number of shuffles for it."""
        return islice(self.line, self.at + 1 + shuffles, None)

    @property
    def next(self) -> Ply | None:
        """The ply that follows the one being played; None at the end."""
        return next((entry for entry in self.ahead() if isinstance(entry, Ply)), None)

    def is_one_of(
        self, zone: Zone, card: str, codes: Sequence[str], *, may: bool, must: bool
    ) -> bool:
        """Whether a card of a zone is one of these. `may` and `must` apply to an unseen card."""
        card = face(card)
        if not isinstance(card, Token):
            return card in codes
        if not any(map(card.may_be, codes)):
            return False
        self.touch(zone)
        self.guessed |= must or not may  # the plies to come suggest it, but do not prove it
        if must or (may and self._choose()):
            try:
                self.demand(Demand([code for code in codes if card.may_be(code)], [card]))
            except Fault:
                self.demands.pop()
            else:
                return True
        card.banned.update(codes)
        return False

    def _choose(self) -> bool:
        """The way's answer, where the record gives none."""
        self.answers.append(self.way.answer(len(self.answers), self._choice))
        return self.answers[-1]

    def touch(self, zone: Zone) -> None:
        """Note that an open choice decides which cards a zone has."""
        if isinstance(zone, UnseenZone):
            zone.touched = self.touched = self.doubtful = self.spreads = True

    def asker(self, question: Question[Any]) -> Callable[[Table, str], bool]:
        """For a question, whether a seat is asked."""
        return lambda table, seat: self.asked(table, question, seat)

    def asked(self, table: Table, question: Question[Any], seat: str) -> bool:
        """Whether a seat is asked: if its known cards leave that open, the next ply says so."""
        self._sure, self._reads = True, []
        sure = question.has_choice(table, seat)
        self._sure = False
        if sure or not self._reads:
            return sure
        answer = self.is_asked(table, seat, question.phase)
        noted = self.presences if answer else self.absences
        now = self.tick()
        zones = {zone.key: zone for zone, _ in self._reads}
        for zone in zones.values():
            codes = [code for other, code in self._reads if other is zone]
            noted.append(Presence(zone, now, codes))
        return answer

    def is_asked(self, table: Table, seat: str, phase: Phase) -> bool:
        """Whether a seat is asked something: the next ply says so, if there is one."""
        if self.next is not None:
            return self.goes_on(table, seat, phase)
        if not self.finished:
            self.may_answer.append((seat, phase))
        return not self.finished and not self.unanswered and self._choose()

    def must_hold(self, zones: Sequence[Zone], off: Callable[..., int]) -> None:
        """Note a condition that the cards of some zones meet now."""
        self.conditions.append(Condition([[*list.__iter__(zone)] for zone in zones], off))

    def goes_on(self, table: Table, seat: str, phase: object) -> bool:
        """Whether the next ply is by this seat, and of a kind that is made in this phase."""
        if self.next is None or self.next.seat != seat:
            return False
        try:
            move = table.game.moves.parse(self.next.move)
        except Fault:
            return False
        return phase in table.plays[type(move)].phases

    def known(self, ask: Callable[[], T]) -> T | None:
        """The value of `ask` if it needs no unseen card; else None."""
        self.strict = True
        try:
            return ask()
        except UnseenRead:
            return None
        finally:
            self.strict = False
