"""The values that parameters may have, read strictly, and the requests that they make up."""

from collections.abc import Iterable, Mapping
from re import ASCII, fullmatch
from typing import Any

from marshmallow import Schema, ValidationError, fields
from marshmallow.fields import Field
from marshmallow.validate import Length, OneOf, Regexp

from api.http.paging import CURSOR, USUAL
from api.server.parking import MAX_WAIT
from api.service import service
from api.settings import Settings
from engines.game import GAME_NAME, Game
from engines.registry import game_names, unknown_game
from replays.store import filters
from replays.store.filters import Filter
from replays.store.model import Visibility

_DIGITS = r"0|[1-9][0-9]{0,17}"
_CONTROL = r"\u0000-\u001f\u007f-\u009f"
_READABLE = rf"[^{_CONTROL}]*[^ {_CONTROL}][^{_CONTROL}]*"
_MAX_WAIT_GAME = 64

_MOST_ITEMS = 10
"""Values of a list: as many as seats."""


def _worded(must_be: str) -> dict[str, Any]:
    """The messages of a kind of field; marshmallow's own speak in another voice."""
    kinds = ("invalid", "invalid_utf8", "too_large", "invalid_awareness")
    return {
        "required": "is missing",
        "null": "must not be null",
        **dict.fromkeys(kinds, f"must be {must_be}"),
    }


class Whole(fields.Integer):
    """A whole number in a query, from `low` to `high`, or to the value of a setting."""

    default_error_messages = _worded("a whole number")

    def __init__(
        self,
        low: int,
        high: int | None = None,
        setting: str | None = None,
        **named: Any,  # noqa: ANN401 - as marshmallow has it
    ) -> None:
        super().__init__(strict=True, **named)
        self.low = low
        self.high = high
        self.setting = setting

    def highest(self, settings: Settings) -> int | None:
        """The largest number allowed with these settings."""
        return getattr(settings, self.setting) if self.setting else self.high

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:  # noqa: ANN401 - as marshmallow has it
        high = self.highest(service().settings)
        number = int(value) if isinstance(value, str) and fullmatch(_DIGITS, value, ASCII) else None
        if number is None or number < self.low or (high is not None and number > high):
            to = "" if high is None else f" to {high:,}"
            named = f" ({self.setting})" if self.setting else ""
            raise ValidationError(f"must be a whole number from {self.low:,}{to}{named}")
        return number


