"""Slips in cards and shuffles: unknown codes, cards that lie elsewhere, wrong lines of shuffles."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from engines.game import Game
from engines.registry import Decks
from engines.wording import listed
from notation.chance import Chance, OtherPile, ShuffleMissing, fits
from notation.fault import Fault
from notation.nearest import card_meant
from notation.record import (
    UNKNOWN_CARD,
    Entry,
    Path,
    Ply,
    Record,
    Shuffle,
    Where,
    part_of,
    path_of,
    where_of,
)
from notation.wording import guess, suggested_text, suggestion
from replays.legs import legs, line_to, ply_number
from replays.set_up import game_of, shuffles_after
from replays.unseen.choice import FIRST_WAY
from replays.unseen.evidence import TooMany
from replays.unseen.follow import opened_in_a_way

_OF_CARDS = ("cgn.reveals", "cgn.shuffle-mismatch")


def explain_cards(fault: Fault, record: Record, path: Path, decks: Decks) -> Fault:
    """The fault in an entry, explained by the cards that the entry names."""
    if isinstance(fault, TooMany):
        _say_where(fault, record, path)
    if fault.code not in _OF_CARDS:
        return fault
    entry = _entry(record, path)
    codes = codes_of(record, decks)
    for word in _words(entry):
        if word.endswith(UNKNOWN_CARD) and not any(fits(word, code) for code in codes):
            message = f"no card of the deck begins with {word.removesuffix(UNKNOWN_CARD)}"
            return Fault("cgn.unknown-card", message, None, fault.where)
    word = _word_at(fault, entry) or next((w for w in _words(entry) if not _is_card(w, codes)), "")
    if word and not _is_card(word, codes):
        _name(fault, word, codes)
    elif fault.code == "cgn.reveals" and isinstance(entry, Ply):
        _for_unseen(fault, entry)
    return fault


def codes_of(record: Record, decks: Decks) -> Collection[str]:
    """The codes of all cards of the deck that a record is played with."""
    game = game_of(record, decks)
    return game.catalogue or _on_the_table(game, record)


def _on_the_table(game: Game, record: Record) -> Collection[str]:
    table = game.set_up(game, len(record.seats), record.options, Chance(""))
    return dict.fromkeys(card for zone in table.zones() for card in zone.cards)


def _entry(record: Record, path: Path) -> Entry:
    leg = legs(record, path)[-1]
    return leg.line[leg.stop]


def _words(entry: Entry) -> Iterator[str]:
    yield from entry.reveals
    if isinstance(entry, Shuffle):
        yield from entry.order


def _word_at(fault: Fault, entry: Entry) -> str:
    """The word of reveals that a fault points at; empty if it points at none."""
    part = part_of(fault.where)
    return entry.reveals[int(part[1])] if part[:1] == ("reveals",) and len(part) > 1 else ""


def _is_card(word: str, codes: Collection[str]) -> bool:
    return word.endswith(UNKNOWN_CARD) or word in codes


def _name(fault: Fault, word: str, codes: Collection[str]) -> None:
    """Say that the deck has no such card, and which card may be meant."""
    meant = card_meant(word, codes)
    if fault.advice is None:
        fault.message, fault.advice = f"no card of the deck is {word}", meant
        return
    fault.label = "no card of the deck"
    if meant is not None and (why := meant.partition("? ")[2]):
        text = suggested_text(fault.advice) or ""
        fault.advice = suggestion(text, f"{fault.advice}: {why}", certain=True)


def _for_unseen(fault: Fault, ply: Ply) -> None:
    """Say that a last `?`, meant as an unseen card, was read as a mark."""
    if ply.mark == "?" and len(part_of(fault.where)) == 1:
        cards = " ".join([*ply.reveals, UNKNOWN_CARD])
        fault.advice = f"a card that nobody saw is `_`, not `?`: write `-> {cards}`"


def _say_where(fault: TooMany, record: Record, path: Path) -> None:
    """Say who took the deck's only copy before, or when it was seen, and point there."""
    if fault.copies != 1:
        return
    before = [
        ((*leg.start, at), entry)
        for leg in legs(record, path)
        for at, entry in enumerate(leg.line[: leg.stop])
    ]
    for at, entry in reversed(before):
        if (place := _place_of(fault.card, entry)) is None:
            continue
        it = f"the deck has one {fault.card}"
        if isinstance(entry, Ply):
            ply = ply_number(record, at)
            taken = any(zone.endswith(f".{entry.seat}") for zone in fault.zones)
            who = f"{record.player(entry.seat) or entry.seat} took it" if taken else "it was seen"
            fault.message = f"{it}, and {who} at ply {ply}"
        else:
            fault.message = f"{it}, and it was seen when `{entry.pile}` was shuffled"
        fault.also = (*where_of(at), *place), "here"
        return


def _place_of(card: str, entry: Entry) -> Where | None:
    """The steps from an entry to the place that names a card; None if none does."""
    if card in entry.reveals:
        return "reveals", entry.reveals.index(card)
    if isinstance(entry, Shuffle):
        return ("order", entry.order.index(card)) if card in entry.order else None
    return ("move",) if card in re.split("[ =,+]", entry.move) else None


