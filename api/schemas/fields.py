"""Kinds of values that parameters have, read strictly."""

from collections.abc import Mapping
from re import ASCII, fullmatch
from typing import Any

from marshmallow import ValidationError, fields
from marshmallow.fields import Field

from api.service import service
from api.settings import Settings

_DIGITS = r"0|[1-9][0-9]{0,17}"
_CONTROL = r"\u0000-\u001f\u007f-\u009f"
_READABLE = rf"[^{_CONTROL}]*[^ {_CONTROL}][^{_CONTROL}]*"


class Whole(fields.Integer):
    """A whole number in a query, from `low` to `high`, or to the value of a setting."""

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
            raise ValidationError(f"a whole number from {self.low}{to}{named}")
        return number


class Flag(fields.Boolean):
    """Yes or no in a query: `true` or `1`, `false` or `0`."""

    def __init__(self, **named: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(truthy={"true", "1"}, falsy={"false", "0"}, **named)
        self.error_messages["invalid"] = "true or 1, false or 0"


class Truth(fields.Boolean):
    """True or false in JSON, and nothing that counts as one of them."""

    default_error_messages = {"invalid": "true or false"}  # noqa: RUF012 - as marshmallow has it

    def _deserialize(self, value: object, *_: Any, **__: Any) -> bool:  # noqa: ANN401 - as above
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Text(fields.String):
    """A text in a query, at most so long.

    It fits the pattern or, without one, is not blank and has no control characters.
    """

    def __init__(self, longest: int, pattern: str | None = None, **named: Any) -> None:  # noqa: ANN401 - as above
        super().__init__(**named)
        self.longest = longest
        self.pattern = pattern or _READABLE
        self.shape = f"that fits {pattern}" if pattern else "not blank, without control characters"

    def _deserialize(self, value: Any, *rest: Any, **named: Any) -> str:  # noqa: ANN401 - as above
        text = str(super()._deserialize(value, *rest, **named))
        if len(text) > self.longest or fullmatch(self.pattern, text, ASCII) is None:
            raise ValidationError(f"a text of 1 to {self.longest:,} characters, {self.shape}")
        return text


def properties(settings: Settings) -> Any:  # noqa: ANN401 - a function as apispec binds it
    """What the description of the service says of these fields, for apispec."""

    def of_field(_: object, field: Field[Any], **__: object) -> Mapping[str, Any]:
        if isinstance(field, Whole):
            high = field.highest(settings)
            return {"minimum": field.low} | ({} if high is None else {"maximum": high})
        if isinstance(field, Text):
            return {"minLength": 1, "maxLength": field.longest, "pattern": f"^{field.pattern}$"}
        return {}

    return of_field
