"""What the seat to act is asked for."""

from collections.abc import Mapping
from enum import IntEnum

from engines.the_jam.cards import Kind


class Due(IntEnum):
    """What is due; the numbers are part of a position (rules.md, 15)."""

    PLAY = 0
    BID = 1
    JAM = 2
    PIE = 3
    RETURN = 4


COSTS: Mapping[Due, Kind] = {Due.JAM: "jam", Due.PIE: "pie"}
"""The kind of recipe to be given up, where one is due."""
