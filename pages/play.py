"""The page on which people play: the table, and a dock with what may be chosen."""

from collections.abc import Sequence
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import asdict

from pages.drawing import replay_page
from pages.scene import Scene
from replays.view.choices import Choices
from replays.view.frames import Frame
from replays.view.taps import Left, left
from replays.view.things import Thing
from replays.what_if import MOST_TRIED

BETWEEN = ";"
"""The sign between two moves of a line, which no move has."""


MOST_TEXT = 8_000
"""Characters of a line in an address."""


def moves_in(line: str) -> list[str]:
    """The moves of a line, as the address of a page has them.

    >>> moves_in("draw left left; cross 3 3;")
    ['draw left left', 'cross 3 3']
    """
    return [move.strip() for move in line.split(BETWEEN) if move.strip()]


class Desk(Struct, frozen=True):
    """What a player has before them.

    Attributes:
        version: the version of the table that is shown.
        own: the seat that the player has; empty: all of them.
        undoes: whether the last ply can be taken back.
        least: how many plies stay: those of the replay that the game goes on from.
        computer: the seats that the computer plays: nothing is chosen for them, and what they
            played goes back with the ply before.
        taps: what a page without scripts has tapped.
        answers: who answers the last ply, where nobody knows who can.
        shuffled: the piles that the last ply shuffled, where somebody may tell what they saw.
    """

    version: int
    own: str
    undoes: bool
    computer: tuple[str, ...]
    taps: tuple[str, ...]
    least: int = 0
    answers: str = ""
    shuffled: tuple[str, ...] = ()


class Tries(Struct, frozen=True):
    """A line that is tried instead of what was played.

    Attributes:
        address: that of the page on which it is tried.
        game: that of the page of the replay, at the ply where the line begins.
        ply: how many plies of the game it begins with.
        moves: what was tried so far.
        text: the same as it is written in a log.
        replaces: whether there is a ply that it could be a variation of.
        keeps: whether the reader holds the replay, and can store it with the line.
        is_seeded: whether later cards are those of the game itself.
        file: of a pasted log, the record with the line as the address of a file.
    """

    address: str
    game: str
    ply: int
    moves: tuple[str, ...]
    replaces: bool
    keeps: bool
    text: str = ""
    is_seeded: bool = False
    file: str = ""

    @property
    def line(self) -> str:
        """The moves as the address of the page has them."""
        return BETWEEN.join(self.moves)

    def to(self, line: str) -> str:
        """The address of the page after a line. That of a pasted log is a place on the page.

        >>> tries = Tries("#try=4", "#4", 4, (), replaces=True, keeps=False)
        >>> tries.to("draw left left;cross 2 2"), tries.to("")
        ('#try=4&line=draw%20left%20left%3Bcross%202%202', '#try=4')
        """
        if not line:
            return self.address
        return f"{self.address}{'&' if '#' in self.address else '?'}line={quote(line, safe='')}"

    @property
    def download(self) -> str:
        """Where the record with the line lies; empty if no record has it."""
        if self.file or not self.replaces:
            return self.file
        return f"{self.address}/record.cgn?line={quote(self.line, safe='')}"

    @property
    def is_full(self) -> bool:
        """Whether it can go no further."""
        return len(self.moves) >= MOST_TRIED

    @property
    def before(self) -> str:
        """The line without its last move."""
        return BETWEEN.join(self.moves[:-1])


def play_page(
    scene: Scene,
    frames: Sequence[Frame],
    found: Choices | None,
    after: Left | None,
    desk: Desk,
    tries: Tries | None = None,
) -> str:
    """The page of a game in progress at its last ply, or of a line that is tried.

    `found` are the choices of the player, None if another seat is asked; `after` is what the taps
    of a page without scripts leave of them.
    """
    things = {} if found is None else {one.key: one for one in (*found.things, *found.deck)}
    return replay_page(
        scene,
        frames[-1],
        frames,
        template="play.html" if tries is None else "try.html",
        tries=tries,
        choices=found,
        after=after,
        named={key: named(thing) for key, thing in things.items()},
        titles={} if found is None else {one.verb: one.title for one in found.verbs},
        undo_to=_before_the_last(frames, desk),
        data="" if found is None else _data(found),
        desk=desk,
    )


def try_page(
    scene: Scene, frames: Sequence[Frame], found: Choices | None, taps: Sequence[str], tries: Tries
) -> str:
    """The page of a line that is tried, after what a page without scripts has tapped."""
    after = None if found is None else left(found.moves, taps, opens=found.opens)
    desk = Desk(version=len(tries.moves), own="", undoes=False, computer=(), taps=tuple(taps))
    return play_page(scene, frames, found, after, desk, tries)


def _before_the_last(frames: Sequence[Frame], desk: Desk) -> int | None:
    """How many plies stand once the last ply of a person is taken back; None: there is none."""
    by_people = [frame.ply for frame in frames if frame.seat and frame.seat not in desk.computer]
    by_people = [ply for ply in by_people if ply > desk.least]
    return by_people[-1] - 1 if by_people and desk.undoes else None


def named(thing: Thing) -> str:
    """A thing in words: what it is called, and where it lies.

    >>> named(Thing("hand.A/9", "9", where="Ana's hand")), named(Thing("at:left", "left pile"))
    ("9, Ana's hand", 'left pile')
    """
    return ", ".join(filter(None, (thing.name, thing.note, thing.where)))


def _data(found: Choices) -> Markup:
    """The choices as JSON that can stand within a page.

    Each move is its text, its verb, and the numbers of the things that its arguments name, in the
    order of `things` and `deck`: with their keys, a page of The Jam has twice the bytes.
    """
    numbers = {one.key: number for number, one in enumerate((*found.things, *found.deck))}
    moves = [
        (one.move, one.verb, [[numbers[key] for key in part] for part in one.parts])
        for one in found.moves
    ]
    data = encode({**asdict(found), "moves": moves}).decode()
    return Markup(data.replace("<", "\\u003c"))  # noqa: S704 - no tag is left
