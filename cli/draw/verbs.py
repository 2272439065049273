"""Lists legal moves by their verbs, so that hundreds of them can be read."""

from collections.abc import Iterator, Sequence
from itertools import groupby


def by_verbs(moves: Sequence[str]) -> Iterator[tuple[str, list[str], dict[str, list[str]]]]:
    """Each verb with the arguments of its moves, and the values that may be added by their keys.

    >>> list(by_verbs(["point 1", "point 1 flip=PE01", "point 2", "pass"]))
    [('point', ['1', '2'], {'flip': ['PE01']}), ('pass', [''], {})]
    """
    for verb, alike in groupby(moves, lambda move: move.partition(" ")[0]):
        yield verb, *_parted([move.partition(" ")[2] for move in alike])


def _parted(moves: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """The moves apart from those that only add an argument, whose values come by its key."""
    known, rest = set(moves), []
    extras: dict[str, list[str]] = {}
    for move in moves:
        shorter, _, last = move.rpartition(" ")
        key, is_named, value = last.partition("=")
        if is_named and shorter in known:
            values = extras.setdefault(key, [])
            values += [value] if value not in values else []
        else:
            rest.append(move)
    return rest, extras
