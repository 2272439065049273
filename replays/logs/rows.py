"""The games of a log, each as its rows."""

from collections.abc import Iterable

from notation.encoding import decode
from notation.fault import Fault
from replays.logs.cells import Row
from replays.logs.csv_rows import table
from replays.logs.json_rows import documents, lines
from replays.logs.mapping import LogMapping
from replays.logs.text_rows import matches


def read_games(raw: bytes, file: str, mapping: LogMapping) -> list[list[Row]]:
    """The rows of each game of a log, in the order in which the games begin.

    A log is JSON if the mapping says where its records are, lines of text if it has a pattern. Any
    other that begins with `{` is JSON Lines, and the rest CSV, whose first line names the columns.
    Raises Fault if the log is malformed, has no such column, or a row does not say its game.
    """
    text = decode(raw, file, 1).replace("\r\n", "\n")
    games: Iterable[Iterable[Row]]
    if mapping.records is not None:
        games = documents(text, file, mapping)
    elif mapping.pattern:
        games = [matches(text, file, mapping.patterns)]
    elif text.lstrip().startswith("{"):
        games = [lines(text, file, mapping.in_log)]
    else:
        games = [table(text, file, mapping.in_log)]
    if mapping.game is None:
        return [list(rows) for rows in games]
    return [part for rows in games for part in _by_game(rows, mapping.game)]


def _by_game(rows: Iterable[Row], column: str) -> Iterable[list[Row]]:
    """The rows of each game. Raises Fault if a row does not say to which it belongs."""
    games: dict[str, list[Row]] = {}
    for row in rows:
        if column not in row.cells:
            raise Fault(
                "cgn.missing-key",
                f"this row does not say to which game it belongs: `{column}` is empty",
                "name in the mapping, with `game`, a column that every row of a game has",
                place=row.place,
            )
        games.setdefault(row.cells[column].text, []).append(row)
    return games.values()
