"""A game as a seat saw it, by a record that came from elsewhere."""

from functools import cached_property
from io import BytesIO

from engines.registry import OWN_DECKS, Decks
from notation.outcome import as_reading
from notation.read import Form, raw_of_form
from notation.record import Record
from replays.view.frames import Frame, frame
from replays.view.playhead import Playhead


class SeenRecord:
    """A record in text, which is read when it is asked for, after so many plies."""

    decks: Decks = OWN_DECKS

    def __init__(self, seat: str, text: str, plies: int) -> None:
        self._seat, self._text, self.plies = seat, text, plies

    def record(self) -> Record:
        """The record. Raises ValueError if there is none in the text."""
        return self._record

    def frame(self) -> Frame:
        """The position, as far as the record has it."""
        head = Playhead(self._record)
        head.seek(head.plies)
        return frame(head, self._seat)

    @cached_property
    def _record(self) -> Record:
        for found in raw_of_form(BytesIO(self._text.encode()), "", Form.TEXT):
            reading = as_reading(found)
            if reading.record is not None:
                return reading.record
        raise ValueError("no record came of what the seat has seen")
