"""Talks HTTP with a service, and distinguishes temporary failures from permanent ones."""

import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import sleep
from typing import Self, TypeVar

import requests

from cli.client.protocol import LONGEST, Problem, Strange, problem_in
from cli.inputs import Unreadable
from cli.service import Service

T = TypeVar("T")

_CONNECT, _READ = 10, 120
_PIECE = 1 << 16
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_MOST_PATIENCE = 60 * 60
_LATE, _OFTEN, _MISTAKE = 408, 429, 500
_NEEDS_TOKEN, _NOT_ALLOWED = 401, 403


class Interrupted(Exception):
    """A temporary failure; `after` is how many seconds the service asks to wait, or 0."""

    def __init__(self, message: str, after: float = 0) -> None:
        super().__init__(message)
        self.message = message
        self.after = after


class Rejected(Unreadable):
    """The service refuses a request, with this status and problem. Exit code 2."""

    def __init__(self, url: str, status: int, problem: Problem) -> None:
        super().__init__(f"{url}: {problem.detail} ({status})")
        self.status = status
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Question:
    """A request: method, path below the address of the service, query, headers and body."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes | None = None


class Patience:
    """Tries again after longer and longer pauses, until too many attempts in a row have failed."""

    def __init__(self, retries: int, tell: Callable[[str], None]) -> None:
        self._retries = retries
        self._tell = tell
        self._failed = 0

    def renew(self) -> None:
        """Count failures from 0 again, since something succeeded."""
        self._failed = 0

    def wait(self, trouble: Interrupted) -> None:
        """Pause as long as the service asks or longer. Raises Unreadable after the last try."""
        if self._failed >= self._retries or trouble.after > _MOST_PATIENCE:
            raise Unreadable(trouble.message)
        pause = max(min(_FIRST_PAUSE * 2**self._failed, _LONGEST_PAUSE), trouble.after)
        self._failed += 1
        self._tell(f"{trouble.message}; trying again in {pause:g} s")
        sleep(pause)

    def persist(self, attempt: Callable[[], T]) -> T:
        """What `attempt` returns once it succeeds. Raises Unreadable as `wait` does."""
        while True:
            try:
                return attempt()
            except Interrupted as trouble:
                self.wait(trouble)


class _Session(requests.Session):
    """Follows no redirects: what is sent to a service is not meant for another address."""

    def get_redirect_target(self, resp: requests.Response) -> None:
        """None, whatever the answer says."""


class Remote:
    """A service on the other end. A context manager.

    `tell` is called with a line about each failure after which it tries again.
    """

    def __init__(self, service: Service, tell: Callable[[str], None]) -> None:
        self.url = service.url
        self._service = service
        self._tell = tell
        self._session = _Session()
        self._session.auth = self._authorize  # otherwise requests reads .netrc
        self._session.headers["User-Agent"] = "cgn"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def patience(self) -> Patience:
        """A count of failures, with as many retries as the options allow."""
        return Patience(self._service.retries, self._tell)

    @contextmanager
    def asked(self, question: Question) -> Iterator[Iterator[bytes]]:
        """The body of the answer, piece by piece, once its head is there.

        Raises Interrupted for a temporary failure, also while the pieces are read, Rejected if
        the service refuses the request, Strange if no CGN service answers so.
        """
        try:
            with self._session.request(
                question.method,
                self.url + question.path,
                params=question.query,
                headers=question.headers,
                data=question.body,
                stream=True,
                timeout=(_CONNECT, _READ),
            ) as answer:
                self._check(answer)
                yield answer.iter_content(_PIECE)
        except requests.RequestException as error:
            reason = _reason(error)
            if isinstance(reason, ssl.SSLCertVerificationError):
                raise Unreadable(f"{self.url}: {reason.verify_message}") from None
            raise Interrupted(f"{self.url}: {_wording(error, reason)}") from None

    def answer(self, question: Question) -> bytes:
        """The whole body of the answer. Raises as `asked` does."""
        with self.asked(question) as pieces:
            return self._whole(pieces)

    def _authorize(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._service.token is not None:
            request.headers["Authorization"] = f"Bearer {self._service.token}"
        return request

    def _whole(self, pieces: Iterator[bytes]) -> bytes:
        body = bytearray()
        for piece in pieces:
            body += piece
            if len(body) > LONGEST:
                raise Strange(self.url, "an answer does not end")
        return bytes(body)

    def _check(self, answer: requests.Response) -> None:
        """Raise the error that the status stands for, if it is one."""
        status = answer.status_code
        if status in (200, 201):
            return
        if answer.is_redirect:
            raise Unreadable(f"{self.url}: the service has moved to {answer.headers['Location']}")
        problem = problem_in(self._whole(answer.iter_content(_PIECE)))
        if status in (_LATE, _OFTEN) or status >= _MISTAKE:
            detail = problem.detail if problem else answer.reason
            raise Interrupted(f"{self.url}: {detail} ({status})", _after(answer))
        if problem is None:
            raise Strange(self.url, f"{status} {answer.reason}")
        raise Rejected(self.url, status, problem)


def _after(answer: requests.Response) -> float:
    """The seconds that Retry-After asks to wait, given as a number or as a date."""
    text = answer.headers.get("Retry-After", "")
    if text.isascii() and text.isdecimal():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return 0
    return max(0, (moment.astimezone(UTC) - datetime.now(UTC)).total_seconds())


def _reason(error: BaseException) -> BaseException:
    """The first cause of an error of the library."""
    while (below := error.__cause__ or error.__context__) is not None:
        error = below
    return error


def _wording(error: requests.RequestException, reason: BaseException) -> str:
    if isinstance(error, requests.Timeout) or isinstance(reason, TimeoutError):
        return "no answer in time"
    said = reason.strerror if isinstance(reason, OSError) else None
    if isinstance(error, requests.ConnectionError) and said:
        return f"cannot be reached: {said}"
    return "the answer broke off"
