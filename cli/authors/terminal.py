"""What holds of the drawings of every game in a terminal."""

from cli.draw.glyphs import signs_for
from cli.draw.position import Drawing
from cli.draw.spoken import Spoken
from cli.load import LoadedRecord
from replays.general.check import Check
from replays.general.deal import Deal
from replays.general.records import played
from replays.view.frames import FrameMaker
from replays.view.playhead import Playhead

_WIDTHS = (80, 40)
_DRAWN = 6
"""Positions of a game that are drawn."""


def a_terminal_shows_every_position(deal: Deal) -> None:
    """A position is drawn in each view, on wide and on narrow screens, and told in words."""
    replay = Playhead(played(deal))
    loaded = LoadedRecord(
        "-", 1, more=False, replay=replay, plies=replay.plies, good=replay.plies, problem=None
    )
    for ply in range(0, replay.plies + 1, max(replay.plies // _DRAWN, 1)):
        deal.plies = ply
        replay.seek(ply)
        frame = FrameMaker(replay, deal.view).take()
        for width in _WIDTHS:
            Drawing(loaded, signs_for("utf-8")).whole(frame, width)
        Spoken(loaded).whole(frame)


OF_DEALS = (Check(a_terminal_shows_every_position),)
