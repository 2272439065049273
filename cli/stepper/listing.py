"""The moves of a record, ply by ply: what the list, the graph and the search are made from."""

from collections.abc import Sequence
from dataclasses import dataclass

from cli.load import Loaded
from engines.catalogue import Catalogue
from notation.fault import Fault
from notation.record import Path
from notation.render.visible import visible
from replays.view.frames import frames
from replays.view.moves import PlayedPly, moves
from replays.view.narration import PlyView


@dataclass(frozen=True, slots=True)
class Entry:
    """A ply in a list of moves.

    `short` says it in short words, and `move` is as it is written. `lines` are its variations.
    `words` are all that a search looks through, in lower case.
    """

    ply: int
    round: int
    seat: str
    short: str
    move: str
    mark: str
    comments: tuple[str, ...]
    at: float | None
    lines: tuple["Line", ...]
    scores: tuple[int | None, ...]
    words: str

    @property
    def noted(self) -> bool:
        """Whether there is a mark, a comment or a variation."""
        return bool(self.mark or self.comments or self.lines)


@dataclass(frozen=True, slots=True)
class Line:
    """A variation: the path of the line in the record, and its plies."""

    start: Path
    entries: tuple[Entry, ...]


def entries(loaded: Loaded, view: str | None, *, comments: bool) -> list[Entry]:
    """An entry for each ply of a record as a view sees it, the first for the start.

    If there is a mistake in a variation, variations are left out.
    """
    replay, catalogue = loaded.replay, loaded.replay.game.catalogue
    try:
        listed = moves(replay.record, loaded.decks, view)
        return [_entry(played, catalogue, comments=comments) for played in listed]
    except Fault:
        here = replay.ply
        replay.seek(0)
        ply_entries = [
            _entry(drawn, catalogue, comments=comments) for drawn in frames(replay, view)
        ]
        replay.seek(here)
        return ply_entries


def _entry(drawn: PlyView, catalogue: Catalogue, *, comments: bool) -> Entry:
    said = drawn.comments if comments else ()
    sentence = drawn.sentence
    words = [drawn.move or "", *said, *(auto.text for auto in drawn.auto)]
    if sentence is not None:
        words += [sentence.text, sentence.short]
        cards = [catalogue.get(part.card or "") for part in sentence.parts]
        words += [name for card in cards if card for name in (card.title, card.name)]
    variations = drawn.variations if isinstance(drawn, PlayedPly) else ()
    lines = [
        Line(
            tuple(int(step) for step in variation.line.split("/") if step.isdecimal()),
            tuple(_entry(played, catalogue, comments=comments) for played in variation.moves),
        )
        for variation in variations
        if variation.moves
    ]
    return Entry(
        ply=drawn.ply,
        round=drawn.round,
        seat=drawn.seat or "",
        short=visible(sentence.short) if sentence else "",
        move=visible(drawn.move or ""),
        mark=drawn.mark,
        comments=tuple(visible(text) for text in said),
        at=drawn.at,
        lines=tuple(lines),
        scores=drawn.scores,
        words=" ".join(words).casefold(),
    )


def hits(listed: Sequence[Entry], text: str) -> list[int]:
    """The plies that contain a text, in any case."""
    wanted = text.casefold()
    return [entry.ply for entry in listed if wanted in entry.words]


def noted(listed: Sequence[Entry]) -> list[int]:
    """The plies with a mark, a comment or a variation."""
    return [entry.ply for entry in listed if entry.ply and entry.noted]
