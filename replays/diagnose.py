"""Makes the full diagnostic of a fault: legal moves, nearest ones, the rule, the cause.

Nothing here runs for a valid record, so games may be replayed from the start many times.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from engines.play import Illegal
from engines.registry import OWN_DECKS, Decks
from engines.rulebook import rulebook
from engines.table import Table
from notation.diagnostics import Diagnostic, Label
from notation.edits import Edit, TextSpot, writing
from notation.fault import Fault
from notation.grammar import PLAY_LINE
from notation.mending import at_place, below, line_out, ply_put_in, suggested
from notation.mending import moves as written_moves
from notation.places import Source, TextSource
from notation.record import Path, Ply, Record, Shuffle, part_of, path_of, where_of
from notation.wording import Suggestion, suggested_text
from replays.digests import is_known, position_digest
from replays.legs import legs, line_to, ply_number
from replays.play import steps
from replays.set_up import game_of, is_recorded, open_table, shuffles_after
from replays.slips.cards import Remedy, explain_cards, remedy_for_shuffle, spelled
from replays.slips.moves import (
    MoveHelp,
    help_for_other_reveals,
    help_for_place,
    help_for_refused_move,
    help_for_repeated_ply,
    help_out_of_turn,
    moves_revealing,
    moves_that_go_on,
)
from replays.unseen.follow import follow_to, leaves_cards_out

_SHORT = 8
"""Digits of a position's digest that a note shows."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A fault and its record; a `secret` record has cards that the reader must not learn."""

    fault: Fault
    record: Record
    source: Source
    decks: Decks
    secret: bool


def tables_up_to(
    record: Record, path: Path, decks: Decks = OWN_DECKS
) -> Iterator[tuple[Path, Table]]:
    """The table before ply 1 (with an empty path), then after each ply ahead of the path.

    It is one table that changes. Raises Fault if a ply is wrong.
    """
    game = game_of(record, decks)
    if _leaves_cards_out(record, path):
        yield from follow_to(record, path, game)
        return
    table = open_table(record, game)
    yield (), table
    for leg in legs(record, path):
        for step in steps(table, leg.line, record.seed, leg.start, within=range(leg.stop)):
            yield step.path, table


def _leaves_cards_out(record: Record, path: Path) -> bool:
    """Whether the record leaves out cards that are needed to play the plies ahead of a path."""
    line, paths = line_to(record, path)
    stop = max(len(shuffles_after(line.plies, -1)), paths.index(path))
    return leaves_cards_out(replace(line, plies=line.plies[:stop]))


def diagnose(
    fault: Fault,
    record: Record,
    source: Source,
    decks: Decks = OWN_DECKS,
    *,
    secret: bool = False,
) -> tuple[int, Diagnostic]:
    """How many plies of the main line are valid, and the full diagnostic.

    `decks` are the users' decks with which the fault was found. If the record is `secret`, because
    it has cards that the reader must not learn, nothing is told that would test a guess at them:
    neither the digest of a position nor the outcome of other moves.
    """
    path = path_of(fault.where)
    if path:
        fault = explain_cards(fault, record, path, decks)
    remedy = remedy_for_shuffle(fault, record, decks)
    base = source.diagnostic(fault)
    base = replace(base, game=record.game, rule=_citation(fault.code, record.game))
    if remedy is not None and isinstance(source, TextSource) and source.mends:
        base = replace(base, edits=(_edits_of_shuffle(remedy, source),))
    if path:
        case = _Case(fault, record, source, decks, secret)
        return _good(record, path), _at_ply(base, case, path)
    if fault.where == ("result",):
        count = sum(isinstance(entry, Ply) for entry in record.plies)
        return count, replace(base, note=_valid(count) if count else None)
    return 0, base


def _good(record: Record, path: Path) -> int:
    """The number of main-line plies before a faulty ply, or before the ply of a faulty shuffle."""
    before = sum(isinstance(entry, Ply) for entry in record.plies[: path[0]])
    return before if isinstance(record.plies[path[0]], Ply) else max(before - 1, 0)


def _citation(code: str, game: str) -> str | None:
    if code.startswith("cgn."):
        return None
    rule = rulebook(game).get(code)
    return rule.citation if rule else None


