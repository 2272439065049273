"""What holds at every table: cards, moves, refusals, scores, copies."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import fields
from typing import Any

from engines.play import Illegal, Reveals
from engines.rulebook import rulebook
from engines.table import Table
from notation.chance import Chance
from notation.fault import Fault
from notation.moves import Move
from replays.general.broken import Broken
from replays.general.deal import Deal, all_cards, play_on, snapshot

_LONG = 120
"""Plies of a game that is watched from its start."""

_TRIED = 48
"""The most moves of another game that are tried at a table."""

_EVERY = 7
"""Plies between the positions whose moves these are."""

_OTHER = 1 << 33
"""What makes another deal of a number."""


def no_card_is_lost_or_doubled(deal: Deal) -> None:
    """Every card lies in one zone after each ply, and zones and counters stay what they are."""
    cards, keys = all_cards(deal.table), _keys(deal.table)
    for kind in keys:
        if len(set(kind)) < len(kind):
            twice = next(key for key in kind if kind.count(key) > 1)
            raise Broken(
                f"two zones or counters are called {twice}",
                "give each a name of its own, or an owner",
                type(deal.table).__init__,
            )
    for table in deal.walk(_LONG):
        now = all_cards(table)
        if now != cards:
            raise Broken(
                _changed(cards, now),
                "what `draw` and `take` return must be put into a zone, once",
                _applied(deal),
            )
        if _keys(table) != keys:
            raise Broken(
                "a zone or a counter came or went",
                "add every zone in `__init__`, and let `counters` have the same ones always",
                type(table).counters,
            )
        for counter in table.counters():
            if counter.most is not None and not 0 <= counter.value <= counter.most:
                raise Broken(
                    f"the counter {counter.key} is {counter.value}, but at most {counter.most}",
                    "count it right, or raise its `most`",
                    type(table).counters,
                )


def _keys(table: Table) -> tuple[list[str], list[str]]:
    zones, counters = table.zones(), table.counters()
    return [zone.key for zone in zones], [counter.key for counter in counters]


def _changed(before: list[str], after: list[str]) -> str:
    for card in before:
        if before.count(card) > after.count(card):
            return f"{card} is gone"
    card = next(card for card in after if after.count(card) > before.count(card))
    return f"{card} is there {after.count(card)} times, not {before.count(card)}"


def _applied(deal: Deal) -> Callable[..., Any] | None:
    """The code that made the last move."""
    return _of(deal.table, deal.last, "apply") if deal.last is not None else None


def _of(table: Table, move: Move, method: str) -> Callable[..., Any]:
    """The method of the play of a kind of move."""
    found: Callable[..., Any] = getattr(type(table.plays[type(move)]), method)
    return found


def a_picture_finds_labels_counters_and_details(deal: Deal) -> None:
    """What front ends ask a table for fits what it declares."""
    table = deal.somewhere()
    for zone in table.zones():
        if len(table.labels(zone, zone.cards)) != len(zone.cards):
            raise Broken(
                f"not every card of {zone.key} has a label",
                "let `labels` return as many as there are cards",
                type(table).labels,
            )
    numbers = table.counters()
    shown = table.shown_counters()
    if shown != [counter for counter in numbers if counter in shown]:
        raise Broken(
            "`shown_counters` has others than `counters`, or another order",
            "leave counters out of `counters()`, and add none",
            type(table).shown_counters,
        )
    zones = {zone.key for zone in table.zones()}
    for view in (None, table.seats[0]):
        for key, detail in table.details(view).items():
            if key not in zones or type(detail) not in deal.game.details:
                raise Broken(
                    f"there are details of {key}, a {type(detail).__name__}",
                    "details are of zones, by their keys; name their types in `Game.details`",
                    type(table).details,
                )


def every_listed_move_can_be_played_and_is_listed_once(deal: Deal) -> None:
    """Legal moves are played without a complaint, with reveals and a sentence."""
    table = deal.somewhere()
    before, moves = snapshot(table), table.moves()
    if table.to_act is not None:
        moves = deal.moves()
    for move in moves:
        _can_be_played(deal, table, move)
    if snapshot(table) != before:
        raise Broken(
            "listing the moves, or their sentences, changed the position",
            "change the table in `apply` only",
        )
    twice = [move for move in moves if moves.count(move) > 1]
    if twice:
        raise Broken(
            f"`{deal.game.moves.write(twice[0])}` is listed twice",
            "yield each candidate once: cards may be alike",
            _of(table, twice[0], "candidates"),
        )


def _can_be_played(deal: Deal, table: Table, move: Move) -> None:
    text = deal.game.moves.write(move)
    trial, seat = table.copy(), table.to_act or ""
    try:
        reveals = trial.play(seat, move)
    except Illegal as illegal:
        raise Broken(
            f"`{text}` is listed, but refused: {illegal.reason.message}",
            "an `exact` play yields legal moves only",
            _of(table, move, "candidates"),
        ) from None
    known = {*all_cards(trial)}
    for card, audience in reveals:
        if audience not in (None, *table.seats) or card not in known:
            raise Broken(
                f"`{text}` reveals {card} to {audience}",
                "a reveal is a card of the table, and the one seat that saw it, or None",
                _of(table, move, "apply"),
            )
    for cards in ([card for card, _ in reveals], [None] * len(reveals)):
        sentence = table.sentence(seat, move, cards)
        if not sentence.text or not sentence.short or "\n" in sentence.text:
            raise Broken(
                f"`{text}` has no sentence of one line",
                "let `sentence` say what the seat does, also with hidden reveals, which are None",
                _of(table, move, "sentence"),
            )


def every_listed_move_is_read_as_it_is_written(deal: Deal) -> None:
    """Legal moves can be written and read."""
    table, moves = deal.somewhere(), deal.game.moves
    for move in table.moves():
        text = moves.write(move)
        if not _is_read(deal, text, move) or re.fullmatch(moves.pattern, text) is None:
            raise Broken(
                f"`{text}` is not read as {move}",
                "let the move hold what its form can spell: codes, words, numbers, lists as tuples",
                _of(table, move, "candidates"),
            )


def _is_read(deal: Deal, text: str, move: Move) -> bool:
    try:
        return deal.game.moves.parse(text) == move
    except Fault:
        return False


def a_score_depends_on_the_position_only(deal: Deal) -> None:
    """Asking for scores changes nothing, and neither does a game elsewhere."""
    fresh = Deal(deal.game, deal.number)
    for table in deal.walk(_LONG // 3):
        for seat in table.seats:
            table.score(seat).clear()
    elsewhere = deal.table.copy()
    play_on(elsewhere, deal.choose, 3)
    elsewhere.scores()
    for _ in fresh.walk(_LONG // 3):
        pass
    for seat in deal.table.seats:
        score = deal.table.score(seat)
        if not score == deal.table.score(seat) == fresh.table.score(seat):
            raise Broken(
                f"the score of {seat} depends on more than the position",
                "compute it from zones and counters, and return a new list each time",
                type(deal.table).score,
            )


def a_refused_move_changes_nothing_and_has_a_reason(deal: Deal) -> None:
    """What is refused breaks a rule of rules.md; what is not is listed."""
    table = deal.somewhere()
    before = snapshot(table)
    for move in _guesses(deal):
        trial, text = table.copy(), deal.game.moves.write(move)
        refusal = refusal_of(trial, table.to_act or "A", move)
        if refusal is not None:
            if snapshot(trial) != before:
                raise Broken(
                    f"`{text}` is refused, but changed the position",
                    "a guard changes nothing; what changes the table belongs into `apply`",
                    _of(table, move, "check"),
                )
            _explained(deal, table, move, refusal)
        elif table.lists_all and move not in table.moves():
            raise Broken(
                f"`{text}` is accepted, but not listed",
                "yield it as a candidate, or refuse it; a play whose candidates are a sample "
                "says `samples = True`",
                _of(table, move, "candidates"),
            )


def _guesses(deal: Deal) -> list[Move]:
    """Moves to try: listed ones with other verbs, some that are legal elsewhere, and the examples.

    Elsewhere is later and earlier in this game, and in another one.
    """
    moves, known = deal.game.moves, dict[Move, None]()
    for number in (deal.number, deal.number + _OTHER):
        other = Deal(deal.game, number)
        known |= dict.fromkeys(other.table.moves())
        for table in other.walk(_LONG):
            if other.plies % _EVERY == 1:
                known |= dict.fromkeys(table.moves())
    tried = [*known]
    while len(tried) > _TRIED:
        tried = tried[deal.choose(2) :: 2]
    here = deal.table.moves()
    for move in here[:: len(here) // _TRIED + 1]:
        arguments = moves.write(move).partition(" ")[2]
        for spec in moves.specs:
            with suppress(Fault):
                tried.append(moves.parse(f"{spec.verb} {arguments}".strip()))
    return [*tried, *[moves.parse(text) for spec in moves.specs for text in spec.examples]]


def _explained(deal: Deal, table: Table, move: Move, refusal: Illegal) -> None:
    """A refusal cites an existing rule, points into the move, and its guard refuses alone too."""
    rule, text = refusal.reason.rule, deal.game.moves.write(move)
    code = rule if rule.startswith("cgn.") else f"{deal.game.name}.{rule}"
    where = refusal.guard
    if not rule.startswith("cgn.") and code not in rulebook(deal.game.name):
        raise Broken(
            f"`{text}` is refused by {code}, which rules.md does not have",
            f"add a list item to a section of it: - `{code}`: what the rule says",
            where,
        )
    if not refusal.reason.message:
        raise Broken(f"{code} refuses `{text}` without a message", "say what is wrong", where)
    at = refusal.reason.at
    if at and at[0] not in {field.name for field in fields(move)}:
        raise Broken(
            f"{code} points to {at}, which is no part of `{text}`",
            "`at` has the name of a field, and an index if that is a list",
            where,
        )
    if not refusal.held_at(table):
        raise Broken(
            f"{code} refuses `{text}`, but its guard does not",
            "raise Illegal with the guard itself and its own arguments",
            where,
        )


def a_move_that_names_a_card_of_no_deck_is_refused(deal: Deal) -> None:
    """A move may name a code that no card has."""
    table, moves = deal.somewhere(), deal.game.moves
    if table.to_act is None:
        return
    text = moves.write(table.any_move(deal.choose))
    for changed in _with_a_stranger(text):
        try:
            move = moves.parse(changed)
        except Fault:
            continue
        if refusal_of(table.copy(), table.to_act, move) is None:
            raise Broken(
                f"`{changed}` is accepted",
                "let a guard ask whether the card is there",
                _of(table, move, "check"),
            )


def _with_a_stranger(text: str) -> Iterator[str]:
    """A move with each of its words changed to the code of no card."""
    for item in re.finditer(r"(?<=[ =,+])[^ =,+]+(?=[ ,+]|$)", text):
        yield f"{text[: item.start()]}no-such-card{text[item.end() :]}"


def only_the_seat_to_act_plays(deal: Deal) -> None:
    """Other seats are refused."""
    table = deal.somewhere()
    before = snapshot(table)
    for move in table.moves()[:3]:
        for seat in table.seats:
            refusal = refusal_of(table, seat, move) if seat != table.to_act else None
            if seat != table.to_act and (refusal is None or refusal.reason.rule != "cgn.turn"):
                raise Broken(f"{seat} may play for {table.to_act}", "leave `Table.play` as it is")
    if snapshot(table) != before:
        raise Broken("a refused move changed the position", "leave `Table.play` as it is")


def a_copy_is_independent(deal: Deal) -> None:
    """What happens to a copy does not happen to the table."""
    table = deal.somewhere()
    before, copy = snapshot(table), table.copy()
    same = snapshot(copy) == before
    play_on(copy, deal.choose, 10)
    if not same or snapshot(table) != before or copy.game is not table.game:
        raise Broken(
            "a copy of the table differs, or shares something with it",
            "`part` refers to the zones of the copy, and copies lists and dictionaries",
            type(table).part,
        )


def recorded_shuffles_give_the_same_game_as_the_seed(deal: Deal) -> None:
    """All chance is in shuffles, which a record can have."""
    seeded = deal.table
    chance = Chance()
    chance.expect(seeded.chance.shuffles)
    recorded = Deal(deal.game, deal.number, chance).table
    for _ in range(_LONG):
        chance.settle()
        seat, moves = seeded.to_act, seeded.moves()
        if seat is None:
            break
        move = moves[deal.choose(len(moves))]
        seeded.chance.expect(None)
        reveals = deal.play(move)
        chance.expect(seeded.chance.shuffles)
        if _played(recorded, seat, move) != reveals:
            break
    if snapshot(recorded) != snapshot(seeded):
        raise Broken(
            "the same shuffles give another game",
            "take all chance from `chance.shuffle`; use no clock, no `random`, no order of a set",
            _applied(deal),
        )


def _played(table: Table, seat: str, move: Move) -> Reveals | None:
    """The reveals of a move; None if it cannot be made."""
    try:
        return table.play(seat, move)
    except (Fault, Illegal):
        return None


def refusal_of(table: Table, seat: str, move: Move) -> Illegal | None:
    """How a table refuses a move; None if it plays it."""
    try:
        table.play(seat, move)
    except Illegal as illegal:
        return illegal
    return None
