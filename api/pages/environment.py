"""Fills the templates of the pages."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from api.pages.assets import assets
from api.pages.wording import FILTERS

_TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment() -> Environment:
    """The one environment of all templates. A name that a template does not know is an error."""
    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["asset"] = _address
    made.filters.update(FILTERS)
    return made


def render(template: str, **facts: object) -> str:
    """A page or a part of one, filled in with these facts.

    Every page takes `root`: the path under which the service is reached, without a slash at its
    end.
    """
    return environment().get_template(template).render(facts)


def _address(root: str, name: str) -> str:
    """The address of a file. It changes with the file, which browsers may therefore keep."""
    return f"{root}/static/{name}?{assets()[name].digest}"
