"""Writes the one text form of a record: its canonical bytes. Knows no game."""

from collections.abc import Iterable

from notation.grammar import escape, write_time
from notation.record import FORMAT_VERSION, SEATS, UNKNOWN_CARD, Entry, Ply, Record, Result, Shuffle


def write_text(record: Record) -> str:
    """The canonical text of a record, LF at every line's end.

    The deck is written if the record names one; `replays.canonical` takes out a deck
    that is the game's own.
    """
    parts = [*header_lines(record), ""]
    parts += [f"{{{escape(text, '}')}}}" for text in record.comments]
    parts += _line(record.plies, 1, 0)
    if record.result is not None:
        parts.append(write_result(record.result))
    return "\n".join(parts) + "\n"


def write_line(entries: Iterable[Entry], number: int) -> str:
    r"""The text of a line of play, whose first ply has this number.

    >>> write_line([Ply("B", "draw left left"), Ply("A", "cross 3 3")], 12)
    '12. B: draw left left\n13. A: cross 3 3\n'
    """
    return "".join([f"{line}\n" for line in _line(entries, number, 0)])


def header_lines(record: Record) -> list[str]:
    """The lines of the header, without their ends."""
    return [f'[{name} "{escape(text, chr(34))}"]' for name, text in header_of(record).items()]


def write_result(result: Result) -> str:
    """The end line.

    >>> write_result(Result(("A", "C"), (9, None, 9)))
    '= A+C 9 _ 9'
    """
    scores = [UNKNOWN_CARD if score is None else str(score) for score in result.scores]
    return " ".join(["=", "+".join(result.winners) or "*", *scores])


def header_of(record: Record) -> dict[str, str]:
    """Every header line by name, in the order of the canonical form."""
    tags = {
        "CGN": FORMAT_VERSION,
        "Game": record.game,
        "Rules": record.rules,
        "Deck": record.deck,
        **{name: record.options[name] for name in sorted(record.options)},
        **dict(zip(SEATS, record.seats, strict=False)),
        "Seed": record.seed,
        "SeedHash": record.seed_hash,
        "Termination": record.termination,
        **{name: record.tags[name] for name in sorted(record.tags)},
    }
    return {name: value for name, value in tags.items() if value is not None}


def _line(entries: Iterable[Entry], number: int, depth: int) -> list[str]:
    """The text lines of a line of play, with its variations in parentheses."""
    indent = "  " * depth
    lines: list[str] = []
    pending: tuple[tuple[tuple[Entry, ...], ...], int] | None = None
    for entry in entries:
        if isinstance(entry, Shuffle):
            lines.append(indent + write_shuffle(entry))
            continue
        if pending is not None:
            lines += _variations(*pending, depth)
        lines.append(indent + write_ply(entry, number))
        pending = (entry.variations, number) if entry.variations else None
        number += 1
    if pending is not None:
        lines += _variations(*pending, depth)
    return lines


def _variations(variations: Iterable[Iterable[Entry]], number: int, depth: int) -> list[str]:
    lines: list[str] = []
    for variation in variations:
        inner = _line(variation, number, depth + 1)
        inner[0] = "  " * depth + "( " + inner[0].lstrip()
        inner[-1] += " )"
        lines += inner
    return lines


def write_shuffle(shuffle: Shuffle) -> str:
    """The line of one recorded shuffle.

    >>> write_shuffle(Shuffle("left", ("7", "3"), ("7",)))
    '~: left 7 3 -> 7'
    """
    text = f"~: {shuffle.pile} {' '.join(shuffle.order)}"
    return f"{text} -> {' '.join(shuffle.reveals)}" if shuffle.reveals else text


def write_ply(ply: Ply, number: int) -> str:
    """The line of one ply, without its variations.

    >>> write_ply(Ply("B", "cross 3 3", ("7",), mark="!", comments=("full",), at=41), 12)
    '12. B: cross 3 3 -> 7 ! {full} @0:41'
    """
    text = f"{number}. {ply.seat}: {ply.move}"
    if ply.reveals:
        text += f" -> {' '.join(ply.reveals)}"
    if ply.irregular or ply.mark or ply.comments or ply.at is not None:
        text += _remarks(ply)
    return text


def _remarks(ply: Ply) -> str:
    text = ""
    if ply.irregular:
        text += " ^"
    if ply.mark:
        text += f" {ply.mark}"
    for comment in ply.comments:
        text += f" {{{escape(comment, '}')}}}"
    if ply.at is not None:
        text += f" @{write_time(ply.at)}"
    return text
