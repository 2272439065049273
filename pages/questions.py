"""What a browser asks that checks logs and tries moves itself: the pages that the service makes."""

from io import BytesIO

from msgspec.json import Decoder

from engines.registry import OWN_DECKS
from notation.origin import shared_plies
from notation.page_record import within
from notation.record import Record
from pages.drawing import replay_page, strip
from pages.pasted import address_of, pasted, pasted_page, verdict_part
from pages.play import Tries, try_page
from pages.reels import reels
from pages.scene import scene
from pages.stretch import film as stretched
from replays import questions
from replays.questions import Question, Unanswerable, played
from replays.set_up import game_of
from replays.view.frames import film
from replays.view.playhead import Playhead
from replays.view.views import ALL, views_of
from replays.what_if import Untriable, as_variation, choices_after, written


class Page(Question, frozen=True, kw_only=True, tag="page"):
    """The page of one of the records of a log at a ply, for a service at `root`.

    It offers to keep the log if the service `keeps` logs.
    """

    root: str
    ply: int = 0
    keeps: bool = False

    def answer(self, log: bytes) -> str:
        """The page. Raises Unanswerable if the deck of the record was not sent."""
        log = within(BytesIO(log)).read()
        reading, shown = pasted(log, self.record, self.ply, keeps=self.keeps)
        decks = OWN_DECKS if reading.record is None else self.decks_of(reading.record)
        return pasted_page(self.root, shown, reading, decks)


class VerdictPage(Question, frozen=True, kw_only=True, tag="verdict-page"):
    """What the check of a record says, as a part of a page that has no form to mend it."""

    def answer(self, log: bytes) -> str:
        """The part. Raises Unanswerable if the deck of the record was not sent."""
        reading = self.reading(log)
        decks = OWN_DECKS if reading.record is None else self.decks_of(reading.record)
        return verdict_part(log.decode("utf-8", "replace"), reading, decks)


class TryPage(Question, frozen=True, kw_only=True, tag="try-page"):
    """The page of moves that are tried after a ply of the replay at the address `replay`.

    Without one, they are tried in the log that is shown on the same page; without a `root`, that is
    a file. `keeps` says whether the reader may store the replay with the line, at the service.
    """

    root: str | None = None
    replay: str = ""
    ply: int
    moves: tuple[str, ...] = ()
    keeps: bool = False

    def answer(self, log: bytes) -> str:
        """The page. Raises Unanswerable if one of the moves is against the rules."""
        record, decks = self.asked(log)
        line = self.tried(record, self.ply, self.moves, decks, quoted=False)
        game = f"{self.replay}/{self.ply}" if self.replay else f"#{self.ply}"
        tries = Tries(
            address=f"{game}/try" if self.replay else f"#try={self.ply}",
            game=game,
            ply=self.ply,
            moves=self.moves,
            text=written(line, self.ply),
            replaces=self.ply < len(record.moves),
            keeps=self.keeps,
            is_seeded=record.seed is not None,
            file="" if self.replay else _file(record, self.ply, line),
        )
        frames = list(film(line, decks))
        around = scene(
            game_of(line, decks),
            line,
            frames,
            view=ALL,
            views=(ALL,),
            root=self.root,
            address=self.replay or None,
        )
        found = None if tries.is_full else choices_after(line, (), decks)
        return try_page(around, frames, found, (), tries)


def _file(record: Record, ply: int, line: Record) -> str:
    """The address of a file with a record and a line that was tried; empty if it has nothing new.

    The line is a variation, or goes on where the record ends.
    """
    if ply >= len(record.moves):
        return address_of(line) if line.moves[ply:] else ""
    try:
        return address_of(as_variation(record, shared_plies(record, line, ply), line))
    except Untriable:
        return ""


class EmbedPage(Question, frozen=True, kw_only=True, tag="embed-page"):
    """The page of a record for a frame within another page: whole, at a ply, in one view."""

    root: str
    ply: int = 0
    view: str = ALL

    def answer(self, log: bytes) -> str:
        """The page. Raises Unanswerable, also for a view that the game has not."""
        record, decks = self.asked(log)
        if self.view not in views_of(len(record.seats)):
            raise Unanswerable(f"this game has no view {self.view!r}")
        with played():
            seen = None if self.view == ALL else self.view
            shown = reels(Playhead(record, decks), decks, seen, root=self.root)
        game = shown[0]
        ply = min(max(self.ply, 0), game.scene.plies)
        return replay_page(
            game.scene,
            game.frames[ply],
            game.frames,
            "embed.html",
            film=stretched(shown),
            lines=map(strip, shown[1:]),
        )


_PAGES: Decoder[Question] = Decoder(Page | VerdictPage | TryPage | EmbedPage)


def answer(question: bytes, log: bytes) -> bytes:
    """The answer to a question about a log, as `replays.questions.answer` gives it."""
    return questions.answer(question, log, _PAGES)
