"""What holds of the drawings of every game: pages and pictures show each position."""

from collections import Counter

from engines.game import Game
from pages.drawing import regions, replay_page
from pages.pictures import symbols
from pages.scene import scene
from pages.svg.position import svg
from replays.general.broken import Broken
from replays.general.check import Check
from replays.general.deal import Deal
from replays.general.records import played
from replays.view.frames import film
from replays.view.picture import picture
from replays.view.views import name_of

_DRAWN = 6
"""Positions of a game that are drawn."""


def its_pictures_are_there(game: Game) -> None:
    """Each picture of a card is a symbol, and the swatch has symbols, or cards with colours."""
    for code, card in game.catalogue.items():
        if card.picture and card.picture not in symbols():
            raise Broken(
                f"the picture of {code}, {card.picture}, is no symbol",
                f"leave it out, or choose of {', '.join(sorted(symbols()))}",
                game.describe,
            )


def pages_and_pictures_show_every_position(deal: Deal) -> None:
    """The page and the picture of a position are drawn in each view, each zone at one place."""
    game, record = deal.game, played(deal)
    shown, key = list(film(record, view=deal.view)), name_of(deal.view)
    at = scene(game, record, shown, view=key, views=(key,), root=None, address=None)
    first = regions(at, shown[0]).keys()
    for frame in shown[:: max(len(shown) // _DRAWN, 1)]:
        deal.plies = frame.ply
        areas = picture(game.layout, game.catalogue, frame).areas()
        places = Counter(zone.key for area in areas for zone in area.zones)
        for zone in frame.zones:
            if zone.name not in game.layout.hidden and places[zone.key] != 1:
                raise Broken(
                    f"{zone.key} is drawn {places[zone.key]} times",
                    "name it once in `shared` or `seat` of layout.toml",
                    (game.folder / "layout.toml", 1),
                )
        if regions(at, frame).keys() != first:
            raise Broken(
                "the page of a position has other parts than that of the deal",
                "let zones and shown counters always be the same ones",
            )
        svg(at, frame)
    replay_page(at, shown[-1], shown)


OF_FILES = (Check(its_pictures_are_there, plays=False),)
OF_DEALS = (Check(pages_and_pictures_show_every_position),)
