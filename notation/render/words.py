"""The sentences that several renderings share, safe to print."""

from notation.diagnostics import Diagnostic, Place
from notation.render.visible import visible

_LONGEST_NAME = 80
"""Characters of a player's name that a heading shows: a name may have 200."""


def heading(diagnostic: Diagnostic) -> str:
    """Whose ply it was, and what is wrong: `ply 37 (Mara, B): 3+9 makes 12, not 11`."""
    names = [visible(name, _LONGEST_NAME) for name in (diagnostic.player, diagnostic.seat) if name]
    who = f" ({', '.join(names)})" if names else ""
    ply = "" if diagnostic.ply is None else f"ply {diagnostic.ply}{who}: "
    return ply + visible(diagnostic.message)


def spot(place: Place) -> str:
    """The file, and line and column if they are known: `club.cgn:141:24`."""
    parts = [visible(place.file) or "<input>"]
    parts += [str(number) for number in (place.line, place.column) if number is not None]
    return ":".join(parts)


def pointed(place: Place) -> str:
    """The JSON pointer of a place, as `at /plies/3/move`; empty where it has none."""
    return f"at {visible(place.pointer)}" if place.pointer else ""


def explained(diagnostic: Diagnostic) -> list[tuple[str, str]]:
    """The other facts of a diagnostic by name: table, rule, legal, help, note."""
    facts = (
        ("table", diagnostic.table),
        ("rule", diagnostic.rule),
        ("legal", _legal(diagnostic)),
        ("help", diagnostic.help),
        ("note", diagnostic.note),
    )
    return [(name, visible(text)) for name, text in facts if text]


def has_source(place: Place) -> bool:
    """Whether there is a source line to show."""
    return place.line is not None and bool(place.text)


def label_facts(diagnostic: Diagnostic, *, drawn: bool = False) -> list[tuple[str, str]]:
    """The labels in words: `here` and `cause`; with `drawn`, only those without a source line."""
    facts = []
    if diagnostic.label and not (drawn and has_source(diagnostic.place)):
        facts.append(("here", visible(diagnostic.label)))
    also = diagnostic.also
    if also is not None and not (drawn and has_source(also.place)):
        address = " ".join(filter(None, (spot(also.place), pointed(also.place))))
        facts.append(("cause", f"{visible(also.message)} ({address})"))
    return facts


def _legal(diagnostic: Diagnostic) -> str:
    count = diagnostic.legal
    nearest = " | ".join(diagnostic.nearest)
    moves = "" if count is None else f"{count} {'move' if count == 1 else 'moves'}"
    if nearest and count == len(diagnostic.nearest):
        return f"{moves}: {nearest}"
    return "; ".join(filter(None, (moves, nearest and f"the nearest: {nearest}")))
