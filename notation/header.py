"""Checks the header and its names, the same way for text and JSON. Knows no game."""

from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from re import ASCII
from re import compile as _compile
from typing import NamedTuple

from notation.fault import Fault
from notation.grammar import MAX_HEADER, MAX_PLAYER, MAX_TAGS, MAX_VALUE, escape
from notation.nearest import did_you_mean, nearest
from notation.origin import FROM_TAG, Origin
from notation.record import FORMAT_VERSION, SEATS, TERMINATIONS, Entry, Record, Result, Where
from notation.wording import guess, quote, suggestion

REQUIRED = ("CGN", "Game", "Rules")
RESERVED = (*REQUIRED, "Deck", "Seed", "SeedHash", "Termination")
USUAL = ("Event", "Site", "Date", "Round", "Source", "Annotator", "Time", "Table")

_OPTION = _compile(r"[a-z][a-z0-9_\-]*", ASCII)
_FREE = _compile(r"[A-Z][A-Za-z0-9_\-]*", ASCII)
_DAY = _compile(r"([0-9]{4}|\?{4})(?:-([0-9]{2}|\?\?)(?:-([0-9]{2}|\?\?)(?:[T ].*)?)?)?", ASCII)
"""A year, a month or a day, perhaps with a time; `??`, as in PGN, for what is not known."""

_OTHER_DAY = _compile(r"([0-9]{1,4})([./-]) ?([0-9]{1,2})[./-] ?([0-9]{1,4})", ASCII)
_LEAST_SEATS = 2
_CAPITALS = {name.lower(): name for name in (*RESERVED, *SEATS)}


def is_seat(name: str) -> bool:
    """Whether the name is a seat letter, A to J."""
    return len(name) == 1 and name in SEATS


def is_option(name: str) -> bool:
    """Whether the name is in lower case, so an option of the game."""
    return _OPTION.fullmatch(name) is not None


def is_free(name: str) -> bool:
    """Whether a free tag may have this name."""
    return _FREE.fullmatch(name) is not None and name not in RESERVED and not is_seat(name)


def meant(name: str, known: Iterable[str] = (*RESERVED, *USUAL)) -> str | None:
    """The reserved or usual name that a free tag's name is close to, but does not equal.

    >>> meant("Sed"), meant("Evnet"), meant("Club")
    ('Seed', 'Event', None)
    """
    names = tuple(known)
    if name in names:
        return None
    lowered = {known_name.lower(): known_name for known_name in names}
    nearest_name = nearest(name.lower(), lowered, most=1, cutoff=0.75)
    return lowered[nearest_name[0]] if nearest_name else None


def in_capitals(name: str) -> str | None:
    """The reserved name or seat that an option differs from only by its lower case.

    >>> in_capitals("seed"), in_capitals("c"), in_capitals("variant")
    ('Seed', 'C', None)
    """
    return _CAPITALS.get(name)


def header_where(name: str) -> Where:
    """The steps to the value of a header line with this name.

    >>> header_where("SeedHash"), header_where("B"), header_where("variant"), header_where("Event")
    (('seedHash',), ('seats', 1), ('options', 'variant'), ('tags', 'Event'))
    """
    if is_seat(name):
        return "seats", SEATS.index(name)
    if is_option(name):
        return "options", name
    if name in RESERVED:
        return ({"CGN": "cgn", "SeedHash": "seedHash"}.get(name, name.lower()),)
    return "tags", name


@lru_cache(256)
def _part_of(name: str) -> str | None:
    """The part of a header that has the lines of this name; None if it cannot be a name."""
    if name in RESERVED:
        return "reserved"
    if is_seat(name):
        return "seats"
    if is_option(name):
        return "options"
    return "tags" if is_free(name) else None


