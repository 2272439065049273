"""The page on which people play: the table, and a dock with what may be chosen."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct
from msgspec.json import encode

from pages.drawing import replay_page
from pages.scene import Scene
from replays.view.choices import Choices
from replays.view.frames import Frame
from replays.view.taps import Left
from replays.view.things import Thing


class Desk(Struct, frozen=True):
    """What a player has before them.

    Attributes:
        version: the version of the table that is shown.
        own: the seat that the player has; empty: all of them.
        undoes: whether the last ply can be taken back.
        taps: what a page without scripts has tapped.
        answers: who answers the last ply, where nobody knows who can.
    """

    version: int
    own: str
    undoes: bool
    taps: tuple[str, ...]
    answers: str


def play_page(
    scene: Scene, frames: Sequence[Frame], found: Choices | None, after: Left | None, desk: Desk
) -> str:
    """The page of a game in progress at its last ply.

    `found` are the choices of the player, None if another seat is asked; `after` is what the taps
    of a page without scripts leave of them.
    """
    things = {} if found is None else {one.key: one for one in (*found.things, *found.deck)}
    return replay_page(
        scene,
        frames[-1],
        frames,
        template="play.html",
        choices=found,
        after=after,
        named={key: named(thing) for key, thing in things.items()},
        titles={} if found is None else {one.verb: one.title for one in found.verbs},
        data="" if found is None else _data(found),
        desk=desk,
    )


def named(thing: Thing) -> str:
    """A thing in words: what it is called, and where it lies.

    >>> named(Thing("hand.A/9", "9", "Ana's hand")), named(Thing("at:left", "left pile"))
    ("9, Ana's hand", 'left pile')
    """
    return f"{thing.name}, {thing.where}" if thing.where else thing.name


def _data(found: Choices) -> Markup:
    """The choices as JSON that can stand within a page."""
    return Markup(encode(found).decode().replace("<", "\\u003c"))  # noqa: S704 - no tag is left
