"""What becomes of each file of the form on `/me`: the import of `/v1/imports`, in words."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import chain, islice
from typing import Any

from flask import request

from api.checking.log_jobs import is_packed
from api.checking.record_jobs import weight_sent
from api.checking.upload_jobs import SentFile
from api.checking.work_queue import work_queue
from api.problems import Problem, over_limit, problem_of
from api.routes.imports import Import
from api.service import service
from engines.registry import title_of
from notation.read import Form, sniffed
from pages.own import FileResult, RefusedGame, StoredGame
from replays.store.model import StoreError, Visibility

_LISTED = 20
"""Records of each kind that are listed of a file; of more, only the number is told."""

_TEXTS = 1 << 18
"""Bytes of broken files that the page has in forms, to be mended by one click."""


def file_results(files: Sequence[SentFile], owner: str, visibility: Visibility) -> list[FileResult]:
    """Store what is good of each file. A form has at most `max_records` records in all."""
    results, left, room = [], service().settings.max_records, _TEXTS
    for file in files:
        result = _result(file, owner, visibility, left)
        left -= result.additions + result.refusals
        if result.text:
            room -= len(file.raw)
        results.append(result if room >= 0 else result._replace(text=""))
    return results


def _result(file: SentFile, owner: str, visibility: Visibility, most: int) -> FileResult:
    """What becomes of a file, which may have so many records at most."""
    if not file.raw.strip():
        return FileResult(file.name, wrong="this file is empty")
    if is_packed(file.raw):
        return FileResult(file.name, wrong="this file is packed; choose it unpacked")
    stored, refused, wrong = list[StoredGame](), list[RefusedGame](), ""
    form, _ = sniffed(BytesIO(file.raw))
    try:
        for line in _lines(file.raw, form, owner, visibility, most):
            if "id" in line:
                stored.append(_stored(line))
            elif "record" in line:
                refused.append(_refused(line))
            else:
                wrong = line.get("detail", "")
    except Problem as problem:
        wrong = problem.words
    except StoreError as error:
        wrong = problem_of(error).words
    mendable = refused and form is Form.TEXT
    return FileResult(
        name=file.name,
        stored=stored[:_LISTED],
        refused=refused[:_LISTED],
        additions=len(stored),
        refusals=len(refused),
        wrong=wrong,
        text=file.raw.decode("utf-8", "replace") if mendable else "",
    )


def _lines(
    raw: bytes, form: Form, owner: str, visibility: Visibility, most: int
) -> Iterator[dict[str, Any]]:
    """The lines of an import. Raises Problem (413) if it has too many records, or is too much."""
    queue = work_queue()
    queue.allow(weight_sent(raw, form))
    if len(list(islice(queue.records(form, BytesIO(raw)), most + 1))) > most:
        name, all_of_form = "max_records", service().settings.max_records
        raise over_limit("records in the form (`cgn upload` takes any number)", name, all_of_form)
    importing = Import(queue, owner, visibility, request.script_root)
    return chain.from_iterable(importing.lines(form, BytesIO(raw)))


def _stored(line: dict[str, Any]) -> StoredGame:
    title = title_of(line["game"])
    return StoredGame(line["id"], title, line["plies"], line["verdict"], line["held"])


def _refused(line: dict[str, Any]) -> RefusedGame:
    diagnostics = line.get("diagnostics", ())
    if not diagnostics:
        return RefusedGame(line["record"], line["detail"], None)
    found = diagnostics[0]
    return RefusedGame(line["record"], found["message"], found["place"].get("line"))