@dataclass(slots=True)
class Header:
    """The header lines as they were read, by name, each already unescaped."""

    reserved: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, value: str) -> None:
        """Add one line.

        Raises Fault if the name is taken or cannot be a name, or if the version is not
        known.
        """
        part = _part_of(name)
        if part is None:
            raise _misnamed(name)
        home: dict[str, str] = getattr(self, part)
        if name in home:
            raise Fault(
                "cgn.duplicate-tag",
                f"the tag {name} appears a second time",
                "leave one of the two out",
                header_where(name),
            )
        home[name] = value
        if name == "CGN" and value != FORMAT_VERSION:
            raise Fault(
                "cgn.version",
                f"unknown CGN version {quote(value)}",
                f"this reader knows version {FORMAT_VERSION}",
                header_where(name),
            )

    def check(self) -> None:
        """Raise Fault if something required is missing, or a value is not allowed."""
        if len(self.options) + len(self.tags) > MAX_TAGS:
            raise Fault(
                "cgn.too-many-tags",
                f"the header has more than {MAX_TAGS} options and free tags",
                "long remarks may be written as comments",
            )
        self._check_lengths()
        for name in REQUIRED:
            if name not in self.reserved:
                raise _missing(name, [*self.tags, *self.options])
        self._check_seats()
        termination = self.reserved.get("Termination")
        if termination is not None and termination not in TERMINATIONS:
            raise Fault(
                "cgn.termination",
                f"{quote(termination)} is not a way for a game to end early",
                did_you_mean(termination, TERMINATIONS) or f"use one of {', '.join(TERMINATIONS)}",
                header_where("Termination"),
            )

    def lines(self) -> Iterator[tuple[str, str]]:
        """The names and values, in the order of the canonical form."""
        head = [name for name in ("CGN", "Game", "Rules", "Deck") if name in self.reserved]
        tail = [name for name in ("Seed", "SeedHash", "Termination") if name in self.reserved]
        yield from [(name, self.reserved[name]) for name in head]
        yield from sorted(self.options.items())
        yield from sorted(self.seats.items())
        yield from [(name, self.reserved[name]) for name in tail]
        yield from sorted(self.tags.items())

    def _check_lengths(self) -> None:
        parts = [*self.reserved.items(), *self.seats.items(), *self.options.items()]
        lengths = [len(name) + len(value) for name, value in (*parts, *self.tags.items())]
        # a character has at most four bytes, and a line at least one, beside its six signs
        if max(lengths) <= MAX_PLAYER and 10 * sum(lengths) <= MAX_HEADER:
            return
        size = 0
        for name, value in self.lines():
            most = MAX_PLAYER if name in self.seats else MAX_VALUE
            if len(value) > most:
                kind = "a player's name" if name in self.seats else "a value of the header"
                message = f"this has {len(value):,} characters; {kind} may have {most:,}"
                raise _too_long(name, message)
            size += len(f'[{name} "{escape(value, chr(34))}"]\n'.encode())
            if size > MAX_HEADER:
                message = f"the header is too long here: its lines may have {MAX_HEADER:,} bytes"
                raise _too_long(name, message)

    def record(
        self, comments: tuple[str, ...], plies: tuple[Entry, ...], result: Result | None
    ) -> Record:
        """The record with this header, already checked, and these other parts."""
        return Record(
            game=self.reserved["Game"],
            rules=self.reserved["Rules"],
            seats=tuple([self.seats[seat] for seat in sorted(self.seats)]),
            deck=self.reserved.get("Deck"),
            options=self.options,
            seed=self.reserved.get("Seed"),
            seed_hash=self.reserved.get("SeedHash"),
            termination=self.reserved.get("Termination"),
            tags=self.tags,
            comments=comments,
            plies=plies,
            result=result,
        )

    def _check_seats(self) -> None:
        letters = "".join(sorted(self.seats))
        if letters != SEATS[: len(letters)]:
            gap = next(s for s, letter in zip(SEATS, letters, strict=False) if s != letter)
            raise Fault(
                "cgn.seats",
                f"seat {letters[-1]} is named, but seat {gap} is not",
                self._small(gap) or "seats are lettered from A without a gap, in turn order",
                header_where(letters[-1]),
            )
        if len(letters) < _LEAST_SEATS:
            raise Fault(
                "cgn.seats",
                "a game needs at least two seats",
                self._small(SEATS[len(letters)]) or "name every player, in turn order",
                ("seats",),
            )

    def _small(self, seat: str) -> str | None:
        """The help for a missing seat whose letter is an option, in lower case."""
        small = seat.lower()
        if small not in self.options:
            return None
        return f"is `{small}` meant to be `{seat}`? a seat is a capital letter"


