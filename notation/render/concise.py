"""A diagnostic on one line, for editors and `grep`."""

from notation.diagnostics import Diagnostic
from notation.render.visible import visible
from notation.render.words import pointed, spot


def render_concise(diagnostic: Diagnostic) -> str:
    """`file:line:col: code: ply 37 B: message`, without a line end.

    Unknown parts are left out; a JSON pointer follows the file as `at /plies/3/move`; before
    the code of a warning comes `warning`.

    >>> from notation.diagnostics import Place
    >>> place = Place(file="club.cgn", line=141, column=24)
    >>> found = Diagnostic(code="cgn.verb", severity="error", message="no move", place=place)
    >>> render_concise(found)
    'club.cgn:141:24: cgn.verb: no move'
    """
    parts = [spot(diagnostic.place), pointed(diagnostic.place)]
    if diagnostic.severity != "error":
        parts.append(diagnostic.severity)
    parts.append(diagnostic.code)
    if diagnostic.ply is not None:
        parts.append(f"ply {diagnostic.ply} {visible(diagnostic.seat or '')}".rstrip())
    parts.append(visible(diagnostic.message))
    return ": ".join(filter(None, parts))
