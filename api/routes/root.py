"""At the root: the description of the service, a page of it, and how the service is doing."""

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint as Pages
from flask import Response, request, send_from_directory

from api.http.arguments import Blueprint, leave_out_the_unknown
from api.http.metrics import TYPE
from api.http.responses import FIXED, answer, cache_until_changed, page, sent
from api.openapi.operations import FILE, TEXT, described
from api.service import service
from api.shapes import Status
from pages.environment import policy, render

blueprint = Blueprint("root", __name__, description="The service itself.")

YAML = "application/yaml"

_NO_TOKEN = "0" * 64


@blueprint.get("/openapi.yaml")
@described(blueprint, "getDescription")
@blueprint.response(200, FILE, content_type=YAML, description="OpenAPI 3.1, in YAML.")
def get_description() -> Response:
    """Get this description.

    With the limits of this service.
    """
    cache_until_changed(FIXED)
    return sent(service().description(), YAML)


@blueprint.get("/healthz")
@described(blueprint, "getHealth")
@blueprint.response(200, "Status")
def get_health() -> Response:
    """Check that the process runs.

    This does not read the store.
    """
    return answer(Status("ok"))


@blueprint.get("/readyz")
@described(blueprint, "getReadiness")
@blueprint.response(200, "Status")
def get_readiness() -> Response:
    """Check that the store can be read.

    If it cannot, the answer is a 503.
    """
    service().store.tokens.find(_NO_TOKEN)
    return answer(Status("ok"))


@blueprint.get("/metrics")
@described(blueprint, "getMetrics")
@blueprint.response(200, TEXT, content_type="text/plain")
def get_metrics() -> Response:
    """Get the metrics.

    The counters of this process, for Prometheus.
    """
    return Response(service().metrics.text(), content_type=TYPE)


docs = Pages("docs", __name__, url_prefix="/docs")
leave_out_the_unknown(docs, {})

_VIEWER = Path(flask_swagger_ui.__file__).parent / "dist"
_POLICY = policy()["Content-Security-Policy"].replace(
    "style-src 'self'", "style-src 'self' 'unsafe-inline'"
)
"""That of a page, but that the viewer styles what it draws."""


@docs.get("")
def lead() -> Response:
    """Lead to the page; not by way of Host, as Flask would, which is whatever a client says."""
    return Response(status=308, headers={"Location": f"{request.script_root}/docs/"})


@docs.get("/")
def viewer() -> Response:
    """The description in a viewer, which needs nothing from elsewhere."""
    cache_until_changed(FIXED)
    return page(render("description.html", root=request.script_root))


@docs.get("/<path:path>")
def viewer_file(path: str) -> Response:
    """A file of the viewer."""
    return send_from_directory(_VIEWER, path)


@docs.after_request
def _let_the_viewer_style(response: Response) -> Response:
    """Let the page run what it comes with, and nothing else."""
    response.headers["Content-Security-Policy"] = _POLICY
    return response
