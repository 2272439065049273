"""The links of the description: which operation leads to which."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

_ID = "$response.body#/id"
_PATH = "$request.path.replay"
_TABLE = "$request.path.table"
_OF_TABLE: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {name: MappingProxyType({"table": _TABLE}) for name in ("getTable", "getTableMoves")}
)

LINKS: Mapping[str, Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "listReplays": {
            "getReplay": {"replay": "$response.body#/replays/0/id"},
            "listReplays": {"after": "$response.body#/next"},
        },
        "exportReplays": {"listReplays": {}},
        "getReplayText": {"getReplayJson": {"replay": _PATH}},
        "getReplayJson": {"getReplayText": {"replay": _PATH}},
        "uploadReplay": {
            "getReplay": {"replay": _ID},
            "getFrames": {"replay": _ID},
            "getMoves": {"replay": _ID},
            "getDigests": {"replay": _ID},
            "reviewReplay": {"replay": _ID},
            "changeReplay": {"replay": _ID},
            "deleteReplay": {"replay": _ID},
        },
        "getReplay": {
            "getFrames": {"replay": _PATH},
            "getMoves": {"replay": _PATH},
            "getDigests": {"replay": _PATH},
        },
        "changeReplay": {"getReplay": {"replay": _PATH}, "deleteReplay": {"replay": _PATH}},
        "deleteReplay": {"getReplay": {"replay": _PATH}},
        "getDigests": {"getReplay": {"replay": "$response.body#/record"}},
        "reviewReplay": {"getReview": {"replay": _PATH}},
        "getReview": {"getFrame": {"replay": _PATH, "ply": "$response.body#/most/0"}},
        "getFrames": {"getFrame": {"replay": _PATH, "ply": "$response.body#/plies"}},
        "getFrame": {"getFrames": {"replay": _PATH}},
        "getMoves": {"getFrame": {"replay": _PATH, "ply": "$response.body#/plies"}},
        "importReplays": {"listReplays": {}},
        "validate": {"uploadReplay": {}},
        "convert": {"validate": {}},
        "listDecks": {
            "getDeck": {"deck": "$response.body#/decks/0/name"},
            "listDecks": {"after": "$response.body#/next"},
        },
        "addDeck": {
            "getDeck": {"deck": "$response.body#/name"},
            "deleteDeck": {"deck": "$response.body#/name"},
        },
        "getDeck": {"listDecks": {}},
        "deleteDeck": {"listDecks": {}},
        "deleteTable": {"listTables": {}},
        "getMe": {"listTokens": {}},
        "listTokens": {"listTokens": {"after": "$response.body#/next"}},
        "createToken": {"revokeToken": {"token": _ID}},
        "revokeToken": {"listTokens": {}},
        "getStatistics": {"listReplays": {}},
        "listGames": {"getGame": {"game": "$response.body#/games/0/name"}},
        "getGame": {"listReplays": {"game": "$response.body#/name"}},
        "listTables": {
            "getTable": {"table": "$response.body#/tables/0/id"},
            "listTables": {"after": "$response.body#/next"},
        },
        "createTable": {
            "getTable": {"table": _ID},
            "giveSeatToken": {"table": _ID},
            "sendPlies": {"table": _ID},
        },
        "getTable": {
            "getTableFrames": {"table": _TABLE},
            "getTableRecord": {"table": _TABLE},
            "getReplay": {"replay": "$response.body#/replay"},
        },
        "getTableFrames": {
            "getTableFrame": {"table": _TABLE, "ply": "$response.body#/plies"},
        },
        "getTableFrame": {"getTableFrames": {"table": _TABLE}},
        "getTableMoves": {"getTableMoves": {"table": _TABLE, "since": "$response.body#/version"}},
        "getTableEvents": {"getTableEvents": {"table": _TABLE, "since": "$response.body#/version"}},
        "getTableRecord": {"getTable": {"table": _TABLE}},
        "getTableLegal": {"sendPlies": {"table": _TABLE}},
        "getTableChoices": {"sendPlies": {"table": _TABLE}},
        "takeSeat": _OF_TABLE,
        "sendNonce": _OF_TABLE,
        "sendPlies": _OF_TABLE,
        "takeBack": _OF_TABLE,
        "endTable": {"getReplay": {"replay": "$response.body#/replay"}},
        "sendSeed": {"getReplay": {"replay": "$response.body#/replay"}},
        "giveSeatToken": {"sendPlies": {"table": _TABLE}},
        "getDescription": {"listReplays": {}},
        "getHealth": {"getReadiness": {}},
        "getReadiness": {"getMetrics": {}},
        "getMetrics": {"getHealth": {}},
    }
)
"""For each operation those that it leads to, and where each of their parameters comes from."""


def operations(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Every operation of a description."""
    for path in document["paths"].values():
        yield from (part for part in path.values() if isinstance(part, dict))


def add_links(document: dict[str, Any]) -> None:
    """Add links to each operation's successful answers."""
    for operation in operations(document):
        for status, answer in operation["responses"].items():
            if status.startswith("2"):
                answer["links"] = {
                    target: {"operationId": target, "parameters": dict(parameters)}
                    for target, parameters in LINKS[operation["operationId"]].items()
                }