class Flag(fields.Boolean):
    """Yes or no in a query: `true` or `1`, `false` or `0`."""

    default_error_messages = _worded("true or 1, false or 0")

    def __init__(self, **named: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(truthy={"true", "1"}, falsy={"false", "0"}, **named)


class Truth(fields.Boolean):
    """True or false in JSON, and nothing that counts as one of them."""

    default_error_messages = _worded("true or false")

    def _deserialize(self, value: object, *_: Any, **__: Any) -> bool:  # noqa: ANN401 - as above
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class String(fields.String):
    """A text in JSON or in a header."""

    default_error_messages = _worded("a text")


class Number(fields.Integer):
    """A whole number in JSON."""

    default_error_messages = _worded("a whole number")

    def __init__(self, **named: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(strict=True, **named)


class Items(fields.List[Any]):
    """A list in JSON of a few values: 16,000 wrong ones took 0.15 s to refuse."""

    default_error_messages = _worded("a list")

    def _deserialize(self, value: Any, *rest: Any, **named: Any) -> list[Any]:  # noqa: ANN401 - as marshmallow has it
        if isinstance(value, list) and len(value) > _MOST_ITEMS:
            raise ValidationError(f"a list of at most {_MOST_ITEMS} values")
        found: list[Any] = super()._deserialize(value, *rest, **named)
        return found


class Lines(fields.List[Any]):
    """A list in JSON of texts, each a line; of at most so many."""

    default_error_messages = _worded("a list")

    def __init__(self, inner: Field[Any], most: int, **named: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(inner, validate=Length(0, most, error=f"at most {most}"), **named)


class Nested(fields.Nested):
    """An object in JSON with members of its own."""

    default_error_messages = _worded("an object")


class Members(fields.Dict):
    """An object in JSON."""

    default_error_messages = _worded("an object")


class Moment(fields.AwareDateTime):
    """A time with its zone, as ISO 8601 has it."""

    default_error_messages = _worded("a time such as 2027-11-20T19:30:00Z")

    def __init__(self, **named: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(format="iso", **named)


class Choice(String):
    """One of a few texts."""

    def __init__(self, values: Iterable[str], **named: Any) -> None:  # noqa: ANN401 - as above
        known = list(values)
        *most, last = known
        listed = f"{', '.join(most)} or {last}" if most else last
        super().__init__(validate=OneOf(known, error=f"must be {listed}"), **named)


class HexDigits(String):
    """So many hex digits, in lower case."""

    def __init__(self, digits: int, **named: Any) -> None:  # noqa: ANN401 - as above
        wording = f"must be {digits} hex digits, in lower case"
        super().__init__(validate=Regexp(f"^[0-9a-f]{{{digits}}}$", error=wording), **named)


class Text(String):
    """A text in a query, at most so long.

    It fits the pattern, which `must_be` has in words. Without a pattern, it is not blank and has
    no control characters.
    """

    def __init__(
        self,
        longest: int,
        pattern: str | None = None,
        must_be: str | None = None,
        **named: Any,  # noqa: ANN401 - as above
    ) -> None:
        super().__init__(**named)
        self.longest = longest
        self.pattern = pattern or _READABLE
        usual = f"1 to {longest:,} characters, not blank, without control characters"
        self._wording = f"must be {must_be or usual}"

    def _deserialize(self, value: Any, *rest: Any, **named: Any) -> str:  # noqa: ANN401 - as above
        text = str(super()._deserialize(value, *rest, **named))
        if len(text) > self.longest or fullmatch(self.pattern, text, ASCII) is None:
            raise ValidationError(self._wording)
        return text


class GameName(Text):
    """The name of a game that is known here."""

    def __init__(self, **named: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(_MAX_WAIT_GAME, GAME_NAME, "the name of a game, such as triggs", **named)

    def _deserialize(self, value: Any, *rest: Any, **named: Any) -> str:  # noqa: ANN401 - as above
        name = super()._deserialize(value, *rest, **named)
        if name not in game_names():
            fault = unknown_game(name)
            raise ValidationError(f"{fault.message}; {fault.advice}")
        return name


def properties(settings: Settings) -> Any:  # noqa: ANN401 - a function as apispec binds it
    """What the description of the service says of these fields, for apispec."""

    def of_field(_: object, field: Field[Any], **__: object) -> Mapping[str, Any]:
        if isinstance(field, Whole):
            high = field.highest(settings)
            return {"minimum": field.low} | ({} if high is None else {"maximum": high})
        if isinstance(field, Text):
            return {"minLength": 1, "maxLength": field.longest, "pattern": f"^{field.pattern}$"}
        if isinstance(field, Items):
            return {"maxItems": _MOST_ITEMS}
        return {}

    return of_field


def about(text: str, example: object = None) -> dict[str, Any]:
    """The metadata of a field: a description and an example."""
    return {"description": text} | ({} if example is None else {"example": example})


def parameters(of_list: Mapping[str, Filter]) -> dict[str, Field[Any]]:
    """The parameters for the filters of a list, by their names in the API."""
    return {one.parameter or name: parameter(one) for name, one in of_list.items()}


def parameter(one: Filter) -> Field[Any]:
    """The parameter for a filter."""
    metadata = about(one.about, one.example)
    match one.takes:
        case filters.Text() as text:
            return Text(text.longest, text.pattern, text.must_be, metadata=metadata)
        case range() as numbers:
            return Whole(numbers[0], numbers[-1], metadata=metadata)
        case tuple() as words:
            return Choice(words, metadata=metadata)
        case kind if kind is Game:
            return GameName(metadata=metadata)
        case _:
            return Flag(metadata=metadata)


class WaitSchema(Schema):
    """How long to wait for a change."""

    wait = Whole(
        0,
        MAX_WAIT,
        metadata=about(
            "With `If-None-Match`: how many seconds the answer may wait for a change before it is "
            "a 304. Where too many wait, that comes at once.",
            25,
        ),
    )


class PagedSchema(Schema):
    """Where a list begins, and how much of it to return."""

    limit = Whole(
        1,
        setting="max_page",
        metadata=about(
            f"The most entries in a page, by default {USUAL}; the most records in a stream, by "
            "default all.",
            USUAL,
        ),
    )
    after = Text(
        16,
        CURSOR,
        "the cursor of a page: its `next`",
        metadata=about("The cursor to continue from: `next` of the page before."),
    )


class FollowedSchema(PagedSchema, WaitSchema):
    """A list that can be followed."""


VISIBILITIES = [str(visibility) for visibility in Visibility]

MAX_KEY = 255
"""Characters of an Idempotency-Key."""


class UploadSchema(Schema):
    """How an upload is kept."""

    visibility = Choice(
        VISIBILITIES,
        load_default=str(Visibility.PUBLIC),
        metadata=about("Who can find it: everyone; those who know its id; its uploader."),
    )


class KeySchema(Schema):
    """A header that makes a request safe to repeat."""

    key = Text(
        MAX_KEY,
        "[!-~]+",
        f"1 to {MAX_KEY} printable ASCII characters without a space",
        data_key="Idempotency-Key",
        metadata=about(
            "A name of your choice for this request. Within a day, the same request with the same "
            "name gets the same answer, and another request with that name is refused.",
            "0b7e-41",
        ),
    )
