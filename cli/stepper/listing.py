"""The plies of a record as rows, for the list of moves, the graph and the search."""

from collections.abc import Sequence
from dataclasses import dataclass

from cli.load import LoadedRecord
from engines.catalogue import Catalogue
from notation.fault import Fault
from notation.record import Path
from notation.render.visible import visible
from replays.view.frames import frames
from replays.view.moves import PlayedPly, moves
from replays.view.narration import PlyView


@dataclass(frozen=True, slots=True)
class ListedPly:
    """A ply in the list of moves.

    `short` is the move in short words, `move` the move as it is written. A search looks through
    `words`, which are in lower case.
    """

    ply: int
    round: int
    seat: str
    short: str
    move: str
    mark: str
    comments: tuple[str, ...]
    at: float | None
    variations: tuple["ListedVariation", ...]
    scores: tuple[int | None, ...]
    words: str

    @property
    def noted(self) -> bool:
        """Whether there is a mark, a comment or a variation."""
        return bool(self.mark or self.comments or self.variations)


@dataclass(frozen=True, slots=True)
class ListedVariation:
    """A variation in the list of moves; `start` is its path in the record."""

    start: Path
    plies: tuple[ListedPly, ...]


def listed_plies(loaded: LoadedRecord, view: str | None, *, comments: bool) -> list[ListedPly]:
    """The plies of a record as a view sees them, after one for the start.

    Variations are left out if one of them has a mistake.
    """
    replay, catalogue = loaded.replay, loaded.replay.game.catalogue
    try:
        listed = moves(replay.record, loaded.decks, view)
        return [_listed(played, catalogue, comments=comments) for played in listed]
    except Fault:
        here = replay.ply
        replay.seek(0)
        plies = [_listed(drawn, catalogue, comments=comments) for drawn in frames(replay, view)]
        replay.seek(here)
        return plies


def _listed(drawn: PlyView, catalogue: Catalogue, *, comments: bool) -> ListedPly:
    said = drawn.comments if comments else ()
    sentence = drawn.sentence
    words = [drawn.move or "", *said, *(auto.text for auto in drawn.auto)]
    if sentence is not None:
        words += [sentence.text, sentence.short]
        cards = [catalogue.get(part.card or "") for part in sentence.parts]
        words += [name for card in cards if card for name in (card.title, card.name)]
    variations = [
        ListedVariation(
            tuple(int(step) for step in variation.line.split("/") if step.isdecimal()),
            tuple(_listed(played, catalogue, comments=comments) for played in variation.moves),
        )
        for variation in (drawn.variations if isinstance(drawn, PlayedPly) else ())
        if variation.moves
    ]
    return ListedPly(
        ply=drawn.ply,
        round=drawn.round,
        seat=drawn.seat or "",
        short=visible(sentence.short) if sentence else "",
        move=visible(drawn.move or ""),
        mark=drawn.mark,
        comments=tuple(visible(text) for text in said),
        at=drawn.at,
        variations=tuple(variations),
        scores=drawn.scores,
        words=" ".join(words).casefold(),
    )


def hits(listed: Sequence[ListedPly], text: str) -> list[int]:
    """The numbers of the plies that contain a text, whatever its case."""
    wanted = text.casefold()
    return [entry.ply for entry in listed if wanted in entry.words]


def noted(listed: Sequence[ListedPly]) -> list[int]:
    """The numbers of the plies with a mark, a comment or a variation."""
    return [entry.ply for entry in listed if entry.ply and entry.noted]
