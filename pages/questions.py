"""What a browser asks that checks logs itself: the page that the service would make of a log."""

from io import BytesIO

from msgspec.json import Decoder

from engines.registry import OWN_DECKS
from notation.page_record import within
from pages.pasted import pasted, pasted_page
from replays import questions
from replays.questions import Question


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


_PAGES = Decoder(Page)


def answer(question: bytes, log: bytes) -> bytes:
    """The answer to a question about a log, as `replays.questions.answer` gives it."""
    return questions.answer(question, log, _PAGES)
