"""`/static/judge/DIGEST/`: the files with which browsers check logs themselves."""

from pathlib import PurePath

from flask import Blueprint, Response, request

from api.http.responses import FIXED, cache_until_changed, page, unpacked
from api.problems import Problem
from pages.environment import render
from pages.judge import INSTALL, judge_address, offered, packed

blueprint = Blueprint("judge", __name__, url_prefix="/static/judge")

_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".so": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
_WORKER = "worker.js"
_MAY_COMPILE = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    )
}
"""The policy of the worker alone: pages compile nothing."""

_FOR_GOOD = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Vary": "Accept-Encoding",
}


_ROOT = "../.."
"""The service, as the page in the frame sees it, wherever the service lies."""


@blueprint.get("/frame.html")
def frame() -> Response:
    """The page that draws the record of its address, in a frame of `<cgn-replay>`.

    Raises Problem (404) if the judge is not installed.
    """
    if offered() is None:
        raise Problem(404, f"this service has no judge: {INSTALL}")
    cache_until_changed(FIXED)
    return page(render("frame.html", root=_ROOT, folder=judge_address(_ROOT)), framed=True)


@blueprint.get("/<digest>/<name>")
def file(digest: str, name: str) -> Response:
    """A file of the judge, as brotli or gzip if the client takes it.

    Raises Problem (404) if there is none of this name, or it is of another judge.
    """
    found = offered()
    if found is None or digest != found.digest or name not in found.files:
        raise Problem(404, "there is no such file")
    takes = request.accept_encodings
    headers = {**_FOR_GOOD, **(_MAY_COMPILE if name == _WORKER else {})}
    if takes["br"] > 0:
        data, headers["Content-Encoding"] = packed(name, "br"), "br"
    elif takes["gzip"] > 0:
        data, headers["Content-Encoding"] = packed(name, "gz"), "gzip"
    else:
        data = unpacked(packed(name, "gz"))
    return Response(data, headers={**headers, "Content-Type": _KINDS[PurePath(name).suffix]})