def _at_ply(base: Diagnostic, case: _Case, path: Path) -> Diagnostic:
    fault, record = case.fault, case.record
    owner = _owner(record, path)
    if owner is None:
        return base
    ply_path, ply = owner
    table = _position(case, ply_path)
    number = ply_number(record, ply_path)
    diagnostic = replace(
        base,
        ply=number,
        seat=ply.seat,
        player=record.player(ply.seat) if ply.seat in table.seats else None,
        note=_note(case, path, number, table),
    )
    advice = (help_for_place(table, ply) if fault.code == "cgn.argument" else None) or fault.advice
    diagnostic = replace(diagnostic, help=_text(advice))
    meant = None
    of_the_move = _is_of_the_move(fault) or _is_of_reveals(fault, path, ply_path)
    if ply.seat == table.to_act and of_the_move and table.unseen is None:
        meant = _meant(case, ply_path, ply, table, advice)
        diagnostic = replace(
            diagnostic, legal=meant.legal, nearest=meant.nearest, help=_text(meant.advice)
        )
    if fault.code == "cgn.turn" and table.to_act is not None:
        diagnostic = _with_turn(diagnostic, case, ply_path, ply, table)
    elif isinstance(fault.cause, Illegal) and fault.code != "cgn.game-over":
        advice = help_for_repeated_ply(record, ply_path, ply)
        diagnostic = replace(diagnostic, help=advice or diagnostic.help)
    if fault.code == "cgn.reveals" and record.seed is not None and _is_first(record, path):
        advice = "these are the first reveals, so the Seed may be wrong; otherwise "
        diagnostic = replace(diagnostic, help=f"{advice}{diagnostic.help}")
    if isinstance(fault.cause, Illegal):
        diagnostic = _with_reasons(diagnostic, fault.cause, case, ply_path)
    return _with_edits(diagnostic, case, table, meant) if case.source.mends else diagnostic


def _with_edits(base: Diagnostic, case: _Case, table: Table, meant: MoveHelp | None) -> Diagnostic:
    """The diagnostic with the edits that only the position shows."""
    fault, path = case.fault, path_of(case.fault.where)
    if fault.code == "cgn.reveals" and table.unseen is not None and len(part_of(fault.where)) > 1:
        return base  # its edit is of the one card that is wrong
    if fault.code == "cgn.reveals":
        doubtful = table.unseen is not None or _is_first(case.record, path)
        made = _edits_of_reveals(fault, case.record, case.source, case.decks, doubtful=doubtful)
        if meant is not None and meant.near:
            moves = _edits_of_move(base, meant)
            made = tuple([replace(edit, certain=False) for edit in (*moves, *made)])
        return replace(base, edits=made)
    if fault.code == "cgn.turn" and isinstance(case.source, TextSource) and table.to_act:
        name = case.record.player(table.to_act) or table.to_act
        return replace(base, edits=_edits_of_turn(base, case.source, table.to_act, name))
    if meant is not None and meant.near:
        return replace(base, edits=_edits_of_move(base, meant))
    return base


def _position(case: _Case, path: Path) -> Table:
    """The table before the ply at this path."""
    if isinstance(case.fault.cause, Illegal):
        table: Table = case.fault.cause.position
    else:
        *_, (_, table) = tables_up_to(case.record, path, case.decks)
    return table


def _is_first(record: Record, path: Path) -> bool:
    """Whether nothing before this path shows that the seed is right."""
    before = [entry for leg in legs(record, path) for entry in leg.line[: leg.stop]]
    return not any(isinstance(entry, Shuffle) or entry.reveals for entry in before)


def _is_of_the_move(fault: Fault) -> bool:
    """Whether the move is at fault, and not a shuffle or the reveals."""
    return (
        part_of(fault.where)[:1] in (("move",), ("irregular",))
        and fault.code != "cgn.shuffle-missing"
    )


def _is_of_reveals(fault: Fault, path: Path, owner: Path) -> bool:
    """Whether the reveals of a ply, not of a shuffle after it, are wrong."""
    return fault.code == "cgn.reveals" and path == owner


def _owner(record: Record, path: Path) -> tuple[Path, Ply] | None:
    """The ply at a path, or the ply before the shuffle there."""
    last = legs(record, path)[-1]
    for index in range(last.stop, -1, -1):
        entry = last.line[index]
        if isinstance(entry, Ply):
            return (*last.start, index), entry
    return None


def _note(case: _Case, path: Path, number: int, table: Table) -> str:
    record = case.record
    good, total = _good(record, path), sum(isinstance(e, Ply) for e in record.plies)
    if len(path) > 1:
        return f"this is a variation of ply {good + 1}; the main line before it is valid"
    parts = []
    if good:
        position = (
            f" (position {position_digest(table)[:_SHORT]})"
            if is_known(table) and not case.secret
            else ""
        )
        parts.append(f"{_valid(good)}{position}")
    if total > number:
        after = f"plies {number + 1}-{total} were" if total > number + 1 else f"ply {total} was"
        parts.append(f"{after} not checked")
    return "; ".join(parts) or "this is the only ply"