_MOST_ADDED = 12
"""The most missing lines that are named; the deal of Point Salad has seven."""


class Remedy(Struct, frozen=True):
    """Lines of shuffles to put in, or to take out.

    Attributes:
        path: the entry above the missing lines (empty: they belong above the first entry); or the
            line to take out.
        missing: the piles of the missing lines; empty if a line is to be taken out.
        certain: whether the record can then be followed to the next ply, and loses nothing.
    """

    path: Path
    missing: tuple[str, ...]
    certain: bool


def spelled(pile: str) -> str:
    """The line of a shuffle whose cards nobody saw."""
    return f"~: {pile} {UNKNOWN_CARD}"


def remedy_for_shuffle(fault: Fault, record: Record, decks: Decks) -> Remedy | None:
    """The remedy for a shuffle without its line; the fault's advice is made to say it.

    Each remedy was tried: with it, the record can be followed to the next ply. None if the fault is
    another, or if the line only has a wrong name.
    """
    path = path_of(fault.where)
    if fault.code == "cgn.shuffle-surplus":  # which may be all that is left of a forgotten ply
        return Remedy(path, (), certain=False)
    if not isinstance(fault, ShuffleMissing | OtherPile):
        return None
    line, paths = line_to(record, path or (0,)) if record.plies else (record, [])
    at = paths.index(path) if path else -1
    trial = _Trial(line, game_of(record, decks), fault.pile)
    if isinstance(fault, OtherPile):
        if trial.renaming_helps(at):
            fault.advice = guess(fault.pile, certain=True)
            return None
        if trial.leaving_out_helps(at):
            fault.advice = "take this line out"
            wrong = line.plies[at]
            bare = isinstance(wrong, Shuffle) and wrong == _unseen(wrong.pile)
            return Remedy(path, (), certain=bare)
    else:
        at += 1 + len(shuffles_after(line.plies, at))
    added = trial.lines_to_add(at)
    fault.advice = _advice(fault, [pile for _, pile in added] or [fault.pile])
    first = tuple([pile for _, pile in takewhile(lambda one: one[0] == at, added)])
    recorded = any(isinstance(entry, Shuffle) for entry in record.plies)
    certain = bool(added) and recorded and record.seed is None
    return Remedy(paths[at - 1] if at else (), first or (fault.pile,), certain)


def _advice(fault: ShuffleMissing | OtherPile, piles: Sequence[str]) -> str | None:
    """The help for lines that are missing."""
    noun = "line" if len(piles) == 1 else "lines"
    lines = f"add the {noun} {listed([f'`{spelled(pile)}`' for pile in piles])}"
    if isinstance(fault, OtherPile):
        return f"{lines} above"
    return fault.advice and f"{lines}; {fault.advice.partition('; ')[2]}"


def _unseen(pile: str) -> Shuffle:
    return Shuffle(pile, (UNKNOWN_CARD,))


class _Trial:
    """Tries a line of play with other lines of shuffles, where that of a pile is not found."""

    def __init__(self, line: Record, game: Game, pile: str) -> None:
        self._line = line
        self._game = game
        self._pile = pile

    def renaming_helps(self, at: int) -> bool:
        """Whether the line at an index is right under the name of the pile."""
        plies = self._line.plies
        renamed = replace(plies[at], pile=self._pile)
        return self._fault((*plies[:at], renamed, *plies[at + 1 :]), at) is None

    def leaving_out_helps(self, at: int) -> bool:
        """Whether the play is right without the line at an index."""
        plies = self._line.plies
        return self._fault((*plies[:at], *plies[at + 1 :]), at) is None

    def lines_to_add(self, at: int) -> list[tuple[int, str]]:
        """The piles whose lines are missing from an index on, each with the index of its place.

        Empty if adding lines does not help.
        """
        plies, pile, added = self._line.plies, self._pile, list[tuple[int, str]]()
        while len(added) < _MOST_ADDED:
            plies = (*plies[:at], _unseen(pile), *plies[at:])
            added.append((at - len(added), pile))
            fault = self._fault(plies, at)
            if fault is None:
                return added
            if not isinstance(fault, ShuffleMissing | OtherPile):
                return []
            pile = fault.pile
            path = path_of(fault.where)
            at = path[0] if isinstance(fault, OtherPile) else _end(plies, at)
        return []

    def _fault(self, plies: Sequence[Entry], at: int) -> Fault | None:
        """The fault in these entries before the next ply after an index; None if there is none."""
        stop = _end(plies, at)
        line = replace(self._line, plies=tuple(plies))
        try:
            _, steps = opened_in_a_way(line, self._game, FIRST_WAY)
            for step in steps:
                if step.path[0] >= stop:
                    return None
        except Fault as fault:
            path = path_of(fault.where)
            return fault if not path or path[0] < stop else None
        return None


def _end(plies: Sequence[Entry], at: int) -> int:
    """The index of the first ply from an index on, or of the end."""
    following = (i for i in range(at, len(plies)) if isinstance(plies[i], Ply))
    return next(following, len(plies))
