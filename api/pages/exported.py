"""Pages that are files: a game, or one position of it, with everything that shows it."""

from api.pages.drawing import replay_page
from api.pages.scene import Scene, scene
from api.pages.stretch import film
from replays.frames import Frame, frames
from replays.frames_json import ALL
from replays.playhead import Playhead


def exported_page(replay: Playhead, view: str | None) -> str:
    """A file that steps through a whole replay in one view."""
    made, shown = _drawn(replay, view)
    return replay_page(made, shown[0], shown, film(made, shown))


def position_page(replay: Playhead, view: str | None) -> str:
    """A file that shows the position at which a replay stands, in one view."""
    ply = replay.ply
    made, shown = _drawn(replay, view)
    return replay_page(made, shown[ply], shown, template="position.html")


def _drawn(replay: Playhead, view: str | None) -> tuple[Scene, list[Frame]]:
    """The scene of a replay, and all its frames. Leaves the replay at its end."""
    replay.seek(0)
    shown, key = list(frames(replay, view)), view or ALL
    made = scene(replay.game, replay.record, shown, view=key, views=(key,), root=None, address=None)
    return made, shown
