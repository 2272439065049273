"""How a game works, for those who do not know it: some lines, and what its words mean.

It is data, in `how.toml` beside the game, for pages, `cgn games` and the guide. A game without one
is only explained by its rules.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from engines.toml_file import read_file


class How(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game works.

    Attributes:
        lines: the goal, a turn, and the end, each on a line. Names in braces stand for numbers that
            the deck or the options decide: `{most}` for the score that wins, or the most that can
            be reached, and `{hand}` for how many cards a player may keep.
        words: the meanings of words that a table shows, if neither a card nor a rule has them.
        options: the lines that replace these, by the name of an option and its value.
    """

    lines: tuple[str, ...] = ()
    words: dict[str, str] = {}
    options: dict[str, dict[str, tuple[str, ...]]] = {}

    def told(self, options: Mapping[str, str], numbers: Mapping[str, int | None]) -> list[str]:
        """The lines of a game with these options, with its numbers.

        Raises KeyError for a name in braces that is none of the numbers.

        >>> How(("First to {most} wins.",)).told({}, {"most": 50})
        ['First to 50 wins.']
        """
        chosen = [self.options.get(name, {}).get(value) for name, value in options.items()]
        lines = next((own for own in chosen if own), self.lines)
        return [line.format_map(numbers) for line in lines]


@cache
def load_how(file: Path) -> How:
    """What a file says; nothing without it. Raises BadFile if it does not fit."""
    return read_file(file, How)
