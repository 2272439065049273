"""At the root: the description of the service, a page of it, and how the service is doing."""

import re
from base64 import b64encode
from hashlib import sha256

from flask import Blueprint as Pages
from flask import Response, request
from flask.views import MethodView
from flask_swagger_ui import get_swaggerui_blueprint

from api.http.arguments import Blueprint
from api.http.metrics import TYPE
from api.http.responses import FIXED, answer, made_from, sent
from api.openapi.operations import FILE, TEXT, described
from api.service import service
from api.shapes import Status

blueprint = Blueprint("root", __name__, description="The service itself.")

YAML = "application/yaml"

_DOCS = "/docs"
_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)
_NO_TOKEN = "0" * 64
_PAGE = {"app_name": "CGN", "oauth2RedirectUrl": "", "validatorUrl": None}


@blueprint.route("/openapi.yaml")
class OpenApi(MethodView):
    """The description of the service."""

    @described(blueprint, "getDescription")
    @blueprint.response(200, FILE, content_type=YAML, description="OpenAPI 3.1, in YAML.")
    def get(self) -> Response:
        """Get this description.

        With the limits of this service.
        """
        made_from(FIXED)
        return sent(service().description(), YAML)


@blueprint.route("/healthz")
class Health(MethodView):
    """Whether the process runs."""

    @described(blueprint, "getHealth")
    @blueprint.response(200, "Status")
    def get(self) -> Response:
        """Check that the process runs.

        This does not read the store.
        """
        return answer(Status("ok"))


@blueprint.route("/readyz")
class Readiness(MethodView):
    """Whether the store can be read."""

    @described(blueprint, "getReadiness")
    @blueprint.response(200, "Status")
    def get(self) -> Response:
        """Check that the store can be read.

        If it cannot, the answer is a 503.
        """
        service().store.tokens.find(_NO_TOKEN)
        return answer(Status("ok"))


@blueprint.route("/metrics")
class Counts(MethodView):
    """What the process has counted."""

    @described(blueprint, "getMetrics")
    @blueprint.response(200, TEXT, content_type="text/plain")
    def get(self) -> Response:
        """Get the metrics.

        The counters of this process, for Prometheus.
        """
        return Response(service().metrics.text(), content_type=TYPE)


def pages() -> Pages:
    """The page of the description, which needs nothing from elsewhere."""
    docs: Pages = get_swaggerui_blueprint(_DOCS, "/openapi.yaml", _PAGE, blueprint_name="docs")
    docs.after_request(_allow_own_scripts)
    docs.add_url_rule("", "lead", _lead)
    return docs


def _lead() -> Response:
    """Lead to the page; not by way of Host, as Flask would, which is whatever a client says."""
    return Response(status=308, headers={"Location": f"{request.script_root}{_DOCS}/"})


def _allow_own_scripts(response: Response) -> Response:
    """Let the page run what it comes with, and nothing else."""
    hashes = []
    if request.path.rstrip("/") == _DOCS:
        scripts = _SCRIPT.findall(response.get_data())
        hashes = [b64encode(sha256(script).digest()).decode() for script in scripts]
    response.headers["Content-Security-Policy"] = "; ".join(
        [
            "default-src 'none'",
            " ".join(["script-src 'self'", *(f"'sha256-{digest}'" for digest in hashes)]),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    return response
