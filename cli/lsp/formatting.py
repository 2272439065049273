"""The canonical form of a document, as `cgn fmt` writes it."""

from lsprotocol.types import TextEdit

from cli.fmt import Canonical
from cli.lsp.document import Document


def formatting(document: Document) -> list[TextEdit]:
    """The edit that brings a document into canonical form; none if it is canonical already.

    An editor keeps its own line ends, and the lines above and below those that change.
    Raises BrokenRecord if a record cannot be read.
    """
    new = Canonical().of(document.raw, document.name).decode()
    old = document.text
    if old.replace("\r\n", "\n") == new:
        return []
    head, tail = _shared(old, new)
    return [
        TextEdit(document.lines.range(head, len(old) - tail), new[head : len(new) - tail]),
    ]


def _shared(old: str, new: str) -> tuple[int, int]:
    """How many characters of whole lines the two have in common, at the beginning and the end."""
    olds, news = old.split("\n"), new.split("\n")
    most = min(len(olds), len(news))
    first = next((i for i in range(most) if olds[i] != news[i]), most - 1)
    most -= first
    last = next((i for i in range(most) if olds[-1 - i] != news[-1 - i]), most - 1)
    head = sum(len(line) + 1 for line in olds[:first])
    tail = sum(len(line) + 1 for line in olds[len(olds) - last :])
    return head, tail