def _valid(count: int) -> str:
    return "ply 1 is valid" if count == 1 else f"plies 1-{count} are valid"


def _meant(case: _Case, path: Path, ply: Ply, table: Table, advice: str | None) -> MoveHelp:
    """The help with a move. For a secret record, it does not depend on what other moves reveal."""
    leg = legs(case.record, path)[-1]
    recorded = is_recorded(case.record.seed, leg.line)
    shuffles = shuffles_after(leg.line, leg.stop) if recorded else None
    same = [] if case.secret else moves_revealing(table, ply, shuffles)
    if case.fault.code == "cgn.reveals":
        fit = moves_that_go_on(case.record, path, ply, same, case.decks)
        return help_for_other_reveals(ply, advice, fit)
    return help_for_refused_move(table, ply, advice, same)


def _text(advice: str | None) -> str | None:
    """Advice as plain text."""
    return None if advice is None else str(advice)


def _with_turn(base: Diagnostic, case: _Case, path: Path, ply: Ply, table: Table) -> Diagnostic:
    """The diagnostic of a ply out of turn, with whose turn it is and what was probably meant."""
    record, to_act = case.record, table.to_act or ""
    if case.secret:
        name = record.player(to_act) or to_act
        advice = f"write `{base.ply}. {to_act}: …`, or put back the ply left out"
        return replace(base, help=advice, label=f"{name} ({to_act}) is to play")
    turn = help_out_of_turn(record, path, ply, table, to_act)
    also = None
    if turn.due is not None and turn.due.reason.since:
        also = _since(turn.due, turn.due.reason.since, case, path)
    return replace(base, help=turn.advice, label=turn.label, also=also)


def _with_reasons(base: Diagnostic, illegal: Illegal, case: _Case, path: Path) -> Diagnostic:
    reason = illegal.reason
    table = f"{base.player or base.seat} {reason.table}" if reason.table else None
    also = _since(illegal, reason.since, case, path) if reason.since else base.also
    return replace(base, table=table, also=also)


def _since(illegal: Illegal, message: str, case: _Case, path: Path) -> Label | None:
    """The last ply before the path that made the guard refuse in the same way."""
    held, since = False, None
    for at, table in tables_up_to(case.record, path, case.decks):
        holds = illegal.held_at(table)
        if holds and not held:
            since = at
        held = holds
    if not since:
        return None
    place = case.source.place((*where_of(since), "move"))
    return Label(place=place, message=message)


def _edits_of_move(base: Diagnostic, meant: MoveHelp) -> tuple[Edit, ...]:
    """The edits of a wrong move: the word that the advice suggests, then the moves near to it."""
    word = suggested_text(meant.advice)
    suggested_edits = () if word is None or word in meant.near else base.edits
    near = written_moves(base.place, meant.near, word, alone=len(meant.near) == 1)
    return (*suggested_edits, *near)


def _edits_of_turn(base: Diagnostic, source: TextSource, seat: str, name: str) -> tuple[Edit, ...]:
    """The edits of a ply out of turn: another seat, or a forgotten ply before it."""
    other = at_place(base.place, seat, f"{writing(seat)}: it is the turn of {name}")
    title = f"Put a ply of {name} in before this one"
    before = ply_put_in(source.text, source.first_line, base.place.line or 1, seat, title)
    return (replace(other, meant=False), *([before] if before else []))


def _edits_of_reveals(
    fault: Fault, record: Record, source: Source, decks: Decks, *, doubtful: bool
) -> tuple[Edit, ...]:
    """The edits that replace wrong reveals by the cards revealed.

    They are certain unless the cards are `doubtful`, and the next reveals do not confirm them.
    """
    if not isinstance(fault.advice, Suggestion):
        return ()
    path = path_of(fault.where)
    edit = suggested(source.place((*where_of(path), "reveals")), fault.code, fault.advice)
    sure = not doubtful or _goes_on(record, path, decks)
    return (edit if sure else replace(edit, certain=False),)


def _goes_on(record: Record, path: Path, decks: Decks) -> bool:
    """Whether the next reveals after this entry of the main line are right."""
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


def _edits_of_shuffle(remedy: Remedy, source: TextSource) -> Edit:
    """The edit that adds missing lines of shuffles at a place, or takes a line out."""
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
    spot = TextSpot(source.first_line + source.text.count("\n", 0, first.start()), 1)
    return Edit(spot, spot, "".join([f"{line}\n" for line in lines]), title)
