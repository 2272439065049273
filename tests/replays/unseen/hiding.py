"""Simulated games with recorded shuffles, and ways to hide cards in them."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from engines.registry import load_game
from notation.chance import below, key_of, words
from notation.record import SEATS, Entry, Ply, Record, Result, Shuffle
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.simulate import player_of, simulate

GUESTS = ("karlsman", "bear")
"""The cards of The Jam that are always revealed when drawn."""


def played(
    game: str, seats: int, seed: str, options: Mapping[str, str], player: str = "sensible"
) -> Record:
    """A complete simulated game with recorded shuffles and reveals and without a seed."""
    loaded = load_game(game)
    record = simulate(loaded, seats, seed, options, player_of(loaded, player))
    table = open_table(record, game_of(record))
    entries: list[Entry] = list(table.chance.shuffles)
    for step in steps(table, record.plies, record.seed):
        entries += [step.ply, *step.shuffles]
    return replace(record, plies=tuple(entries), seed=None)


def source(seed: str) -> Iterator[int]:
    """Random numbers from a seed."""
    return words(key_of(seed, "tests-unseen:"), 0)


def without_shuffles(record: Record, keep: Sequence[str] = ()) -> Record:
    """The record with unseen shuffles, except of some piles; public reveals stay."""
    return _each(record, lambda line: line if line.pile in keep else replace(line, order=("_",)))


def partly(record: Record, of_ten: int, seed: str) -> Record:
    """Hide so many in ten cards of shuffles and reveals, wholly or in part."""
    chosen = source(seed)

    def taken(cards: Sequence[str]) -> tuple[str, ...]:
        dimmed = [_dimmed(card, chosen) if below(10, chosen) < of_ten else card for card in cards]
        return tuple(
            [card if card in GUESTS else word for card, word in zip(cards, dimmed, strict=True)]
        )

    required, entries = _required(record), list[Entry]()
    for entry in record.plies:
        if isinstance(entry, Shuffle):
            reveals = entry.reveals if entry is required else taken(entry.reveals)
            entries.append(replace(entry, order=taken(entry.order), reveals=reveals))
        else:
            entries.append(replace(entry, reveals=taken(entry.reveals)))
    return replace(record, plies=tuple(entries))


def one_more_seen(hidden: Record, full: Record, chosen: Iterator[int]) -> Record:
    """The hidden record with one `_` replaced by the true card, if there is a `_`."""
    places = [
        (at, part, index)
        for at, (less, more) in enumerate(zip(hidden.plies, full.plies, strict=True))
        for part in ("order", "reveals")
        for index, word in enumerate(getattr(less, part, ()))
        if word != getattr(more, part)[index]
    ]
    if not places:
        return hidden
    at, part, index = places[below(len(places), chosen)]
    words, plies = list(getattr(hidden.plies[at], part)), list(hidden.plies)
    words[index] = getattr(full.plies[at], part)[index]
    plies[at] = replace(plies[at], **{part: tuple(words)})
    return replace(hidden, plies=tuple(plies))


def _dimmed(card: str, chosen: Iterator[int]) -> str:
    """A hidden card: mostly `_`, or only its first part."""
    return f"{card[: below(3, chosen)]}_" if len(card) > 1 else "_"


def without_reveals(record: Record) -> Record:
    """The record without optional reveals."""
    required = _required(record)
    entries = [entry if entry is required else replace(entry, reveals=()) for entry in record.plies]
    return replace(record, plies=tuple(entries))


def _required(record: Record) -> Entry | None:
    """The shuffle whose reveals are required: that of the deck from which The Jam is dealt."""
    decks = (entry for entry in record.plies if isinstance(entry, Shuffle) and entry.pile == "deck")
    return next(decks, None) if record.game == "the_jam" else None


def cut(record: Record, seed: str) -> Record:
    """The record cut off after a random ply."""
    plies = [at for at, entry in enumerate(record.plies) if isinstance(entry, Ply)]
    at = plies[below(len(plies), source(seed))]
    while at + 1 < len(record.plies) and isinstance(record.plies[at + 1], Shuffle):
        at += 1
    return replace(record, plies=record.plies[: at + 1], result=None)


def another_seat(record: Record, seed: str) -> tuple[Record, int]:
    """The record with a ply out of turn, and its index."""
    chosen, plies = source(seed), list(record.plies)
    choices = [at for at, entry in enumerate(plies) if isinstance(entry, Ply)]
    at = choices[below(len(choices), chosen)]
    ply = plies[at]
    seats = [seat for seat in SEATS[: len(record.seats)] if seat != getattr(ply, "seat", "")]
    plies[at] = replace(ply, seat=seats[below(len(seats), chosen)])
    return replace(record, plies=tuple(plies)), at


def unclear() -> Record:
    """A finished game that nobody can follow to its end: a seat may have moved out of turn."""
    game = played("the_jam", 3, "t-0", {"variant": "travel"})
    return another_seat(without_reveals(without_shuffles(game)), "0")[0]


def another_score(record: Record) -> Record:
    """The record with one more point for the first seat."""
    result = record.result or Result((), ())
    first, *others = result.scores
    return replace(record, result=replace(result, scores=((first or 0) + 1, *others)))


def _each(record: Record, change: object) -> Record:
    entries = [
        change(entry) if isinstance(entry, Shuffle) and callable(change) else entry
        for entry in record.plies
    ]
    return replace(record, plies=tuple(entries))
