"""Positions of a game in progress as each view is shown them, made of replays/frames.py."""

import zlib
from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct, UnsetType
from msgspec.json import encode
from msgspec.structs import replace

from engines.decks import OWN_DECKS, Decks
from engines.table import Due
from engines.wording import Part, say
from notation.record import UNKNOWN_CARD, Ply, Record
from notation.typed_json import decode_as
from replays.frames import Frame, Moment, asked_alone
from replays.frames import frame as frame_of
from replays.frames_json import ALL
from replays.moves import Played
from replays.narration import PlyView
from replays.numbers import Given
from replays.playhead import Playhead
from replays.redact import redact
from replays.tables.whole import Whole
from replays.zone_views import ZoneView

OWNER = "owner"
"""The view of an owner who did not bring the seed: the open cards, and those the owner wrote."""

_LEVEL = 2  # as for all frames: half the time of 4, for a fifth more bytes


class Shown(Struct, frozen=True):
    """What a view is shown of the position after a ply: the move and the frame, as JSON.

    The frame is packed, and does not say how many plies there are: that changes. `highest` is the
    highest number that the view has given a card so far. Where each view has a record of its own,
    `entries` are those of the ply there; None: another's ply contradicted it.
    """

    view: str
    move: bytes
    frame: bytes
    highest: int
    entries: bytes | None = None


class _Card(Struct, frozen=True, gc=False):
    number: int
    code: str | None


class _Zone(Struct, frozen=True, gc=False):
    cards: tuple[_Card, ...]


class _Zones(Struct, frozen=True, gc=False):
    """What is read of a frame to number the cards of the next one."""

    zones: tuple[_Zone, ...]


class Begun(Struct, frozen=True):
    """A table before its first ply: its record, and the position in each view."""

    whole: Whole
    shown: tuple[Shown, ...]


def seen_by(view: str) -> str | None:
    """The view as frames have it: None sees everything."""
    return None if view in (ALL, OWNER) else view


def shown(
    replay: Playhead, views: Sequence[str], senders: Sequence[str]
) -> Iterator[tuple[Shown, ...]]:
    """Each position of a replay from where it stands to its end, as each view is shown it.

    `senders` are the views that sent the plies. Raises Fault if a ply is wrong.
    """
    while replay.fault is None:
        sender = senders[replay.ply - 1] if replay.ply else None
        own = replay.last.ply.comments if replay.last else ()
        yield tuple([shown_now(replay, view, own if view == sender else ()) for view in views])
        if not replay.forward():
            break
    if replay.fault is not None:
        raise replay.fault


def shown_now(
    replay: Moment,
    view: str,
    comments: tuple[str, ...],
    due: Due | UnsetType | None = UNSET,
) -> Shown:
    """What a view is shown of a position, with the comments that their sender alone is shown.

    `due` is the question that is due, if the position does not show it.
    """
    seen = seen_by(view)
    frame = replace(frame_of(replay, seen), view=view, comments=comments)
    if due is not UNSET:
        frame = replace(frame, due=due, to_act=asked_alone(due))
    return _shown(frame, replay.numbers(seen).highest)


def shown_unfollowed(
    last: Shown, record: Record, due: Due | None, comments: tuple[str, ...]
) -> Shown:
    """What a view is shown of the last ply of its record, after which nobody can follow the game.

    It is the ply as it stands there; the cards lie as it was shown them `last`, and no score is
    known.
    """
    *_, ply = [entry for entry in record.plies if isinstance(entry, Ply)]
    seats = record.seats
    before = decode_as(Frame, b"{" + _plies(0) + zlib.decompress(last.frame))
    frame = replace(
        before,
        ply=before.ply + 1,
        seat=ply.seat,
        move=ply.move,
        sentence=say(Part(record.player(ply.seat), seat=ply.seat), f": {ply.move}"),
        auto=(),
        reveals=tuple([None if card == UNKNOWN_CARD else card for card in ply.reveals]),
        shuffled=(),
        mark=ply.mark,
        comments=comments,
        at=ply.at,
        scores=(None,) * len(seats),
        open_scores=(None,) * len(seats),
        breakdown=((),) * len(seats),
        due=due,
        to_act=asked_alone(due),
        moved=(),
        zones=tuple([_still(zone) for zone in before.zones]),
        counters=tuple([replace(one, before=one.value) for one in before.counters]),
    )
    return _shown(frame, last.highest)


def _still(zone: ZoneView) -> ZoneView:
    """A zone to which no card has come."""
    return replace(zone, cards=tuple([replace(card, changed=False) for card in zone.cards]))


def _shown(frame: Frame, highest: int) -> Shown:
    move = Played(*[getattr(frame, name) for name in PlyView.__struct_fields__])
    rest = encode(frame).replace(_plies(frame.plies), b"", 1)
    packed = zlib.compress(rest[1:], _LEVEL)
    return Shown(frame.view or ALL, encode(move), packed, highest)


def given(shown: Shown) -> Given:
    """The numbers of the cards that a view was shown."""
    zones = decode_as(_Zones, b"{" + zlib.decompress(shown.frame)).zones
    numbers = [tuple([(card.number, card.code) for card in zone.cards]) for zone in zones]
    return Given(tuple(numbers), shown.highest)


def _plies(number: int) -> bytes:
    """How a frame says how many plies there are."""
    return b'"plies":%d,' % number


def frame_json(packed: bytes, plies: int) -> bytes:
    """A frame that was shown, with the number of plies that the table has now."""
    return b"{%b%b" % (_plies(plies), zlib.decompress(packed))


def record_for(record: Record, view: str, decks: Decks = OWN_DECKS) -> Record:
    """The record of a game in progress as a view has it, without comments.

    If the view does not see all, it ends with the scores that the view knows.
    """
    if view != ALL:
        return redact(record, view, decks)
    plies = (
        replace(entry, comments=()) if isinstance(entry, Ply) else entry for entry in record.plies
    )
    return replace(record, plies=tuple(plies))
