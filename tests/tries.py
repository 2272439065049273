"""How many examples Hypothesis tries of each property.

CGN_EXAMPLES says how many times as many; `make properties` says 20.
"""

import os

from hypothesis import settings

TIMES = int(os.environ.get("CGN_EXAMPLES", "1"))


def tries(number: int) -> settings:
    """Try so many examples; put this where `settings` would stand."""
    return settings(max_examples=number * TIMES)
