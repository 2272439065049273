"""Lays out prose in plain Markdown: paragraphs and lists. Tables stay as they are."""

from rich.text import Text

from cli.draw.layout import flow, words

_WIDEST = 88
_BULLET = "- "


def prose(text: str, width: int) -> list[Text]:
    """The text in lines of at most this width and 88 columns, with blank lines between blocks.

    >>> [line.plain for line in prose("one\\ntwo\\n- a\\n  b\\n- c", 80)]
    ['one two', '- a b', '- c']
    """
    width = min(width, _WIDEST)
    lines: list[Text] = []
    for block in text.strip().split("\n\n"):
        lines += [Text()] if lines else []
        if block.startswith("|"):
            lines += map(Text, block.split("\n"))
        else:
            for part in _parts(block):
                bullet = Text(_BULLET) if part.startswith(_BULLET) else Text()
                lines += flow(words(part.removeprefix(_BULLET)), width, first=bullet, gap=" ")
    return lines


def _parts(block: str) -> list[str]:
    """The paragraph and the list items of a block, each on one line."""
    parts: list[str] = []
    for line in block.split("\n"):
        if line.startswith(_BULLET) or not parts:
            parts.append(line)
        else:
            parts[-1] += " " + line.strip()
    return parts
