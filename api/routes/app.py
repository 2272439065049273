"""`/app`: the page that works without a network, its manifest and its service worker."""

from flask import Blueprint, Response, request

from api.http.arguments import leave_out_the_unknown
from api.http.responses import FIXED, cache_until_changed, page, sent
from api.problems import Problem
from pages.app import MANIFEST, PAGE, WORKER, app_page, manifest, service_worker
from pages.judge import has_judge

blueprint = Blueprint("app", __name__)

leave_out_the_unknown(blueprint, {})

_POLICY = {"Content-Security-Policy": "default-src 'none'; connect-src 'self'"}
"""The service worker loads files of this service, and runs no other script."""


@blueprint.get(PAGE)
def app() -> Response:
    """The page. It is the same for all, since browsers keep it."""
    cache_until_changed(FIXED)
    return page(app_page(request.script_root), sends=True)


@blueprint.get(MANIFEST)
def web_manifest() -> Response:
    """What browsers need to install the page as an app. Raises Problem (404) without the judge."""
    _require_judge()
    return sent(manifest(request.script_root), "application/manifest+json")


@blueprint.get(WORKER)
def worker() -> Response:
    """The service worker. Raises Problem (404) without the judge."""
    _require_judge()
    headers = {**_POLICY, "Service-Worker-Allowed": f"{request.script_root}/"}
    kind = "text/javascript; charset=utf-8"
    return sent(service_worker(request.script_root), kind, headers=headers)


def _require_judge() -> None:
    cache_until_changed(FIXED)
    if not has_judge():
        raise Problem(404, "this service does not have the judge in the page")
