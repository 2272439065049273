"""`/v1/tables/{id}/seats/{seat}` and `/nonce`: sitting down at a dealt table, until it is dealt."""

from flask import Response
from flask.views import MethodView

from api.http.arguments import Blueprint
from api.live.answers import done
from api.live.calls import object_of, on_newest, raw_body
from api.live.schemas import NonceSchema, SittingSchema
from api.live.sitting import seat_of, send_nonce, sit, state_json
from api.live.visit import player, visit
from api.openapi.operations import BODY, described, json_body
from api.problems import Problem

blueprint = Blueprint(
    "table_deal", __name__, url_prefix="/v1", description="Sitting down at games to be dealt."
)

_SITTING, _NONCE = SittingSchema(), NonceSchema()
_REFUSED = (403, 404, 409, 422, 507)


@blueprint.route("/tables/<table:table>/seats/<seat:seat>")
class Seats(MethodView):
    """A seat of a dealt table."""

    @described(blueprint, "takeSeat", *BODY, *_REFUSED)
    @blueprint.doc(requestBody=json_body(SittingSchema))
    @blueprint.response(200, "TableState", description="The seat is taken.")
    def post(self, table: str, seat: str) -> Response:
        """Take a seat.

        With its invitation, and the SHA-256 of a token and of a nonce that whoever sits down made:
        the token plays for the seat from now on, and everyone sees the one of the nonce. The same
        call again is answered again.
        """
        guest = visit(table)
        letter = seat_of(guest.table, seat)
        asked = object_of(raw_body(), _SITTING)
        on_newest(guest, lambda now: sit(now.table, letter, asked))
        found = visit(table).table
        return done(found, state_json(found))


@blueprint.route("/tables/<table:table>/nonce")
class Nonce(MethodView):
    """What the seats bring to the deal."""

    @described(blueprint, "sendNonce", *BODY, *_REFUSED, token=True)
    @blueprint.doc(requestBody=json_body(NonceSchema))
    @blueprint.response(200, "TableState", description="Taken; with the last one, dealt.")
    def post(self, table: str) -> Response:
        """Send a nonce.

        Of a seat, once all are taken. With the last one the cards are dealt: the seed is the
        service's secret and the nonces in the order of the seats, joined by `.`.
        """
        guest = player(visit(table))
        if guest.seat is None or not guest.table.kind.by_invitation:
            raise Problem(403, "only the seats of a dealt table may do this")
        asked = object_of(raw_body(), _NONCE)
        on_newest(guest, lambda now: send_nonce(now, asked["nonce"]))
        found = visit(table).table
        return done(found, state_json(found, guest.view))
