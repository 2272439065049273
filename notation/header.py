"""The header, checked the same way whichever spelling it came from. Knows no game."""

from dataclasses import dataclass, field

from notation.grammar import CONTROL_CHARACTER, NAME_TEXT
from notation.nearest import did_you_mean
from notation.record import FORMAT_VERSION, SEATS
from notation.tags import REQUIRED, TERMINATIONS, is_free, is_option, is_seat, meant

_LEAST_SEATS = 2


class BadHeader(Exception):  # noqa: N818 - it names the state of the header, as Illegal does
    """A header that breaks a rule of the format; `name` is the line at fault, or empty."""

    def __init__(self, code: str, message: str, name: str = "", advice: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.name = name
        self.advice = advice


@dataclass(slots=True)
class Header:
    """The header lines as they were read, by name, each already unescaped."""

    reserved: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, value: str) -> None:
        """Take one more line. Raises BadHeader where its name was there already."""
        if is_seat(name):
            home = self.seats
        elif is_option(name):
            home = self.options
        elif is_free(name):
            home = self.tags
        else:
            home = self.reserved
        if name in home:
            raise BadHeader(
                "cgn.duplicate-tag",
                f"the tag {name} stands here a second time",
                name,
                "leave one of the two out",
            )
        home[name] = value

    def check(self) -> None:
        """Raise BadHeader where what is needed is missing, or a version is not known."""
        version = self.reserved.get("CGN")
        if version is not None and version != FORMAT_VERSION:
            raise BadHeader(
                "cgn.version",
                f'CGN version "{version}" is not known here',
                "CGN",
                f"this reader knows version {FORMAT_VERSION}",
            )
        for name in REQUIRED:
            if name not in self.reserved:
                raise _missing(name, self.tags)
        self._check_seats()
        termination = self.reserved.get("Termination")
        if termination is not None and termination not in TERMINATIONS:
            raise BadHeader(
                "cgn.termination",
                f'"{termination}" is not a way for a game to end early',
                "Termination",
                did_you_mean(termination, TERMINATIONS) or f"use one of {', '.join(TERMINATIONS)}",
            )

    def _check_seats(self) -> None:
        letters = "".join(sorted(self.seats))
        if letters != SEATS[: len(letters)]:
            gap = next(s for s, found in zip(SEATS, letters, strict=False) if s != found)
            raise BadHeader(
                "cgn.seats",
                f"seat {letters[-1]} is named, but seat {gap} is not",
                letters[-1],
                "seats are lettered from A without a gap, in turn order",
            )
        if len(letters) < _LEAST_SEATS:
            raise BadHeader(
                "cgn.seats",
                "a game needs at least two seats",
                letters,
                'name the players: [A "Ana"] and [B "Bo"]',
            )


def _missing(name: str, tags: dict[str, str]) -> BadHeader:
    near = next((tag for tag in tags if meant(tag, (name,))), None)
    example = {"CGN": "1", "Game": "triggs", "Rules": "1"}[name]
    if near is not None:
        advice = f"is `{near}` meant to be `{name}`?"
    else:
        advice = f'add a line such as [{name} "{example}"]'
    return BadHeader("cgn.missing-tag", f"the tag {name} is missing", near or "", advice)


def check_name(name: str) -> None:
    """Raise BadHeader where this could not be the name of a header line."""
    if NAME_TEXT.fullmatch(name) is None:
        raise BadHeader(
            "cgn.tag-name",
            f"`{name}` is no name for a tag",
            name,
            "use letters, digits, - and _, beginning with a letter",
        )


def check_text(text: str, name: str = "") -> None:
    """Raise BadHeader where the text holds a control character other than a line feed."""
    match = CONTROL_CHARACTER.search(text.replace("\n", " "))
    if match is not None:
        raise BadHeader(
            "cgn.control-character",
            f"the control character U+{ord(match[0]):04X} is not allowed here",
            name,
            "take it out; a line break is written \\n",
        )


def warnings_of(tags: dict[str, str]) -> list[tuple[str, str, str]]:
    """Free tags that are nearly a reserved or usual name: (tag, message, help)."""
    found = []
    for name in tags:
        if len(name) == 1:
            found.append((name, f"`{name}` is a free tag, not a seat", "seats are A to J"))
        elif near := meant(name):
            found.append((name, f"`{name}` is a free tag", f"did you mean `{near}`?"))
    return found
