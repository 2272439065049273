"""The work of pages, run by checkers: functions of what is asked, as in jobs.py."""

from api.checking.jobs import RawDecks
from api.pages.guide import chapters, guide_page


def guide(root: str, name: str, _: RawDecks) -> str | None:
    """A page of the guide; None if there is none of this name."""
    return guide_page(root, name) if name in chapters() else None
