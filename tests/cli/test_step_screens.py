"""The screens of `cgn step` on a real terminal, compared with the kept ones."""

from pathlib import Path

import pytest

from cli.draw.glyphs import UNICODE
from cli.draw.position import Drawing
from cli.load import load
from replays.view.frames import frame, frames
from tests.cli.kept_screens import PLIES, SIZES, kept
from tests.cli.running import ROOT, cgn
from tests.cli.terminal import needs_tmux, terminal

LARGEST = {
    "triggs": 4,
    "point_salad": 6,
    "grab_your_breakfast": 4,
    "the_jam": 4,
    "turkey_my_mayonnaise": 10,
}


@needs_tmux
@pytest.mark.parametrize("game", PLIES)
def test_each_game_is_drawn_as_on_its_kept_screen(game: str) -> None:
    """If the change is intended, run `python -m tests.cli.kept_screens`."""
    columns, lines = SIZES[0]
    with terminal(f"cgn step examples/{game}.cgn", columns, lines) as screen:
        screen.wait_for("ply 0 of")
        screen.press("g", *str(PLIES[game]), "Enter")
        for size in SIZES:
            screen.resize(*size)
            page = kept(game, size).read_text(encoding="utf-8")
            screen.wait_for(page.splitlines()[-1])
            screen.wait_for(page.splitlines()[0])
            assert [line.rstrip() for line in screen.screen().splitlines()] == page.splitlines()
        screen.press("Right")
        screen.wait_for(f"ply {PLIES[game] + 1} of")
        screen.press("Left")
        assert page.splitlines()[0] in screen.wait_for(f"ply {PLIES[game]} of")


@pytest.mark.parametrize("game", PLIES)
def test_every_ply_of_the_examples_is_whole_at_80_by_24(game: str) -> None:
    loaded = load(str(ROOT / "examples" / f"{game}.cgn"), 1)
    drawing = Drawing(loaded, UNICODE)
    for drawn in frames(loaded.replay):
        assert len(drawing.table(drawn, 80, 19, full=False)) <= 19, drawn.ply


@pytest.mark.parametrize(("game", "seats"), LARGEST.items())
def test_the_largest_tables_are_whole_at_80_by_24_once_folded(
    game: str, seats: int, tmp_path: Path
) -> None:
    path = tmp_path / "largest.cgn"
    path.write_text(cgn("simulate", game, "--seats", str(seats), "--seed", "largest").stdout)
    loaded = load(str(path), 1)
    drawing = Drawing(loaded, UNICODE)
    for ply in range(0, loaded.plies + 1, 20):
        loaded.seek(ply)
        drawn = frame(loaded.replay)
        assert len(drawing.table(drawn, 80, 19, full=False)) <= 19, ply
