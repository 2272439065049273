"""Half-typed records."""

from tests.cli.running import EXAMPLE, begun_game

TRIGGS = EXAMPLE.read_text(encoding="utf-8")
WRONG = TRIGGS.replace("88. B: cross 10 10,10", "88. B: cross 10 10,9+2")
BEGUN = begun_game("tuesday-7").replace("\n= * 0 0\n", "")
TWO = BEGUN + "1. A: draw right left\n2. B: draw right left\n"


def end_of(text: str) -> tuple[int, int]:
    """The place at the end of a text."""
    return text.count("\n"), len(text.rpartition("\n")[2].encode("utf-16-le")) // 2
