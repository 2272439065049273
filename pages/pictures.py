"""The pictures of a game as CSS: a class for each, so that a page carries only its own."""

from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from re import findall, sub
from urllib.parse import quote

from engines.catalogue import CardKind
from engines.game import Game
from engines.layout import Label, Layout

_SYMBOLS = Path(__file__).parent / "symbols.svg"
_SYMBOL = r'<symbol id="i-([a-z-]+)" viewBox="0 0 32 32">(.*?)</symbol>'
_TILES, _LONGEST_FIGURE = 3, 2
"""The pictures of a swatch, and the most characters on the card of one."""

_LEFT_ALONE = " !$&'()*+,-./:;=?@_~"
"""The characters that need no quoting in a data URL between double quotes."""


def pictures(game: Game) -> str:
    """The CSS of a game: its pictures, and the colours of its cards."""
    return "".join([*_colours(game), *_pictures(game)])


def _colours(game: Game) -> Iterator[str]:
    layout = game.layout
    yield f".game-{game.name}{{--cloth:{layout.ground};--back:{layout.back}}}\n"
    for key, (ground, ink) in layout.colours.items():
        yield f".c-{key}{{--ground:{ground};--figure:{ink}}}\n"


def pictured(game: Game) -> set[str]:
    """The names of the pictures that a game needs."""
    kinds = game.catalogue.values()
    names = {picture_of(kind) for kind in kinds} | {
        kind.face.ingredient for kind in kinds if hasattr(kind.face, "ingredient")
    }
    return names - {""}


def _pictures(game: Game) -> Iterator[str]:
    for name, drawn in sorted(drawings(game).items()):
        yield f'.p-{name}{{background-image:url("{_address(drawn)}")}}\n'


def drawings(game: Game) -> dict[str, str]:
    """The markup of every picture that a game needs, by its name. All are 32 wide and high."""
    alike = {picture_of(kind): kind for kind in game.catalogue.values()}
    drawn = {name: _drawn(kind, game.layout) for name, kind in alike.items()}
    plain = pictured(game) - drawn.keys()
    drawn |= {name: symbols()[name] for name in plain if name in symbols()}
    return {name: markup for name, markup in drawn.items() if name}


def picture_of(kind: CardKind) -> str:
    """The name of the picture of a card: its symbol with what is on it, `jar-cherry`, or empty."""
    return "-".join([kind.picture, *_fruits(kind)]) if kind.picture else ""


def _fruits(kind: CardKind) -> tuple[str, ...]:
    return getattr(kind.face, "fruits", ())


def _drawn(kind: CardKind, layout: Layout) -> str:
    """The picture of a card: its symbol in the colour of its first fruit, with its fruits on it."""
    if kind.picture not in symbols():
        return ""
    fruits, label = _fruits(kind), layout.labels.get(kind.picture)
    colour = layout.colours.get(fruits[0], ("#c2185b", ""))[0] if fruits else ""
    symbol = sub(r"var\(--c,#[0-9a-f]{6}\)", colour, symbols()[kind.picture])
    if label is None:
        return symbol
    labels = "".join(
        [_labelled(fruit, at, label) for fruit, at in zip(fruits, label.at, strict=False)]
    )
    return labels + symbol if label.behind else symbol + labels


def _labelled(fruit: str, at: tuple[float, float, float], label: Label) -> str:
    """A fruit at its place; nothing if it has no symbol."""
    left, top, size = at
    place = f"x='{left:g}' y='{top:g}' width='{size:g}' height='{size:g}'"
    ground = (
        "" if label.rounding is None else f"<rect {place} rx='{label.rounding:g}' fill='#fff'/>"
    )
    if fruit not in symbols():
        return ""
    around = 3 if ground else 0
    move = f"translate({left:g} {top:g})scale({size / (32 + 2 * around):.4g})"
    inset = f"translate({around} {around})" if around else ""
    return f"{ground}<g transform='{move}{inset}'>{symbols()[fruit]}</g>"


def swatch(game: Game) -> str:
    """The CSS of a game's swatch in a list: three of its pictures on its cloth."""
    layout = game.layout
    tiles = [_tile(name, layout) for name in _shown_in_lists(game)]
    row = "".join(
        [f"<g transform='translate({32 * at})'>{tile}</g>" for at, tile in enumerate(tiles)]
    )
    address = _address(row, f"-3 0 {32 * len(tiles) + 6} 32")
    picture = f'background-image:url("{address}")'
    return f".swatch.{game.name}{{background-color:{layout.ground};{picture}}}\n"


def _shown_in_lists(game: Game) -> tuple[str, ...]:
    """The tiles of a game's swatch: by default of the first kinds of its cards."""
    kinds = dict.fromkeys(
        name
        for card in game.catalogue.values()
        for name in (card.picture or "", card.kind)
        if name in symbols() or name in game.layout.colours
    )
    return game.layout.swatch or tuple(kinds)[:_TILES] or (game.title[0],)


def _tile(name: str, layout: Layout) -> str:
    """A symbol, a little smaller; or a card with its figure, or with the letter it begins with."""
    if name in symbols():
        return (
            f"<svg x='3' y='3' width='26' height='26' viewBox='0 0 32 32'>{symbols()[name]}</svg>"
        )
    ground, ink = layout.colours.get(name, (layout.back, "#ffffff"))
    figure = name if len(name) <= _LONGEST_FIGURE else name[0].upper()
    words = f"<text x='16' y='22' fill='{ink}' text-anchor='middle'>{escape(figure)}</text>"
    card = f"<rect x='5' y='1' width='22' height='30' rx='3.5' fill='{ground}'/>"
    return f"<g font-family='system-ui' font-weight='700' font-size='16'>{card}{words}</g>"


@cache
def symbols() -> dict[str, str]:
    """The markup of every symbol, by its name. All are 32 wide and high."""
    return dict(findall(_SYMBOL, _SYMBOLS.read_text(encoding="utf-8")))


def _address(markup: str, box: str = "0 0 32 32") -> str:
    """A picture as a data URL."""
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'>{markup}</svg>"
    return f"data:image/svg+xml,{quote(svg.replace(chr(34), chr(39)), safe=_LEFT_ALONE)}"
