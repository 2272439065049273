"""Removes comments, times, names and more from records."""

import re
from collections.abc import Callable
from hashlib import sha256
from hmac import new

from msgspec import Struct
from msgspec.structs import replace

from notation.diagnostics import Diagnostic
from notation.fault import Fault
from notation.json_reader import RawJson
from notation.json_writer import write_json_line
from notation.limits import HARMLESS, check_size
from notation.outcome import Raw
from notation.record import Entry, Ply, Record
from notation.split_records import Chunk
from notation.text_reader import RawText
from notation.text_writer import write_text
from replays.many.tools.look import Depth, Seen
from replays.many.tools.picking import Records

_LETTERS = 12


class Strip(Struct, frozen=True, kw_only=True):
    """What to remove. `tags` are names of free tags; `key` makes the new names of players.

    Without a key, names stay.
    """

    comments: bool = False
    times: bool = False
    marks: bool = False
    variations: bool = False
    tags: frozenset[str] = frozenset()
    all_tags: bool = False
    key: bytes | None = None

    def __call__(self, record: Record) -> Record:
        """The record without what is to be removed."""
        tags = {} if self.all_tags else record.tags
        said = self._renamer(record)
        return replace(
            record,
            seats=tuple(map(self.name, record.seats)),
            tags={name: said(text) for name, text in tags.items() if name not in self.tags},
            comments=() if self.comments else tuple(map(said, record.comments)),
            plies=self._line(record.plies, said),
        )

    def name(self, name: str) -> str:
        """The replacement of a player's name: always the same with the same key.

        >>> Strip(key=b"secret").name("Ana")
        'Player 234126c8b4ab'
        """
        if self.key is None or not name:
            return name
        return f"Player {new(self.key, name.encode(), sha256).hexdigest()[:_LETTERS]}"

    def _renamer(self, record: Record) -> Callable[[str], str]:
        """Replaces the players of a record in a text, as whole words in any case."""
        new_names = {name.casefold(): self.name(name) for name in record.seats if name}
        if self.key is None or not new_names:
            return lambda text: text
        names = "|".join(map(re.escape, sorted(new_names, key=len, reverse=True)))
        pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE)
        return lambda text: pattern.sub(lambda match: new_names.get(match[0].casefold(), "…"), text)

    def _line(self, line: tuple[Entry, ...], said: Callable[[str], str]) -> tuple[Entry, ...]:
        return tuple(self._ply(entry, said) if isinstance(entry, Ply) else entry for entry in line)

    def _ply(self, ply: Ply, said: Callable[[str], str]) -> Ply:
        variations = () if self.variations else ply.variations
        return replace(
            ply,
            mark="" if self.marks else ply.mark,
            comments=() if self.comments else tuple(map(said, ply.comments)),
            at=None if self.times else ply.at,
            variations=tuple(self._line(line, said) for line in variations),
        )


class Stripped(Records, frozen=True, kw_only=True):
    """Each record, rewritten without what is to be removed."""

    strip: Strip

    def depth(self) -> Depth:
        """Records are read."""
        return max(self.condition.depth(), Depth.RECORD)

    def taken(self, seen: Seen) -> Raw | Diagnostic:
        """The record in its form; a diagnostic if it has become too long for text."""
        raw = seen.raw
        if seen.record is None:
            raise AssertionError("at this depth, records are read")
        record = self.strip(seen.record)
        if len(raw.raw) > HARMLESS:
            try:
                check_size(record)
            except Fault as fault:
                return raw.reading().source.diagnostic(fault)
        if isinstance(raw, RawText):
            chunk = Chunk(raw.line, write_text(record).encode())
            return RawText(raw.file, raw.number, chunk)
        return RawJson(raw.file, raw.number, raw.line or 1, write_json_line(record).encode())
