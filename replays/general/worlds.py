"""What is hidden from a view decides nothing that the view is shown.

Two games with the same plies that differ only in two cards which a view never saw look the same
to it: such games are two worlds of that view.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec.structs import asdict, replace

from engines.game import Game
from engines.play import Reveals
from engines.players import Choose
from engines.table import Table
from notation.chance import Chance, Shows
from notation.fault import Fault
from notation.record import Entry, Ply, Record, Shuffle
from replays.general.broken import Broken
from replays.general.deal import Deal, chooser
from replays.simulate import NAMES
from replays.view.frames import Frame, frames
from replays.view.playhead import Playhead
from replays.view.views import PUBLIC

_PAIRS = 8
"""Pairs of cards that are exchanged until both games can be played."""

_PLIES = 41
"""Plies of such games, at most one fewer."""

_LONGEST = 80
"""The most characters quoted of what a view is shown."""


class Marked(str):
    """A card that can be distinguished from others of its code."""

    __slots__ = ()


class Marking(Chance):
    """Seeded chance that makes every shuffled card distinguishable."""

    def shuffle(self, name: str, cards: list[str], shows: Shows | None = None) -> list[str]:
        """The cards in their new order, each marked."""
        marked = [card if isinstance(card, Marked) else Marked(card) for card in cards]
        return super().shuffle(name, marked, shows)  # type: ignore[arg-type] # list is invariant


def hidden(table: Table, reveals: Reveals, view: str) -> dict[int, str]:
    """The marked cards that the view neither sees nor has seen."""
    shown = {id(card) for card, audience in reveals if audience in (None, view)}
    return {
        id(card): card
        for zone in table.zones()
        for card, is_open in zip(zone.cards, zone.open_to(view), strict=True)
        if isinstance(card, Marked) and not is_open and id(card) not in shown
    }


def play(table: Table, plies: int, seed: str, view: str) -> tuple[list[Entry], list[str]]:
    """Play a game; its entries, and the cards that the view never saw."""
    choose, entries = chooser(seed), list[Entry](table.chance.shuffles)
    unseen = hidden(table, [], view)
    for number in range(plies):
        seat = table.to_act
        if seat is None:
            break
        moves = table.moves()
        move = table.game.player(table, choose) if number % 3 else moves[choose(len(moves))]
        table.chance.expect(None)
        reveals = table.play(seat, move)
        now = hidden(table, reveals, view)
        unseen = {card: code for card, code in unseen.items() if card in now}
        entries += [Ply(seat, table.game.moves.write(move)), *table.chance.shuffles]
    return entries, list(unseen.values())


def exchanged(line: Sequence[Entry], a: str, b: str) -> list[Entry] | None:
    """The entries with two marked cards exchanged, from their last common shuffle on.

    Before that, as when a game is set up, either may have lain open. None if they were never
    shuffled together.
    """
    codes = {id(a): str(b), id(b): str(a)}
    together = [
        at
        for at, entry in enumerate(line)
        if isinstance(entry, Shuffle) and codes.keys() <= set(map(id, entry.order))
    ]
    if not together:
        return None
    return [
        replace(entry, order=tuple([codes.get(id(card), card) for card in entry.order]))
        if isinstance(entry, Shuffle) and at >= together[-1]
        else entry
        for at, entry in enumerate(line)
    ]


def unmarked(entry: Entry) -> Entry:
    """An entry without marks, which caches of cards would keep."""
    if isinstance(entry, Shuffle):
        return Shuffle(entry.pile, tuple(map(str, entry.order)))
    return entry


def shown(
    game: Game, options: Mapping[str, str], seats: int, line: Sequence[Entry], view: str
) -> list[Frame]:
    """The frames of a game in a view; none if it cannot be played."""
    with suppress(Fault):
        replay = Playhead(_record(game, options, seats, line))
        views = list(frames(replay, view))
        if replay.fault is None:
            return views
    return []


def _record(game: Game, options: Mapping[str, str], seats: int, line: Sequence[Entry]) -> Record:
    return Record(
        game=game.name,
        rules=game.rules_versions[-1],
        seats=NAMES[:seats],
        options=dict(options),
        plies=tuple(map(unmarked, line)),
    )


def course(shown: list[Frame]) -> list[object]:
    """The course of a game apart from its cards: who acts, and the sizes of zones.

    Another course is not a leak: if a hidden Karlsman is drawn elsewhere, it is another game.
    """
    return [(frame.to_act, [len(zone.cards) for zone in frame.zones]) for frame in shown]


def hidden_cards_do_not_change_what_a_view_is_shown(deal: Deal) -> None:
    """Cards that a view never saw change none of its frames."""
    plies = deal.choose(_PLIES)
    view = [*deal.table.seats, PUBLIC][deal.choose(deal.seats + 1)]
    for lines in _worlds(deal, view, plies):
        one, two = [list(frames(_head(deal, line), view)) for line in lines]
        for first, second in zip(one, two, strict=True):
            if first != second:
                raise _told(deal, view, first, second)


def the_sensible_player_looks_at_what_its_seat_sees(deal: Deal) -> None:
    """Cards that a seat never saw do not change what the sensible player plays for it."""
    game, plies = deal.game, deal.choose(_PLIES)
    play(deal.table, plies, str(deal.number), PUBLIC)
    seat = deal.table.to_act
    if seat is None:
        return
    for lines in _worlds(deal, seat, plies):
        chosen = []
        for line in lines:
            head = _head(deal, line)
            head.seek(head.plies)
            chosen.append(game.moves.write(game.player(head.table, chooser("player"))))
        if chosen[0] != chosen[1]:
            deal.plies = plies
            raise Broken(
                f"for {seat} it plays `{chosen[0]}`, or `{chosen[1]}` if two hidden cards change "
                "places",
                "let it look at its own hand and at what lies open",
                game.player,
            )


def _worlds(deal: Deal, view: str, plies: int) -> Iterator[tuple[list[Entry], list[Entry]]]:
    """The lines of two worlds of a view; nothing if there are none here."""
    game = deal.game
    table = game.set_up(game, deal.seats, deal.options, Marking(str(deal.number)))
    line, unseen = play(table, plies, str(deal.number), view)
    known: list[object] = []
    for a, b in _pairs(unseen, deal.choose):
        other = exchanged(line, a, b)
        if other is None:
            continue
        known = known or course(shown(game, deal.options, deal.seats, line, view))
        if course(shown(game, deal.options, deal.seats, other, view)) == known:
            yield line, other
            return


def _head(deal: Deal, line: Sequence[Entry]) -> Playhead:
    return Playhead(_record(deal.game, deal.options, deal.seats, line))


def _pairs(unseen: Sequence[str], choose: Choose) -> Iterator[tuple[str, str]]:
    """Some pairs of cards with different codes."""
    for _ in range(_PAIRS if len(set(unseen)) > 1 else 0):
        a, b = unseen[choose(len(unseen))], unseen[choose(len(unseen))]
        if a != b:
            yield a, b


def _told(deal: Deal, view: str, one: Frame, two: Frame) -> Broken:
    """What a frame tells of hidden cards."""
    first, second = asdict(one), asdict(two)
    part = next(name for name in first if first[name] != second[name])
    texts = _differing(str(first[part]), str(second[part]))
    deal.plies = one.ply
    return Broken(
        f"{view} is shown by `{part}` what it has not seen: {texts[0]}, or "
        f"{texts[1]} if two hidden cards change places",
        "say who sees a zone's cards; mark lines of the score as hidden; let story, sentences, "
        "labels, details and `due_title` rest on open cards only",
    )


def _differing(one: str, two: str) -> tuple[str, str]:
    """Two texts from shortly before where they differ, cut to a line."""
    same = next(
        (at for at, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), 0
    )
    start = max(same - _LONGEST // 2, 0)
    return f"…{one[start : start + _LONGEST]}…", f"…{two[start : start + _LONGEST]}…"
