"""Moves, declared once: the declaration gives parser, writer, JSON Schema and docs.

A move is a frozen, slotted dataclass whose fields are annotated with shapes:

>>> from dataclasses import dataclass
>>> from typing import Annotated, ClassVar
>>> @dataclass(frozen=True, slots=True)
... class Draw(Move):
...     '''Draw a card of one pile.'''
...     verb: ClassVar[str] = "draw"
...     pile: Annotated[str, Choice(("left", "right"), "PILE")]
...     flip: Annotated[str | None, Code(), Key("flip")] = None
>>> moves = MoveSet(Draw)
>>> moves.parse("draw left flip=CB08")
Draw(pile='left', flip='CB08')
>>> moves.write(Draw("right"))
'draw right'
>>> moves.spec(Draw).usage
'draw PILE [flip=CARD]'
"""

from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, get_type_hints

from notation.arguments import Choice, Code, Joined, Number, Shape, words_of
from notation.fault import Fault
from notation.memo import Memo
from notation.nearest import did_you_mean
from notation.wording import quote

__all__ = ["Choice", "Code", "Joined", "Key", "Move", "MoveSet", "Number", "Span"]

Span = tuple[int, int]
"""The offsets in the text of a move where a part begins and ends."""

_MOST = 16_384
"""Texts remembered with their moves."""


@dataclass(frozen=True, slots=True)
class Move:
    """One choice of a seat. Subclasses declare a verb, fields, and examples.

    The first line of the subclass's docstring is the meaning of the move. A move that discards
    cards is `spelled_out`: unlike others, it may not be typed without its verb. `title` is what a
    button says that makes such a move, by default the verb. A move is `agreed` if another seat has
    to agree to it before it is made, as to a trade; who tries moves in play-outs leaves it out.
    """

    verb: ClassVar[str]
    examples: ClassVar[tuple[str, ...]] = ()
    spelled_out: ClassVar[bool] = False
    title: ClassVar[str] = ""
    agreed: ClassVar[bool] = False


@dataclass(frozen=True)
class Key:
    """Marks a field that is written `name=value`."""

    name: str


@dataclass(frozen=True)
class Argument:
    """A declared argument: its field, shape, key (None: positional) and whether it is optional."""

    field: str
    shape: Shape
    key: str | None
    optional: bool

    @property
    def usage(self) -> str:
        text = f"{self.key}={self.shape.name}" if self.key else self.shape.name
        return f"[{text}]" if self.optional else text


class Spec:
    """The facts of one declaration: verb, arguments, usage, meaning and pattern."""

    def __init__(self, move: type[Move]) -> None:
        self.move = move
        self.verb = move.verb
        self.meaning = (move.__doc__ or "").strip().splitlines()[0]
        self.examples = move.examples
        self.arguments = _arguments(move)
        self.usage = " ".join([self.verb, *(argument.usage for argument in self.arguments)])
        self._words = [(words_of(a.shape, a.key), a.key, a.optional) for a in self.arguments]

    @property
    def pattern(self) -> str:
        """A regular expression for every spelling of this move."""
        text = self.verb
        for argument in self.arguments:
            part = (
                f"{argument.key}={argument.shape.pattern}"
                if argument.key
                else (argument.shape.pattern)
            )
            text += f"(?: {part})?" if argument.optional else f" {part}"
        return text

    def read(self, text: str, words: list[str], at: int) -> Move:
        """The move these words spell after the verb, which ends at `at` in the text.

        Raises Fault, at the place of the first mistake, if they spell none.
        """
        try:
            values = self._values(words)
        except Fault:
            values = None
        if values is None:
            raise self._fault(text, words, at)
        return self.move(*values)

    def _values(self, words: list[str]) -> list[Any] | None:
        """The values of all arguments, None for one left out; None if a word or argument is over.

        Raises Fault if a word does not fit its argument.
        """
        values: list[Any] = []
        at, count = 0, len(words)
        for known, key, optional in self._words:
            value = known.get(words[at]) if at < count else None
            if value is None and at < count and _key_in(words[at]) == key:
                value = known[words[at]]
            if value is not None:
                at += 1
            elif not optional:
                return None
            values.append(value)
        return values if at == count else None

    def _fault(self, text: str, words: list[str], at: int) -> Fault:
        """The first mistake in words that spell no move."""
        left = list(self.arguments)
        for word in words:
            at += 1
            try:
                argument = self._claim(left, word, at)
            except Fault as fault:
                return fault
            skip = len(argument.key) + 1 if argument.key else 0
            try:
                argument.shape.read(word[skip:])
            except Fault as fault:
                fault.advice = fault.advice or self._help
                fault.shift(at + skip)
                return fault
            at += len(word)
        lacking = next(argument for argument in left if not argument.optional)
        message = f"`{self.verb}` lacks its {lacking.usage}"
        return Fault("cgn.argument", message, self._help, end=len(text))

    def _claim(self, left: list[Argument], word: str, at: int) -> Argument:
        key = _key_in(word)
        while left:
            argument = left.pop(0)
            if argument.key == key:
                return argument
            if not argument.optional:
                break
        keys = [argument.key for argument in self.arguments if argument.key]
        near = did_you_mean(key, keys) if key is not None and key not in keys else None
        raise Fault(
            "cgn.argument",
            f"`{self.verb}` does not take {quote(word)} here",
            near or self._help,
            start=at,
            end=at + len(word),
        )

    @property
    def _help(self) -> str:
        example = next((text for text in self.examples if text != self.usage), None)
        return f"write `{self.usage}`" + (f", as in `{example}`" if example else "")

    def write(self, move: Move) -> str:
        """The one spelling of this move."""
        parts = [self.verb]
        for argument in self.arguments:
            value = getattr(move, argument.field)
            if value is not None:
                text = argument.shape.write(value)
                parts.append(f"{argument.key}={text}" if argument.key else text)
        return " ".join(parts)

    def span(self, text: str, path: tuple[str | int, ...]) -> Span:
        """The span of a field, or of a part of it, in the text: `("combinations", 2)`.

        The whole text if the field is not written.
        """
        field, *rest = path
        at = len(self.verb)
        left = list(self.arguments)
        for word in text[at:].split():
            at = text.index(word, at)
            argument = self._claim(left, word, at)
            skip = len(argument.key) + 1 if argument.key else 0
            if argument.field == field:
                return _part(argument.shape, word[skip:], at + skip, rest)
            at += len(word)
        return 0, len(text)