def _missing(name: str, written: Iterable[str]) -> Fault:
    near = next((tag for tag in written if meant(tag, (name,))), None)
    example = {"CGN": "1", "Game": "name of the game", "Rules": "1"}[name]
    if near is not None:
        advice: str = suggestion(name, f"is `{near}` meant to be `{name}`?")
    else:
        advice = f'add a line such as [{name} "{example}"]'
    where = header_where(near) if near else ()
    return Fault("cgn.missing-tag", f"the tag {name} is missing", advice, where)


def _too_long(name: str, message: str) -> Fault:
    advice = "long remarks may be written as comments"
    return Fault("cgn.header-too-long", message, advice, header_where(name))


def _misnamed(name: str) -> Fault:
    near = meant(name)
    advice = guess(near) if near else "an option is named in lower case throughout"
    message = f"{quote(name)} is not a name for a tag"
    return Fault("cgn.tag-name", message, advice, header_where(name))


class HeaderWarning(NamedTuple):
    """A header line that may be a slip."""

    name: str
    message: str
    advice: str
    code: str = "cgn.near-tag"


def warnings_of(record: Record) -> list[HeaderWarning]:
    """The header lines of a record that may be slips."""
    warnings = [*_near_names(record.tags, record.options), *_same_names(record.seats)]
    if (date := record.tags.get("Date")) and not _is_day(date):
        message = f"{quote(date)} is not a date as other programs read it"
        warnings.append(HeaderWarning("Date", message, _day_meant(date), "cgn.date"))
    if (origin := record.tags.get(FROM_TAG)) and Origin.parse(origin) is None:
        message = f"{quote(origin)} is not the digest of a record and the number of a ply"
        advice = "write the 64 hex digits of the record, a space, and the ply"
        warnings.append(HeaderWarning(FROM_TAG, message, advice, "cgn.from"))
    return warnings


def _is_day(text: str) -> bool:
    """Whether a text begins with a day, a month or a year of the calendar, in this order."""
    match = _DAY.fullmatch(text)
    if match is None:
        return False
    year, month, day = (int(part) if part and part.isdigit() else 1 for part in match.groups())
    return month in range(1, 13) and 0 < day <= monthrange(year or 1, month)[1]


def _day_meant(text: str) -> str:
    """The help for a date in another spelling.

    >>> _day_meant("17.11.2026"), _day_meant("11/17/2026"), _day_meant("3/4/2026")
    ('did you mean `2026-11-17`?', 'did you mean `2026-11-17`?', 'write it as `YYYY-MM-DD`')
    """
    match = _OTHER_DAY.fullmatch(text.strip())
    if match is not None:
        first, sign, second, third = match.groups()
        orders = [(first, second, third)] if len(first) == len("2026") else []
        if len(third) == len("2026"):
            orders += [(third, second, first), (third, first, second)][: 1 if sign == "." else 2]
        days = {f"{y}-{int(m):02}-{int(d):02}": None for y, m, d in orders}
        real = [day for day in days if _is_day(day)]
        if len(real) == 1:
            return guess(real[0])
    return "write it as `YYYY-MM-DD`"


def _same_names(players: Sequence[str]) -> Iterator[HeaderWarning]:
    """A warning for each seat whose player has the name of an earlier one."""
    if len(set(players)) == len(players):
        return
    for index, player in enumerate(players):
        if player in players[:index] and any(map(str.isalnum, player)):
            first, seat = SEATS[players.index(player)], SEATS[index]
            message = f"{first} and {seat} have the same name, {quote(player)}"
            advice = "write each player's own name: lists and statistics go by it"
            yield HeaderWarning(seat, message, advice, "cgn.same-name")


def _near_names(tags: Iterable[str], options: Iterable[str]) -> list[HeaderWarning]:
    """The warnings about names that may be slips.

    A tag may be meant as a reserved or usual name or as a seat, an option as a reserved name or a
    seat in capitals.
    """
    warnings = []
    for name in tags:
        if len(name) == 1:
            warnings.append(
                HeaderWarning(name, f"`{name}` is a free tag, not a seat", "seats are A to J")
            )
        elif near := meant(name):
            warnings.append(HeaderWarning(name, f"`{name}` is a free tag", guess(near)))
    for name in options:
        if capital := in_capitals(name):
            kind = "a seat" if is_seat(capital) else "a tag"
            advice = guess(capital)
            message = f"`{name}` in lower case is an option, not {kind}"
            warnings.append(HeaderWarning(name, message, advice))
    return warnings
