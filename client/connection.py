"""HTTP with one service: requests, and new attempts after temporary failures."""

import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import sleep
from typing import TypeVar
from urllib.parse import urlsplit

import requests
from urllib3.exceptions import InvalidHeader, MaxRetryError
from urllib3.util.retry import Retry

from client.about import user_agent
from client.protocol import (
    LONGEST,
    Rejected,
    ServiceError,
    UnexpectedAnswer,
    Unreachable,
    problem_in,
)

T = TypeVar("T")

RETRIES, RETRIES_ABSENT = 6, 2
"""Retries in a row by default, and at an address where nothing has ever listened."""

TIMEOUT = 120.0
"""Seconds without a byte of the answer after which a client tries again."""

_CONNECT = 10.0
"""Seconds to connect, after which a client tries again."""

_PIECE = 1 << 12  # a longer one would lose everything if the connection broke
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_MOST_PATIENCE = 60 * 60
"""Seconds: a client gives up if the service asks it to wait longer."""

_SEE_OTHER, _UNCHANGED, _TIMEOUT, _TOO_MANY, _SERVER_ERROR = 303, 304, 408, 429, 500
_NO_BODY = (204, 304)
_BROKE_OFF = "the answer broke off"


class Interrupted(Exception):
    """A temporary failure; `after` are the seconds that the service asks to wait, or 0.

    `absent` is true if nothing has listened at the address since the client began.
    """

    def __init__(self, message: str, after: float = 0, *, absent: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.after = after
        self.absent = absent


@dataclass(frozen=True, slots=True)
class Question:
    """A request: method, path below the address of the service, query, headers and body.

    The answer must have the media type `accept`, if that is given.
    """

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    accept: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its whole body (None if nothing has changed), and its headers."""

    body: bytes | None
    headers: Mapping[str, str]


class Patience:
    """Tries again after longer and longer pauses, until too many attempts in a row have failed.

    One count covers requests, streams that break off, and lines of an import that say "later".
    `retries` is RETRIES by default, but RETRIES_ABSENT at an address where no service has ever
    been: waiting is for a service that restarts.
    """

    def __init__(self, retries: int | None, notify: Callable[[str], None]) -> None:
        most = RETRIES if retries is None else retries
        self._fresh = Retry(most, backoff_factor=_FIRST_PAUSE, backoff_max=_LONGEST_PAUSE)
        self._left = self._fresh
        self._absent = RETRIES_ABSENT if retries is None else most
        self._notify = notify

    def renew(self) -> None:
        """Count failures from 0 again after a success."""
        self._left = self._fresh

    def wait(self, trouble: Interrupted) -> None:
        """Pause as long as the service asks or longer. Raises Unreachable after the last try."""
        try:
            self._left = self._left.increment(error=trouble)
        except MaxRetryError:
            raise Unreachable(trouble.message) from None
        if trouble.absent and len(self._left.history) > self._absent:
            raise Unreachable(trouble.message)
        if trouble.after > _MOST_PATIENCE:
            raise Unreachable(trouble.message)
        pause = max(_FIRST_PAUSE, self._left.get_backoff_time(), trouble.after)
        self._notify(f"{trouble.message}; trying again in {pause:g} s")
        sleep(pause)

    def persist(self, attempt: Callable[[], T]) -> T:
        """The result of `attempt`, once it succeeds. Raises Unreachable as `wait` does."""
        while True:
            try:
                return attempt()
            except Interrupted as trouble:
                self.wait(trouble)


class _Session(requests.Session):
    """A session that follows redirects only to another path of the same service.

    Requests, and the token in them, are not meant for another address.
    """

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        """The path to which an ended table leads (303); None for a redirect to a host."""
        target = super().get_redirect_target(resp) if resp.status_code == _SEE_OTHER else None
        leads_within = target is not None and target.startswith("/") and target[1:2] not in "/\\"
        return target if leads_within else None


class Connection:
    """A session with one service, which sends the token (None: none) with every request.

    `timeout` are the seconds that may pass between two parts of an answer. Without a `proxy`, that
    of the environment is used (`HTTPS_PROXY`, `NO_PROXY`).
    """

    def __init__(
        self, url: str, token: str | None, timeout: float = TIMEOUT, proxy: str | None = None
    ) -> None:
        self.url = url
        self._token = token
        self._timeout = (min(_CONNECT, timeout), timeout)
        self._proxies = None if proxy is None else {"http": proxy, "https": proxy}
        self._was_there = False
        self._session = _Session()
        self._session.auth = self._authorize  # otherwise requests reads .netrc
        self._session.headers["User-Agent"] = user_agent()

    def close(self) -> None:
        """Close the session."""
        self._session.close()

    @contextmanager
    def open_answer(self, question: Question) -> Iterator[Iterator[bytes]]:
        """The body of the answer, piece by piece, once its head is there.

        Raises Interrupted for a temporary failure, also while the pieces are read, Rejected if
        the service refuses the request, UnexpectedAnswer if no CGN service answers.
        """
        with self._open(question) as answer:
            yield self._pieces(answer)

    @contextmanager
    def _open(self, question: Question) -> Iterator[requests.Response]:
        """The answer, once its head is there. Raises as `open_answer` does."""
        accept = {} if question.accept is None else {"Accept": question.accept}
        try:
            with self._session.request(
                question.method,
                self.url + question.path,
                params=question.query,
                headers={**question.headers, **accept},
                data=question.body,
                stream=True,
                timeout=self._timeout,
                proxies=self._proxies,
            ) as answer:
                self._was_there = True
                self._check(answer, question.accept)
                yield answer
        except requests.RequestException as error:
            reason = _reason(error)
            if isinstance(reason, ssl.SSLCertVerificationError):
                raise ServiceError(f"{self.url}: {reason.verify_message}") from None
            refused = isinstance(reason, ConnectionRefusedError)
            raise Interrupted(
                f"{self.url}: {_wording(error, reason)}", absent=refused and not self._was_there
            ) from None

    def answer(self, question: Question) -> bytes:
        """The whole body of the answer. Raises as `open_answer` does."""
        return self.reply(question).body or b""

    def reply(self, question: Question) -> Reply:
        """The whole answer, with its headers. Raises as `open_answer` does."""
        with self._open(question) as answer:
            body = None if answer.status_code == _UNCHANGED else self._pieces(answer)
            return Reply(None if body is None else self._whole(body), answer.headers)

    def _authorize(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._token is not None:
            request.headers["Authorization"] = f"Bearer {self._token}"
        return request

    def _pieces(self, answer: requests.Response) -> Iterator[bytes]:
        """The pieces of a body. Raises Interrupted if the answer was cut within its headers."""
        is_empty = True
        for piece in answer.iter_content(_PIECE):
            is_empty = False
            yield piece
        if is_empty and _may_be_cut(answer):
            raise Interrupted(f"{self.url}: {_BROKE_OFF}")

    def _whole(self, pieces: Iterator[bytes]) -> bytes:
        body = bytearray()
        for piece in pieces:
            body += piece
            if len(body) > LONGEST:
                raise UnexpectedAnswer(self.url, "an answer does not end")
        return bytes(body)

    def _check(self, answer: requests.Response, accept: str | None) -> None:
        """Raise the error for a status, or for a body of another media type."""
        status = answer.status_code
        if status == _UNCHANGED:
            return
        if status in (200, 201, 204):
            kind = answer.headers.get("Content-Type", "").partition(";")[0].strip()
            if accept is not None and accept != kind:
                if accept.startswith(kind):  # it may be cut there: then the body is, too
                    self._whole(self._pieces(answer))
                raise UnexpectedAnswer(self.url, f"{accept} was asked for, {kind or 'none'} came")
            return
        if answer.is_redirect:
            raise ServiceError(f"{self.url}: the service has moved to {answer.headers['Location']}")
        problem = problem_in(self._whole(self._pieces(answer)))
        if is_temporary(status):
            detail = problem.detail if problem else answer.reason
            raise Interrupted(f"{self.url}: {detail} ({status})", _retry_after(answer))
        if problem is None:
            raise UnexpectedAnswer(self.url, f"{status} {answer.reason}")
        raise Rejected(self.url, status, problem)


def is_temporary(status: int) -> bool:
    """Whether trying again may help."""
    return status in (_TIMEOUT, _TOO_MANY) or status >= _SERVER_ERROR


def _may_be_cut(answer: requests.Response) -> bool:
    """Whether the headers do not say how long the body is, as if the connection broke in them.

    http.client takes headers that end with the connection for whole ones.
    """
    length = answer.headers.get("Content-Length", "")
    is_chunked = answer.headers.get("Transfer-Encoding", "") == "chunked"
    return answer.status_code not in _NO_BODY and not is_chunked and not length.isdecimal()


def _retry_after(answer: requests.Response) -> float:
    """The seconds that the service asks to wait; 0 if it does not say."""
    try:
        return Retry().get_retry_after(answer.raw) or 0
    except InvalidHeader:
        return 0


def _reason(error: BaseException) -> BaseException:
    """The first cause of an error of the library."""
    while (below := error.__cause__ or error.__context__) is not None:
        error = below
    return error


def _wording(error: requests.RequestException, reason: BaseException) -> str:
    if isinstance(error, requests.Timeout) or isinstance(reason, TimeoutError):
        return "no answer in time"
    if isinstance(reason, ConnectionRefusedError):
        return "cannot be reached: Connection refused (is `cgn serve` running?)"
    said = reason.strerror if isinstance(reason, OSError) else None
    if isinstance(error, requests.ConnectionError) and said:
        return f"cannot be reached: {said}"
    return _BROKE_OFF


def checked_url(text: str) -> str:
    """The address of a service, without a slash at its end. Raises ValueError if it is not one."""
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").encode("idna")  # fails if a label is empty or too long
        sound = parts.scheme in ("http", "https") and host and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not text.isprintable() or set(" ?#@*") & set(text):
        raise ValueError("the address of a service looks like https://cards.example")
    return text.rstrip("/")
