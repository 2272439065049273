"""`cgn explain`: explains an error code."""

from collections.abc import Iterable

import click
from rich.text import Text

from cli.common import advised
from cli.draw.layout import flow, labelled, words
from cli.draw.printing import columns, print_lines
from cli.suggestions import complete_code
from engines.registry import game_names, load_game
from engines.rulebook import every_code, find_rule
from notation.codes import CODES
from notation.fault import Fault
from notation.nearest import nearest
from notation.wording import guess

_WIDEST = 88
_BULLET = "- "


@click.command()
@click.argument("code", required=False, shell_complete=complete_code)
def explain(code: str | None) -> None:
    """Explain an error code.

    Codes that begin with `cgn.` belong to the notation. The others begin with the name of a game,
    and are explained by a section of its rules. Without CODE, all codes are listed.

    \b
    Examples:
      cgn explain
      cgn explain triggs.sum
      cgn explain cgn.reveals

    Exit codes: 0 fine, 2 there is no such code.
    """
    width = columns()
    if code is None:
        every = {code: text.summary for code, text in every_code().items()}
        print_lines(labelled(every.items(), width, "bold"))
        return
    rule = None if code in CODES else find_rule(code)
    text = rule.entry if rule is not None else CODES.get(code)
    if text is None:
        raise click.UsageError(_unknown(code))
    lines = flow([Text(f"{code}:", "bold"), *words(text.summary)], width, gap=" ")
    if rule is not None:
        game = code.partition(".")[0]
        lines.append(Text(f"The rules of {game}, section {rule.number}: {rule.section}", "dim"))
    print_lines([*lines, Text(), *prose(text.explanation, width)])


def _unknown(code: str) -> str:
    """The reason why a code is unknown: its game cannot be used, or it is mistyped."""
    game = code.partition(".")[0]
    try:
        if game in game_names():
            load_game(game)
    except Fault as fault:
        return advised(fault)
    return f"there is no code `{code}`; {_advice(code, every_code())}"


def _advice(code: str, codes: Iterable[str]) -> str:
    """Advice with the codes that may have been meant."""
    known, code = list(codes), code.lower()
    if code in known:
        return guess(code)
    meant = [one for one in known if code in one.split(".")] or nearest(code, known)
    if not meant:
        return "run `cgn explain` for a list"
    return "did you mean " + " or ".join(f"`{one}`" for one in meant[:3]) + "?"


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
