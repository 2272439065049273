"""Filters of lists: each is a parameter of the API, an option and a condition in SQL."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from re import ASCII, DOTALL, fullmatch
from typing import Any, NamedTuple, TypeAlias

from engines.game import Game
from replays.store.model import Order
from replays.store.sql.dialect import Dialect, Lookup

Condition: TypeAlias = tuple[str | Lookup, Mapping[str, Any]]
"""A condition on the rows of a list in SQL, and the values of its parameters."""

Where: TypeAlias = Callable[[Any, Dialect], Condition]
"""Makes the condition of a value."""


_KEY = "filter"


class Text(NamedTuple):
    """The texts that a filter takes: at most `longest` characters, by the pattern if there is one.

    `must_be` says the pattern in words. The API refuses all other texts; a store does so only if
    `stored` says in words what it takes.
    """

    longest: int
    pattern: str | None = None
    must_be: str | None = None
    stored: str | None = None

    def check(self, name: str, text: str) -> None:
        """Raise ValueError if a store does not take the text."""
        if self.stored is not None and not (
            len(text) <= self.longest and fullmatch(self.pattern or ".+", text, ASCII | DOTALL)
        ):
            raise ValueError(f"{name}: {self.stored}")


class Option(NamedTuple):
    """The option of `cgn download`: its help, and the placeholder of its value.

    `opposite` names the option for false.
    """

    help: str
    metavar: str | None = None
    opposite: str | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter of a list.

    Attributes:
        takes: the values: texts, the numbers of a range, one of some words, the name of a game
            (`Game`), or true and false (`bool`).
        about: the meaning of the parameter, and an `example`, for the description of the API.
        where: makes the condition in SQL.
        parameter: the name in the API, if it differs from that of the field.
        read: makes the value from the parameter.
        option: the option of `cgn download`, if there is one.
    """

    takes: Text | range | tuple[str, ...] | type[Game | bool]
    about: str
    example: object = None
    _: KW_ONLY
    where: Where
    parameter: str | None = None
    read: Callable[[Any], object] = lambda given: given
    option: Option | None = None

    def field(self) -> Any:  # noqa: ANN401 - as `dataclasses.field` is typed
        """The field of a query with this filter; its value is None if the filter is not used."""
        return field(default=None, metadata={_KEY: self})

    def check(self, name: str, value: Any) -> None:  # noqa: ANN401 - as the filter takes it
        """Raise ValueError if the value is not possible."""
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            raise ValueError(f"{name}: no text has lone surrogates")
        match self.takes:
            case Text() as text:
                text.check(name, value)
            case range() as numbers if value not in numbers:
                raise ValueError(f"{name}: {numbers[0]} to {numbers[-1]}")
            case tuple() as words if value not in words:
                raise ValueError(f"{name}: {', '.join(words)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuery:
    """A query of a list: its filters and its order. A subclass has a field for each filter.

    Attributes:
        own: whether to list only what the viewer holds, of any visibility. Otherwise, only what is
            public is listed.
        order: the newest first, or the oldest.

    Raises ValueError if a value is not possible.
    """

    own: bool = False
    order: Order = Order.NEWEST

    def __post_init__(self) -> None:
        for name, one, value in self._asked():
            one.check(name, value)

    def conditions(self, dialect: Dialect) -> Iterator[Condition]:
        """The condition of each filter that is used."""
        for _, one, value in self._asked():
            yield one.where(value, dialect)

    def _asked(self) -> Iterator[tuple[str, Filter, Any]]:
        for name, one in filters_of(type(self)).items():
            value = getattr(self, name)
            if value is not None:
                yield name, one, value


def filters_of(query: type[ListQuery]) -> Mapping[str, Filter]:
    """The filters of a query, by the names of their fields."""
    if query not in _FOUND:
        _FOUND[query] = {one.name: one.metadata[_KEY] for one in fields(query) if one.metadata}
    return _FOUND[query]


_FOUND: dict[type[ListQuery], Mapping[str, Filter]] = {}


def values_of(filters: Mapping[str, Filter], asked: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the filters among the parameters of a request."""
    names = {name: one.parameter or name for name, one in filters.items()}
    return {
        name: filters[name].read(asked[parameter])
        for name, parameter in names.items()
        if parameter in asked
    }


def equals(column: str, value_of: Callable[[Any], object] = lambda value: value) -> Where:
    """The condition that the column has the value, which `value_of` makes as it is stored."""
    name = column.partition(".")[2]
    return lambda value, _: (f"{column} = :{name}", {name: value_of(value)})
