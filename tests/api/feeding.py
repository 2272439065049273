"""Hooks that give schemathesis input that the service accepts.

Ids of stored replays and decks, and records of played games, some cut or changed.
"""

import json
from typing import Any

import schemathesis
from hypothesis import strategies as st
from msgspec.structs import replace
from schemathesis import Case, HookContext, SerializationContext

from api.http.content_types import JSON, JSON_LINES, JSON_RECORD, ND_JSON, TEXT_RECORD, TOML
from engines.deck import parse_deck
from engines.registry import GAMES, load_game
from notation.json_writer import write_json_line
from notation.record import Record
from notation.text_writer import write_text
from replays.digests import record_digest
from tests.api.seated import BODIES, OWNER, follow, table_for
from tests.replays.store.making import record

PLAYED = tuple(
    record(f"fed {number}", game, plies=plies)
    for game in GAMES
    for number, plies in enumerate((None, 0, 5, 12, 20))
)
"""Finished and unfinished games of every kind, stored before the run."""

MADE = tuple(
    load_game("triggs").deck_file.read_bytes().replace(b"copies = 9", f"copies = {copies}".encode())
    for copies in range(9, 15)
)
"""Decks that users might make; all but the last two are stored before the run."""

_IDS = [record_digest(one) for one in PLAYED]
_DECKS = [parse_deck(raw).digest for raw in MADE]
_STATEFUL = "stateful"
_ASKING = "1"


@schemathesis.serializer(TEXT_RECORD, JSON_LINES, ND_JSON, TOML)
def as_it_is(_: SerializationContext, value: object) -> bytes:
    """Send a text body unchanged."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def flatmap_case(_: HookContext, case: Case[Any]) -> st.SearchStrategy[Case[Any]]:
    """Put known ids and plausible records into positive cases."""
    return _fed(case) if _is_good(case) else st.just(case)


@schemathesis.hook
def before_call(_: HookContext, case: Case[Any], __: dict[str, Any]) -> None:
    """Have a good call at a table come from whoever may make it, on the version it has now."""
    if case.headers.get("Authorization") == OWNER and _is_good(case) and _may_change(case):
        follow(case, _name(case))


@schemathesis.hook
def filter_case(_: HookContext, case: Case[Any]) -> bool:
    """Never revoke the token in use: every later request would be refused."""
    return str(case.path_parameters.get("token")) != _ASKING


@st.composite
def _fed(draw: st.DrawFn, case: Case[Any]) -> Case[Any]:
    if not _is_stateful(case):
        for name, known in (("replay", _IDS), ("deck", _DECKS)):
            if name in case.path_parameters and draw(_MOSTLY):
                case.path_parameters[name] = draw(st.sampled_from(known))
        if "table" in case.path_parameters and draw(_MOSTLY):
            case.path_parameters["table"] = table_for(_name(case))
            if "seat" in case.path_parameters:
                case.path_parameters["seat"] = "A"
            if _name(case) in BODIES:
                case.body = BODIES[_name(case)]
            return case
    if case.method == "POST" and case.media_type in _BODIES and draw(_MOSTLY):
        case.body = draw(_BODIES[case.media_type])
    return case


def _name(case: Case[Any]) -> str:
    """The operationId of a case."""
    return str(case.operation.definition.raw["operationId"])


def _may_change(case: Case[Any]) -> bool:
    """Whether this is a call at one of the tables that are kept for it."""
    return case.method == "POST" and case.path_parameters.get("table") == table_for(_name(case))


def _is_good(case: Case[Any]) -> bool:
    return case.meta is not None and case.meta.generation.mode.is_positive


def _is_stateful(case: Case[Any]) -> bool:
    """Whether its parameters may come from an earlier answer."""
    return case.meta is not None and case.meta.phase.name == _STATEFUL


_MOSTLY = st.sampled_from([True, True, True, False])
_NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20)


@st.composite
def _records(draw: st.DrawFn) -> Record:
    """A played game, perhaps cut or changed, with names, tags and comments.

    None of them is stored before the run.
    """
    played = draw(st.sampled_from(PLAYED))
    plies = list(played.plies)
    if draw(st.booleans()):
        del plies[draw(st.integers(0, len(plies))) :]
    comments, as_played = draw(st.lists(_NAMES, max_size=2)), draw(_MOSTLY)
    if plies:
        at = draw(st.integers(0, len(plies) - 1))
        plies[at] = replace(plies[at], comments=tuple(comments))
    if plies and not as_played:
        plies.insert(draw(st.integers(0, len(plies))), draw(st.sampled_from(plies)))
    tags = draw(st.dictionaries(st.sampled_from(["Event", "Site", "Date"]), _NAMES))
    whole = tuple(plies) == played.plies
    return replace(
        played,
        plies=tuple(plies),
        seats=tuple(draw(_NAMES) for _ in played.seats) if draw(st.booleans()) else played.seats,
        tags={**tags, "Club": draw(_NAMES)},
        result=played.result if whole else None,
    )


@st.composite
def _texts(draw: st.DrawFn) -> str:
    """A few records as text, sometimes with a piece missing."""
    text = "\n".join(map(write_text, draw(st.lists(_records(), min_size=1, max_size=3))))
    if draw(_MOSTLY):
        return text
    start = draw(st.integers(0, len(text)))
    return text[:start] + text[start + draw(st.integers(0, 40)) :]


_DOCUMENTS = _records().map(write_json_line).map(json.loads)
_LINES = st.lists(_records().map(write_json_line), min_size=1, max_size=3).map("".join)
_BODIES: dict[str | None, st.SearchStrategy[Any]] = {
    TEXT_RECORD: st.one_of(_records().map(write_text), _texts()),
    JSON: _DOCUMENTS,
    JSON_RECORD: _DOCUMENTS,
    JSON_LINES: _LINES,
    ND_JSON: _LINES,
    TOML: st.sampled_from(MADE).map(bytes.decode),
}
