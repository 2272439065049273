"""Asks for lines on a terminal: completes moves, shows the whole move in grey, edits lines."""

import sys
import termios
import tty
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import monotonic

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from cli.recorder.asking import Asker
from cli.recorder.recorder import MENU, Recorder

_SPILL = 0.5
"""Seconds in which keys may still belong to a move that was taken before it was typed out."""


class ScreenAsker(Asker):
    """A terminal with a cursor. If `quick`, it takes a move without Enter once it is certain."""

    def __init__(self, *, quick: bool = False) -> None:
        self._session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            key_bindings=_keys(self),
            reserve_space_for_menu=MENU,
            enable_suspend=True,
        )
        self._recorder: Recorder | None = None
        self._spill, self._until = "", 0.0
        if quick:
            self._session.default_buffer.on_text_insert += self._take_settled

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Keeps the terminal from writing keys where the next prompt will be drawn."""
        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin, termios.TCSANOW)
        try:
            yield
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, before)

    def _take_settled(self, buffer: Buffer) -> None:
        """Take a certain move; drop keys that still type the rest of the move before."""
        if self._spill and monotonic() < self._until:
            typed = buffer.text.strip()
            if self._spill.startswith(typed):
                self._spill = self._spill[len(typed) :].lstrip()
                buffer.reset()
                return
            self._spill = ""
        if self._recorder is not None and self._recorder.is_settled(buffer.text):
            typed = buffer.text
            whole = self._recorder.grey(typed) or typed
            self._spill = whole[len(typed) :].strip() if whole.startswith(typed) else ""
            self._until = monotonic() + _SPILL
            buffer.validate_and_handle()

    def ask(self, prompt: str, offer: str = "", recorder: Recorder | None = None) -> str:
        """The line typed. Ctrl-C clears it. Raises EOFError for Ctrl-D, or Ctrl-C on no text."""
        self._recorder = recorder
        return self._session.prompt(
            [("bold", prompt)],
            default=offer,
            completer=_Moves(recorder) if recorder is not None else None,
            rprompt=self._grey,
            pre_run=self._select,
        )

    def _select(self) -> None:
        """Select a refused line, so that typing replaces it."""
        buffer = self._session.default_buffer
        if not buffer.text or (self._recorder is not None and not self._recorder.failed):
            return
        size, buffer.cursor_position = len(buffer.text), 0
        buffer.start_selection()
        buffer.cursor_position = size
        if buffer.selection_state is not None:
            buffer.selection_state.enter_shift_mode()

    def _grey(self) -> StyleAndTextTuples:
        text = self.whole(self._session.default_buffer.text)
        return [("ansibrightblack", text)] if text else []

    def whole(self, typed: str) -> str:
        """The whole of a half-typed move, if it is certain; otherwise empty."""
        return self._recorder.grey(typed) if self._recorder is not None else ""


class _Moves(Completer):
    """Completes moves."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The moves that a half-typed line may become."""
        del complete_event
        typed = document.text_before_cursor
        for move in self._recorder.menu(typed):
            yield Completion(move, start_position=-len(typed))


def _keys(screen: ScreenAsker) -> KeyBindings:
    """Ctrl-C clears the line, or pauses; Tab completes; Right takes the move in grey."""
    keys = KeyBindings()

    @keys.add("c-c")
    def clear(event: KeyPressEvent) -> None:
        if event.current_buffer.text:
            event.current_buffer.reset()
        else:
            event.app.exit(exception=EOFError)

    @keys.add("tab")
    def first(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        buffer.exit_selection()
        if buffer.complete_state is not None:
            buffer.complete_next()
        else:
            buffer.start_completion(select_first=True)

    @keys.add("right")
    def take(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        whole = screen.whole(buffer.text)
        buffer.exit_selection()
        if whole and buffer.cursor_position == len(buffer.text):
            buffer.document = Document(whole)
        else:
            buffer.cursor_right()

    return keys
