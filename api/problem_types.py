"""The types of problems: what each means, and what to do about it.

`type` of a problem is the address of a page of the service, `/problems/NAME`, which says the same.
"""

from http import HTTPStatus
from typing import NamedTuple

PAGES = "/problems/"
"""Where the service has the pages of the types."""

_RENAMED = {413: "Content Too Large", 422: "Unprocessable Content"}
"""Statuses for which Python 3.11 has names of before RFC 9110."""


class ProblemType(NamedTuple):
    """A type of problem: its name, its HTTP status, what it means, and what to do about it."""

    name: str
    status: int
    title: str
    meaning: str
    advice: str

    @property
    def path(self) -> str:
        """Where its page is.

        >>> NOT_FOUND.path
        '/problems/not-found'
        """
        return f"{PAGES}{self.name}"


def status_title(status: int) -> str:
    """What a status means.

    >>> status_title(404)
    'Not Found'
    """
    return _RENAMED.get(status) or HTTPStatus(status).phrase


MALFORMED_REQUEST = ProblemType(
    "malformed-request",
    400,
    "Malformed request",
    "The request is not valid HTTP, a header makes no sense, or the body is not what its "
    "Content-Type or Content-Encoding says.",
    "Correct the request as `detail` says. Sent again unchanged, it fails again.",
)
INVALID_PARAMETER = ProblemType(
    "invalid-parameter",
    400,
    "Invalid parameter",
    "A parameter of the query or a member of the JSON body is unknown, missing, given twice, or "
    "has a value that it cannot have. `errors` names each, with what is wrong.",
    "Correct what `errors` names.",
)
TOKEN_REQUIRED = ProblemType(
    "token-required",
    401,
    "Token required",
    "This request takes a token, and none came with it.",
    "Send `Authorization: Bearer cgn_…`. `cgn token create NAME` creates a token on the host of "
    "the service; `POST /v1/tokens` creates another for an owner who has one.",
)
INVALID_TOKEN = ProblemType(
    "invalid-token",
    401,
    "Invalid token",
    "The token is unknown, revoked or expired, or the header Authorization is malformed. Requests "
    "that need no token are refused as well, so that nobody takes a public view for their own.",
    "Use another token or, to read what is public, none.",
)
NOT_ALLOWED = ProblemType(
    "not-allowed",
    403,
    "Not allowed",
    "This is for somebody else: the uploader of a replay, the owner of a table, or another seat.",
    "Use the token of whoever `detail` names.",
)
INSUFFICIENT_SCOPE = ProblemType(
    "insufficient-scope",
    403,
    "Insufficient scope",
    "The token is valid, but does not have the scope that this request takes. The header "
    "WWW-Authenticate names the scope.",
    "Use a token with that scope.",
)
NOT_FOUND = ProblemType(
    "not-found",
    404,
    "Not found",
    "Nothing is at this address that you may see. What others keep private looks the same.",
    "Check the address and, for something private, send the token of its owner.",
)
METHOD_NOT_ALLOWED = ProblemType(
    "method-not-allowed",
    405,
    "Method not allowed",
    "The address exists, but does not support this method.",
    "Use one of the methods in the header Allow.",
)
NOT_ACCEPTABLE = ProblemType(
    "not-acceptable",
    406,
    "Not acceptable",
    "The answer cannot be had in any of the media types that Accept lists.",
    "Ask for a media type that `detail` names.",
)
CONFLICT = ProblemType(
    "conflict",
    409,
    "Not possible now",
    "The request is valid, but the table or replay is not in a state that allows it.",
    "Read how it stands now; `detail` says what has to happen first.",
)
DECK_IN_USE = ProblemType(
    "deck-in-use",
    409,
    "Deck in use",
    "The deck cannot be removed: a stored replay or a table uses it.",
    "Delete those replays and let those games end first, or keep the deck.",
)
GAME_OVER = ProblemType(
    "game-over",
    409,
    "Game over",
    "The game at this table has ended, so it takes no more calls of this kind.",
    "Read the table: it has the result and, if there is one, the id of the replay.",
)
SEAT_NOT_ASKED = ProblemType(
    "seat-not-asked",
    409,
    "Seat not asked",
    "The ply is from a seat that is not asked for one now.",
    "Wait until `due` of the table names the seat.",
)
SEAT_TAKEN = ProblemType(
    "seat-taken",
    409,
    "Seat taken",
    "Somebody else already sits there.",
    "Choose another seat. The owner of the table has an invitation for each free one.",
)
LENGTH_REQUIRED = ProblemType(
    "length-required",
    411,
    "Length required",
    "A body came without a Content-Length, so a truncated one could not be detected.",
    "Send Content-Length, and the body in one piece.",
)
CHANGED = ProblemType(
    "changed",
    412,
    "Changed in the meantime",
    "The replay or table is no longer at the version that If-Match names. For a table, `table` has "
    "the moves and events since then.",
    "Read it again, decide whether the change still makes sense, and send it with the new ETag.",
)
TOO_LARGE = ProblemType(
    "too-large",
    413,
    "Too large",
    "The body, or the answer to the request, would exceed a limit of this service. `limit` has the "
    "name of the setting and its value. Nothing is ever cut to fit.",
    "Send or ask for less at a time. Whoever runs the service can raise the limit.",
)
TOO_COSTLY = ProblemType(
    "too-costly",
    413,
    "Too costly",
    "Checking the records or drawing the frames would take more computing time than one request "
    "may use. The limit is `max_weight`.",
    "Send fewer or shorter records in one request, or ask for fewer frames.",
)
UNSUPPORTED_TYPE = ProblemType(
    "unsupported-type",
    415,
    "Unsupported media type",
    "The Content-Type, its charset, or the Content-Encoding of the body is not supported here.",
    "Send one that `detail` names.",
)
INVALID_CONTENT = ProblemType(
    "invalid-content",
    422,
    "Invalid content",
    "The body can be read, but asks for something that makes no sense here.",
    "Correct it as `detail` says.",
)
INVALID_RECORD = ProblemType(
    "invalid-record",
    422,
    "Invalid record",
    "A record, or a ply sent to a table, cannot be read or breaks the rules of the game. "
    "`diagnostics` says what is wrong and where, with the code, the rule and the nearest legal "
    "moves. Nothing was stored.",
    "Correct it. `cgn validate` shows the same diagnostics for a record, and `cgn explain CODE` "
    "explains each code.",
)
INVALID_DECK = ProblemType(
    "invalid-deck",
    422,
    "Invalid deck",
    "The file is not a deck of any game here.",
    "Correct it as `detail` says. `cgn games GAME --deck` prints a deck to start from.",
)
UNKNOWN_DECK = ProblemType(
    "unknown-deck",
    422,
    "Unknown deck",
    "The record names a deck that was removed before the record was stored.",
    "Add the deck with `POST /v1/decks`, then send the record again.",
)
KEY_REUSED = ProblemType(
    "key-reused",
    422,
    "Idempotency-Key reused",
    "You sent this Idempotency-Key with another request within the last day.",
    "Use a new key for each new request, and the same key only to repeat one unchanged.",
)
SEED_IN_USE = ProblemType(
    "seed-in-use",
    422,
    "Seed in use",
    "Another table of yours is being played with this seed, and its cards would show here.",
    "Choose another seed, or wait until that game has ended.",
)
VERSION_REQUIRED = ProblemType(
    "version-required",
    428,
    "Version required",
    "This call changes a table, and has to name the version that it changes.",
    'Send the ETag of the table as If-Match: `If-Match: "v12"`.',
)
TOO_MANY_REQUESTS = ProblemType(
    "too-many-requests",
    429,
    "Too many requests",
    "You have sent more requests in the last minute than the service allows, or they took too much "
    "work. `limit` has the setting and its value.",
    "Wait as many seconds as the header Retry-After says.",
)
HEADERS_TOO_LARGE = ProblemType(
    "headers-too-large",
    431,
    "Headers too large",
    "The request line and the headers together are too long, or a header that is a list is.",
    "Send fewer or shorter headers.",
)
SERVICE_ERROR = ProblemType(
    "service-error",
    500,
    "Service error",
    "An internal error of the service. `detail` has the number under which its log says more.",
    "Tell whoever runs the service, with that number.",
)
DAMAGED_REPLAY = ProblemType(
    "damaged-replay",
    500,
    "Damaged replay",
    "A stored replay is no longer what was uploaded.",
    "Tell whoever runs the service: `cgn store check` finds what is damaged.",
)
NOT_IMPLEMENTED = ProblemType(
    "not-implemented",
    501,
    "Not implemented",
    "The request uses a part of HTTP, or of a protocol, that the service does not have.",
    "Use the alternative that `detail` names.",
)
BUSY = ProblemType(
    "busy",
    503,
    "Busy",
    "The service has too much to do at the moment, or had to interrupt its work. Nothing was "
    "stored.",
    "Send the request again after as many seconds as the header Retry-After says.",
)
STORE_UNAVAILABLE = ProblemType(
    "store-unavailable",
    503,
    "Store unavailable",
    "The store cannot be read or written. Nothing was stored.",
    "Try again later. Whoever runs the service finds the reason in its log.",
)
POSSIBLY_STORED = ProblemType(
    "possibly-stored",
    503,
    "Possibly stored",
    "The connection to the database was lost in the middle of a commit, so nobody knows whether "
    "the request took effect.",
    "Send the same again: nothing is stored or done twice.",
)
NO_ROOM = ProblemType(
    "no-room",
    507,
    "No room",
    "The disk of the service is full. Nothing was stored.",
    "Try again later. Whoever runs the service has to make room.",
)
QUOTA_EXCEEDED = ProblemType(
    "quota-exceeded",
    507,
    "Quota exceeded",
    "You would hold more replays, bytes, decks, games in progress or tokens than an owner may. "
    "`limit` has the setting and its value; `GET /v1/me` shows what you hold.",
    "Delete what you no longer need. Whoever runs the service can raise the limit.",
)

TYPES = {kind.name: kind for kind in tuple(vars().values()) if isinstance(kind, ProblemType)}
"""Every type by its name, in the order above."""

GENERAL = {kind.status: kind for kind in reversed(TYPES.values())}
"""For each status its first type, when nothing more specific can be said."""
