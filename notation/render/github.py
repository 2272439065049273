"""A diagnostic as a workflow command, which GitHub shows at the line in a pull request."""

from notation.diagnostics import Diagnostic
from notation.render.visible import visible
from notation.render.words import explained, heading, label_facts, pointed


def render_github(diagnostic: Diagnostic) -> str:
    r"""`::error file=…,line=…,col=…,endColumn=…,title=…::message`, without a line end.

    GitHub counts `endColumn` as the last column. The message has one line a fact.

    >>> from notation.diagnostics import Place
    >>> place = Place(file="club.cgn", line=7, column=4, end=7)
    >>> found = Diagnostic(code="cgn.verb", severity="error", message="100% wrong", place=place)
    >>> render_github(found)
    '::error file=club.cgn,line=7,col=4,endColumn=6,title=cgn.verb::100%25 wrong'
    """
    place = diagnostic.place
    properties = {
        "file": visible(place.file) or None,
        "line": place.line,
        "col": place.column,
        "endColumn": place.end and place.end - 1,
        "title": diagnostic.code,
    }
    known = [f"{name}={_property(str(v))}" for name, v in properties.items() if v is not None]
    facts = label_facts(diagnostic) + explained(diagnostic)
    lines = [heading(diagnostic), *(f"{name}: {fact}" for name, fact in facts)]
    if where := pointed(place):
        lines[0] = f"{where}: {lines[0]}"
    return f"::{diagnostic.severity} {','.join(known)}::{_data(chr(10).join(lines))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
