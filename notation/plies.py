"""Builds the nested lines of play from the matched lines of a text record."""

from msgspec.structs import replace

from notation.grammar import COMMENTS, MAX_DEPTH, read_time, unescape
from notation.record import Entry, Ply, Shuffle

Row = tuple[str, str, str, str, str, str, str, str, str, str, str, str]
"""The groups of `notation.grammar.PLAY_LINE`, empty where they did not match."""

_OPENING, _NUMBER, _PILE, _CLOSING = 1, 2, 10, 12


class BadRow(Exception):  # noqa: N818 - it names the state of the row, as Illegal does
    """A line of play out of place: its index, and the token at fault in one of its groups."""

    def __init__(
        self, index: int, group: int, token: str, code: str, message: str, advice: str
    ) -> None:
        super().__init__(message)
        self.index = index
        self.group = group
        self.token = token
        self.code = code
        self.message = message
        self.advice = advice


def build(rows: list[Row]) -> tuple[Entry, ...]:
    """The main line, its variations in place. Raises BadRow where a line is out of place."""
    builder = _Builder()
    for index, row in enumerate(rows):
        builder.add(index, row)
    return builder.done()


def check(rows: list[Row]) -> None:
    """Raise BadRow where a line is out of place; more lines are to come."""
    builder = _Builder()
    for index, row in enumerate(rows):
        builder.add(index, row)


class _Builder:
    """The line being read, and the lines it is a variation of."""

    def __init__(self) -> None:
        self._line: list[Entry] = []
        self._number = 1
        self._outer: list[tuple[list[Entry], int, int, int]] = []
        self._after_variation = False

    def add(self, index: int, row: Row) -> None:
        opening, number, seat, move, reveals, irregular, mark, comments, at, pile, order, end = row
        if opening and "(" in opening:
            self._open(index, opening, is_ply=bool(seat))
        if seat:
            if number != str(self._number):
                raise self._wrong_number(index, number)
            self._number += 1
            self._after_variation = False
            if "  " in move or "\t" in move:
                move = " ".join(move.split())
            cards = tuple(reveals.split()) if reveals else ()
            if irregular or mark or comments or at:
                said = tuple([unescape(text[1:-1]) for text in COMMENTS.findall(comments)])
                time = read_time(at) if at else None
                self._line.append(Ply(seat, move, cards, bool(irregular), mark, said, time))
            else:
                self._line.append(Ply(seat, move, cards))
        else:
            self._shuffle(index, pile, order)
        if end and ")" in end:
            self._close(index, end)

    def done(self) -> tuple[Entry, ...]:
        if self._outer:
            raise BadRow(
                self._outer[-1][3],
                _OPENING,
                "(",
                "cgn.unbalanced",
                "this variation is never closed",
                "close it with `)` after its last ply",
            )
        return tuple(self._line)

    def _shuffle(self, index: int, pile: str, order: str) -> None:
        if self._after_variation:
            raise BadRow(
                index,
                _PILE,
                pile,
                "cgn.misplaced-shuffle",
                "a shuffle stands directly after the ply that causes it",
                "move this line above the variation",
            )
        self._line.append(Shuffle(pile, tuple(order.split())))

    def _open(self, index: int, opening: str, *, is_ply: bool) -> None:
        for _ in range(opening.count("(")):
            owner = _last_ply(self._line)
            if owner is None or not is_ply:
                raise BadRow(
                    index,
                    _OPENING,
                    "(",
                    "cgn.misplaced-variation",
                    "a variation replaces the ply before it, and there is none",
                    "a variation begins with a ply, and follows the ply it replaces",
                )
            if len(self._outer) == MAX_DEPTH:
                raise BadRow(
                    index,
                    _OPENING,
                    "(",
                    "cgn.too-deep",
                    f"variations are nested more than {MAX_DEPTH} deep",
                    "make the inner ones variations of an outer line",
                )
            self._outer.append((self._line, self._number, owner, index))
            self._line = []
            self._number -= 1

    def _close(self, index: int, closing: str) -> None:
        for _ in range(closing.count(")")):
            if not self._outer:
                raise BadRow(
                    index,
                    _CLOSING,
                    ")",
                    "cgn.unbalanced",
                    "no variation is open here",
                    "take the `)` out",
                )
            inner = tuple(self._line)
            self._line, self._number, owner, _ = self._outer.pop()
            ply = self._line[owner]
            if isinstance(ply, Ply):
                self._line[owner] = replace(ply, variations=(*ply.variations, inner))
            self._after_variation = True

    def _wrong_number(self, index: int, number: str) -> BadRow:
        return BadRow(
            index,
            _NUMBER,
            number,
            "cgn.ply-number",
            f"this ply is number {self._number}, not {number}",
            f"write `{self._number}.`, or put back the plies left out",
        )


def _last_ply(line: list[Entry]) -> int | None:
    for index in range(len(line) - 1, -1, -1):
        if isinstance(line[index], Ply):
            return index
    return None
