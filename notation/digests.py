"""The exact bytes that name a record, a game, a position or a deck, and their SHA-256.

Knows no game. Specified in docs/notation.md, "Identity"; the vectors are in conformance/. All
are UTF-8, with an LF after every line, the last one included.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from msgspec.json import encode

from notation.record import Shuffle

_Content: TypeAlias = Mapping[str, Any]

Event: TypeAlias = Shuffle | tuple[str, str]
"""What decides play: a shuffle's outcome, or a seat and its move."""


def record_digest(canonical_text: str) -> str:
    r"""SHA-256, in hex, of a record's canonical text: the name of the record.

    >>> record_digest('[CGN "1"]\n')[:16]
    '3f8247130d74604c'
    """
    return _digest(canonical_text.encode())


def game_bytes(
    game: str,
    rules: str,
    deck: str,
    options: Mapping[str, str],
    seats: int,
    events: Iterable[Event],
) -> bytes:
    r"""The bytes of a game: everything that decides its play, and nothing else.

    `deck` is the deck's full name, even if it is the game's own; `options` has every option
    that has a value, defaults included (written sorted by name); `events` are the
    shuffles and the main line's moves in the order in which they happened.

    >>> events = [Shuffle("deck", ("7", "3")), ("A", "draw left right")]
    >>> print(game_bytes("triggs", "1", "triggs/standard", {}, 2, events).decode(), end="")
    cgn-game 1
    game triggs
    rules 1
    deck triggs/standard
    seats 2
    shuffle deck 7 3
    move A draw left right
    """
    lines = ["cgn-game 1", f"game {game}", f"rules {rules}", f"deck {deck}"]
    lines += [f"option {name} {options[name]}" for name in sorted(options)]
    lines.append(f"seats {seats}")
    lines += [_event(event) for event in events]
    return _joined(lines)


def game_digest(
    game: str,
    rules: str,
    deck: str,
    options: Mapping[str, str],
    seats: int,
    events: Iterable[Event],
) -> str:
    """SHA-256 of `game_bytes`, in hex: where all uploads of one game meet."""
    return _digest(game_bytes(game, rules, deck, options, seats, events))


def position_bytes(
    game: str,
    to_act: str | None,
    counters: Iterable[tuple[str, int]],
    zones: Iterable[tuple[str, Sequence[str]]],
) -> bytes:
    r"""The bytes of a position: whose turn it is, every counter, every zone.

    Counters and zones come in the table's own order. A zone's cards come top first, or sorted
    by code point if their order is not part of the position. `to_act` is None after the end.

    >>> counters, zones = [("row-11.A", 2)], [("hand.A", ("3", "4")), ("left", ())]
    >>> print(position_bytes("triggs", "B", counters, zones).decode(), end="")
    cgn-position 1
    game triggs
    to-act B
    counter row-11.A 2
    zone hand.A 3 4
    zone left
    """
    lines = ["cgn-position 1", f"game {game}", f"to-act {to_act or '-'}"]
    lines += [f"counter {key} {value}" for key, value in counters]
    lines += [" ".join(["zone", key, *cards]) for key, cards in zones]
    return _joined(lines)


def position_digest(
    game: str,
    to_act: str | None,
    counters: Iterable[tuple[str, int]],
    zones: Iterable[tuple[str, Sequence[str]]],
) -> str:
    """SHA-256 of `position_bytes`, in hex."""
    return _digest(position_bytes(game, to_act, counters, zones))


def deck_bytes(content: _Content) -> bytes:
    r"""The bytes of a deck: its content as JSON, keys sorted by code point, without spaces.

    >>> deck_bytes({"rows": {"2": 3, "1": 2}, "game": "triggs"}).decode()
    '{"game":"triggs","rows":{"1":2,"2":3}}\n'
    """
    return encode(content, order="sorted") + b"\n"


def deck_digest(content: _Content) -> str:
    """SHA-256 of `deck_bytes`, in hex: the name of a deck that a user made."""
    return _digest(deck_bytes(content))


def _event(event: Event) -> str:
    if isinstance(event, Shuffle):
        return " ".join(["shuffle", event.pile, *event.order])
    seat, move = event
    return f"move {seat} {move}"


def _joined(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()
