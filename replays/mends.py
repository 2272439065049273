"""Makes the edits of a fault that shows when a record is played: moves, seats, reveals, shuffles.

Only for sources that ask for edits, and never for a valid record, so it may replay the record.
"""

from msgspec.structs import replace

from engines.decks import Decks
from notation.diagnostics import Diagnostic
from notation.edits import Edit, Spot, writing
from notation.fault import Fault
from notation.grammar import PLAY_LINE
from notation.mending import at_place, below, line_out, ply_put_in, suggested
from notation.mending import moves as written_moves
from notation.places import Source, TextSource
from notation.record import Path, Record, path_of, where_of
from notation.wording import Suggestion, suggested_text
from replays.play import steps
from replays.set_up import game_of, open_table
from replays.slips.moves import Meant
from replays.slips.shuffles import Remedy, spelled


def of_move(base: Diagnostic, meant: Meant) -> tuple[Edit, ...]:
    """The edits of a wrong move: the word that the advice suggests, then the moves near to it."""
    word = suggested_text(meant.advice)
    kept = () if word is None or word in meant.near else base.edits
    return (*kept, *written_moves(base.place, meant.near, word, alone=len(meant.near) == 1))


def of_turn(base: Diagnostic, source: TextSource, seat: str, name: str) -> tuple[Edit, ...]:
    """The edits of a ply out of turn: another seat, or a forgotten ply before it."""
    other = at_place(base.place, seat, f"{writing(seat)}: it is the turn of {name}")
    title = f"Put a ply of {name} in before this one"
    before = ply_put_in(source.text, source.first_line, base.place.line or 1, seat, title)
    return (replace(other, meant=False), *([before] if before else []))


def of_reveals(
    fault: Fault, record: Record, source: Source, decks: Decks, *, doubtful: bool
) -> tuple[Edit, ...]:
    """The edits of wrong reveals: those that the cards give.

    They are certain unless it is `doubtful` whether the cards are right, and the next reveals do
    not show it.
    """
    if not isinstance(fault.advice, Suggestion):
        return ()
    path = path_of(fault.where)
    edit = suggested(source.place((*where_of(path), "reveals")), fault.code, fault.advice)
    sure = not doubtful or _goes_on(record, path, decks)
    return (edit if sure else replace(edit, certain=False),)


def _goes_on(record: Record, path: Path, decks: Decks) -> bool:
    """Whether the next reveals after those of this entry of the main line are right."""
    if len(path) > 1:
        return False
    entries = list(record.plies)
    entries[path[0]] = replace(entries[path[0]], reveals=())
    bare = replace(record, plies=tuple(entries))
    try:
        table = open_table(bare, game_of(bare, decks))
        played = steps(table, bare.plies, bare.seed)
        return any(step.path > path and step.ply.reveals for step in played)
    except Fault:
        return False


def of_shuffle(remedy: Remedy, source: TextSource) -> Edit:
    """The edit that adds lines of shuffles which are missing at a place, or takes one out."""
    if not remedy.missing:
        place = source.place(where_of(remedy.path))
        return line_out(place, "Take this line out", certain=remedy.certain)
    lines = [*map(spelled, remedy.missing)]
    title = f"Add the line{'s' if len(lines) > 1 else ''} `{'`, `'.join(lines)}`"
    return replace(_put_in(source, remedy.path, lines, title), certain=remedy.certain)


def _put_in(source: TextSource, path: Path, lines: list[str], title: str) -> Edit:
    """The edit that puts lines below the entry at a path.

    With an empty path it puts them above the first line of play, or at the end of the record.
    """
    if path:
        return below(source.place(where_of(path)), "\n".join(lines), title)
    first = PLAY_LINE.search(source.text)
    if first is None:
        return below(source.last(), "\n".join(["", *lines]), title)
    spot = Spot(source.first_line + source.text.count("\n", 0, first.start()), 1)
    return Edit(spot, spot, "".join([f"{line}\n" for line in lines]), title)