def _key_in(word: str) -> str | None:
    key, sign, _ = word.partition("=")
    return key if sign else None


def _part(shape: Shape, text: str, at: int, rest: list[str | int]) -> Span:
    if not rest or not isinstance(shape, Joined):
        return at, at + len(text)
    parts = text.split(shape.separator)
    index = int(rest[0])
    start = at + sum(len(part) + len(shape.separator) for part in parts[:index])
    return _part(shape.item, parts[index], start, rest[1:])


def _arguments(move: type[Move]) -> tuple[Argument, ...]:
    hints = get_type_hints(move, include_extras=True)
    arguments = []
    for field in fields(move):
        extras = hints[field.name].__metadata__
        shape = next((extra for extra in extras if not isinstance(extra, Key)), None)
        if shape is None:
            message = f"the field `{field.name}` of {move.__name__} has no form, such as Code"
            raise TypeError(message)
        key = next((extra.name for extra in extras if isinstance(extra, Key)), None)
        arguments.append(Argument(field.name, shape, key, field.default is not MISSING))
    return tuple(arguments)


class MoveSet:
    """The moves of one game, in the order of its table of moves."""

    def __init__(self, *moves: type[Move]) -> None:
        self.specs = tuple(Spec(move) for move in moves)
        self._by_verb = {spec.verb: spec for spec in self.specs}
        self._by_type = {spec.move: spec for spec in self.specs}
        self._halves = {spec.verb.partition(" ")[0] for spec in self.specs if " " in spec.verb}
        self._moves = Memo(self._read, _MOST)

    def spec(self, move: type[Move]) -> Spec:
        """The facts of this move's declaration."""
        return self._by_type[move]

    def parse(self, text: str) -> Move:
        """The move this text spells (words separated by single spaces). Raises Fault."""
        return self._moves[text]

    def _read(self, text: str) -> Move:
        words = text.split(" ")
        pair = " ".join(words[:2]) if words[0] in self._halves else ""
        spec = self._by_verb.get(pair) or self._by_verb.get(words[0])
        if spec is not None:
            return spec.read(text, words[spec.verb.count(" ") + 1 :], len(spec.verb))
        halves = [verb for verb in self._by_verb if verb.startswith(f"{words[0]} ")]
        near = None if halves else did_you_mean(words[0], self._by_verb)
        raise Fault(
            "cgn.verb",
            f"{quote(words[0])} is not a move of this game",
            near or f"the moves are {', '.join(halves or self._by_verb)}",
            end=len(words[0]),
        )

    def write(self, move: Move) -> str:
        """The one spelling of this move."""
        return self._by_type[type(move)].write(move)

    def span(self, move: Move, text: str, path: tuple[str | int, ...]) -> Span:
        """The span of a field of the move, or of a part of it, in the move's text."""
        return self._by_type[type(move)].span(text, path) if path else (0, len(text))

    @property
    def pattern(self) -> str:
        """A regular expression for every spelling of every move, for JSON Schema."""
        return f"^(?:{'|'.join(spec.pattern for spec in self.specs)})$"
