"""Slips in cards: codes that the deck does not have, and cards that lie elsewhere already."""

import re
from collections.abc import Collection, Iterator

from engines.decks import Decks
from engines.game import Game
from notation.chance import Chance, fits
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
    where_of,
)
from notation.wording import suggested_text, suggestion
from replays.legs import legs, ply_number
from replays.set_up import game_of
from replays.unseen.evidence import TooMany

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
