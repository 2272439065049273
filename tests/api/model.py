"""A model of the service in dictionaries: what it should store and answer."""

from dataclasses import dataclass, field
from itertools import count

from engines.registry import Decks
from notation.record import Record
from replays.digests import game_digest, record_digest
from replays.store.model import Visibility
from replays.view.redact import redact

ADMIN = "root"
"""The owner of the token with the scope admin."""

OPENNESS = list(Visibility)


@dataclass
class Hold:
    """Somebody's hold on a replay: the visibility that they ask for, and its place in their list.

    `changed` is when it last changed.
    """

    visibility: Visibility
    number: int
    changed: int


@dataclass
class Replay:
    """A stored replay: its place in lists, and when it last changed for everyone."""

    record: Record
    public: Record
    game: str
    visibility: Visibility
    number: int
    changed: int
    holds: dict[str, Hold] = field(default_factory=dict)

    def is_whole_for(self, viewer: str | None) -> bool:
        """Whether the viewer sees all of the record."""
        return self.record.result is not None or viewer == ADMIN or viewer in self.holds

    def is_seen_by(self, viewer: str | None) -> bool:
        """Whether the viewer can read it."""
        return self.visibility != Visibility.PRIVATE or viewer == ADMIN or viewer in self.holds

    def is_found_by(self, viewer: str) -> bool:
        """Whether `same_game` names it to the viewer."""
        return self.visibility == Visibility.PUBLIC or viewer in self.holds

    def version_for(self, viewer: str | None) -> tuple[int, bool]:
        """What its ETag stands for."""
        hold = self.holds.get(viewer or "")
        changed = self.changed if hold is None else max(self.changed, hold.changed)
        return changed, self.is_whole_for(viewer)


class Model:
    """The replays and decks of a service."""

    def __init__(self, decks: Decks) -> None:
        self.replays: dict[str, Replay] = {}
        self.decks: dict[str, str] = {}
        self._known = decks
        self._ticks = count(1)

    def add(self, record: Record, holder: str, wish: Visibility) -> tuple[bool, bool, list[str]]:
        """Upload a record: `created`, `held` and `same_game` of the answer.

        `same_game` has the newest first.
        """
        name, game = record_digest(record), game_digest(record, self._known)
        others = [
            other
            for other, replay in self._newest_first()
            if other != name and replay.game == game and replay.is_found_by(holder)
        ]
        known = self.replays.get(name)
        if known is not None and holder in known.holds:
            return False, True, others
        created = known is None or known.visibility == Visibility.PRIVATE
        now = next(self._ticks)
        if known is None:
            finished = record.result is not None
            public = record if finished else redact(record, decks=self._known)
            known = self.replays[name] = Replay(record, public, game, wish, now, now)
        known.holds[holder] = Hold(wish, now, now)
        self._settle(known)
        return created, False, others

    def change(self, name: str, by: str, wish: Visibility) -> None:
        """Change what somebody's hold asks for; an admin without one changes all of them."""
        now = next(self._ticks)
        for hold in self._holds(name, by).values():
            if hold.visibility != wish:
                hold.visibility, hold.changed = wish, now
        self._settle(self.replays[name])

    def give_up(self, name: str, by: str) -> None:
        """Give up somebody's hold; an admin without one gives up all of them."""
        replay = self.replays[name]
        for holder in self._holds(name, by):
            del replay.holds[holder]
        if replay.holds:
            self._settle(replay)
        else:
            del self.replays[name]

    def refusal(self, name: str, by: str) -> int | None:
        """The status that refuses a change; None if it is allowed."""
        replay = self.replays.get(name)
        if replay is None or not replay.is_seen_by(by):
            return 404
        return None if by == ADMIN or by in replay.holds else 403

    def public(self) -> list[str]:
        """What everyone finds in lists, the newest first."""
        return [name for name, one in self._newest_first() if one.visibility == Visibility.PUBLIC]

    def own(self, viewer: str) -> list[str]:
        """What somebody finds in their own list, the newest first."""
        if viewer == ADMIN:
            return [name for name, _ in self._newest_first()]
        mine = [
            (one.holds[viewer].number, n) for n, one in self.replays.items() if viewer in one.holds
        ]
        return [name for _, name in sorted(mine, reverse=True)]

    def is_needed(self, deck: str) -> bool:
        """Whether a replay is on the deck."""
        return any(replay.record.deck == deck for replay in self.replays.values())

    def _newest_first(self) -> list[tuple[str, Replay]]:
        return sorted(self.replays.items(), key=lambda pair: -pair[1].number)

    def _holds(self, name: str, by: str) -> dict[str, Hold]:
        """The holds that a change by this owner applies to."""
        holds = self.replays[name].holds
        return {by: holds[by]} if by in holds else dict(holds)

    def _settle(self, replay: Replay) -> None:
        """Give a replay the most open visibility that a hold asks for."""
        wished = min((hold.visibility for hold in replay.holds.values()), key=OPENNESS.index)
        if wished == replay.visibility:
            return
        replay.visibility, replay.changed = wished, next(self._ticks)
        if wished == Visibility.PUBLIC:
            replay.number = replay.changed
