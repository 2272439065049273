"""docs/notation.md, Limits: every implementation has the same."""

from notation import grammar


def test_the_limits_are_those_of_the_specification() -> None:
    limits = {name: limit for name, limit in vars(grammar).items() if name.startswith("MAX_")}
    assert limits == {
        "MAX_LINE": 65_536,
        "MAX_RECORD": 1_048_576,
        "MAX_JSON": 4_194_304,
        "MAX_DEPTH": 32,
        "MAX_JSON_DEPTH": 200,
        "MAX_TAGS": 256,
        "MAX_PLAYER": 200,
        "MAX_VALUE": 1_000,
        "MAX_HEADER": 16_384,
        "MAX_TIME": 9_999 * 3_600 + 59 * 60 + 59.999,
        "MAX_SCORE": 999_999_999_999_999,
    }
