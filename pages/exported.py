"""Pages that are files: a game, or one position of it, with everything that shows it."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from urllib.parse import urlsplit

from msgspec import Struct

from engines.registry import OWN_DECKS, Decks
from notation.page_record import packed
from notation.text_writer import write_text
from pages.brought import Brought
from pages.drawing import replay_page, strip
from pages.environment import inlined
from pages.reels import reels
from pages.scene import Scene, scene
from pages.stretch import film
from pages.svg.position import svg
from replays.view.frames import Frame, frames
from replays.view.playhead import Playhead
from replays.view.redact import redact
from replays.view.views import name_of

RECORD = "cgn"
"""The name of a record in the fragment of an address, which browsers send to nobody."""

SCRIPT = "proof.js"
"""What asks the judge within the page."""

_IN_ADDRESSES = str.maketrans("+/", "-_")


class Proof(Struct, frozen=True):
    """What proves a page.

    Attributes:
        record: the record, packed.
        link: the address that checks it; empty if none does.
        service: the name of the host there.
        judge: what checks it within the page, if something does.
        policy: what the page may do.
    """

    record: str
    link: str
    service: str
    judge: Brought | None
    policy: str


def exported_page(
    replay: Playhead,
    view: str | None,
    decks: Decks = OWN_DECKS,
    home: str = "",
    judge: Brought | None = None,
) -> str:
    """A file that steps through a whole replay and its variations in one view.

    It has the record with it, as the view saw it, and leads to the service at the address `home` to
    have it checked. With a judge it checks the record itself, and has other moves be tried.
    """
    shown = reels(replay, decks, view)
    game = shown[0]
    record = replay.record if view is None else redact(replay.record, view, decks)
    proof = _proof(write_text(record), home, judge)
    return replay_page(
        game.scene,
        game.frames[0],
        game.frames,
        film=film(shown),
        lines=map(strip, shown[1:]),
        proof=proof,
    )


def _proof(text: str, home: str, judge: Brought | None) -> Proof:
    record = packed(text)
    sign = record.translate(_IN_ADDRESSES).rstrip("=")
    link = f"{home}/check#{RECORD}={sign}" if home else ""
    return Proof(record, link, urlsplit(home).netloc, judge, _policy(judge))


def _policy(judge: Brought | None) -> str:
    """The policy of a file: its own scripts, and what it has with it; no address at all."""
    names = ["replay.js"]
    rules = ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data:", "font-src data:"]
    rules += ["base-uri 'none'", "form-action 'none'"]
    compiling = ""
    if judge is not None:
        names += [SCRIPT, *[name for name in judge.later if name.endswith(".js")]]
        rules.append("worker-src blob:")
        compiling = " 'wasm-unsafe-eval'"
    digests = [sha256(inlined(name).encode()).digest() for name in names]
    own = " ".join([f"'sha256-{b64encode(digest).decode()}'" for digest in digests])
    return "; ".join([*rules, f"script-src {own}{compiling}"])


def exported_pictures(replay: Playhead, view: str | None, first: int, last: int) -> Iterator[str]:
    """The pictures of these plies of a game in one view, each an SVG."""
    at, shown = _from_the_deal(replay, view)
    return (svg(at, frame) for frame in shown[first : last + 1])


def position_page(replay: Playhead, view: str | None) -> str:
    """A file that shows the position at which a replay stands, in one view."""
    ply = replay.ply
    at, shown = _from_the_deal(replay, view)
    return replay_page(at, shown[ply], shown, "position.html")


def _from_the_deal(replay: Playhead, view: str | None) -> tuple[Scene, list[Frame]]:
    """The scene and all frames of a replay, which is then at its end."""
    replay.seek(0)
    shown, key = list(frames(replay, view)), name_of(view)
    at = scene(replay.game, replay.record, shown, view=key, views=(key,), root=None, address=None)
    return at, shown
