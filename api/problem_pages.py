"""The pages of the types of problems, to which `type` of a problem leads."""

from markdown_it import MarkdownIt
from markupsafe import Markup

from api.problem_types import PAGES, TYPES, ProblemType, title_of
from pages.environment import render

_PROSE = MarkdownIt("commonmark", {"html": False})


def problems_page(root: str, kind: ProblemType | None = None) -> str:
    """The page of one type, or the page that lists all of them."""
    return render(
        "problems.html",
        root=root,
        index=f"{root}{PAGES}",
        types=TYPES.values(),
        kind=kind,
        phrase="" if kind is None else title_of(kind.status),
        prose=_prose,
    )


def _prose(text: str) -> Markup:
    """A line of Markdown as HTML."""
    return Markup(_PROSE.renderInline(text))  # noqa: S704 - our own
