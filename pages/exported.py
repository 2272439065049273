"""Pages that are files: a game, or one position of it, with everything that shows it."""

from collections.abc import Iterator

from engines.registry import OWN_DECKS, Decks
from pages.drawing import replay_page, strip
from pages.reels import reels
from pages.scene import Scene, scene
from pages.stretch import film
from pages.svg.position import svg
from replays.view.frames import Frame, frames
from replays.view.playhead import Playhead
from replays.view.views import name_of


def exported_page(replay: Playhead, view: str | None, decks: Decks = OWN_DECKS) -> str:
    """A file that steps through a whole replay and its variations in one view."""
    shown = reels(replay, decks, view)
    game = shown[0]
    return replay_page(
        game.scene, game.frames[0], game.frames, film=film(shown), lines=map(strip, shown[1:])
    )


def exported_pictures(replay: Playhead, view: str | None, first: int, last: int) -> Iterator[str]:
    """The pictures of these plies of a game in one view, each an SVG."""
    at, shown = _from_the_deal(replay, view)
    return (svg(at, frame) for frame in shown[first : last + 1])


def position_page(replay: Playhead, view: str | None) -> str:
    """A file that shows the position at which a replay stands, in one view."""
    ply = replay.ply
    at, shown = _from_the_deal(replay, view)
    return replay_page(at, shown[ply], shown, "position.html")


def _from_the_deal(replay: Playhead, view: str | None) -> tuple[Scene, list[Frame]]:
    """The scene and all frames of a replay, which is then at its end."""
    replay.seek(0)
    shown, key = list(frames(replay, view)), name_of(view)
    at = scene(replay.game, replay.record, shown, view=key, views=(key,), root=None, address=None)
    return at, shown
