"""Fills the templates of the pages, and has the headers that pages are sent with."""

import re
from base64 import b64encode
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, ModuleLoader, StrictUndefined
from markupsafe import Markup

from pages.assets import assets, digests, preview_of
from pages.judge import IN_A_BROWSER, has_judge, judge_address
from pages.pictures import picture_of
from pages.wording import FILTERS

_TEMPLATES = Path(__file__).parent / "templates"

COMPILED = f"compiled/{version('jinja2')}"
"""The folder beside this file in which the wheel has the templates as Python code.

Compiling them takes a third of the time of an export. The code is for the very Jinja that wrote
it; under another one, and in a checkout, where there is no such folder, the templates are read.
"""


@cache
def environment() -> Environment:
    """The one environment of all templates. A name that a template does not know is an error."""
    env = Environment(
        loader=ChoiceLoader(
            [ModuleLoader(Path(__file__).parent / COMPILED), FileSystemLoader(_TEMPLATES)]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals.update(
        asset=asset_address,
        draws_pictures=draws_pictures,
        has_judge=has_judge,
        inlined=inlined,
        judge=judge_address,
        preview=_preview,
    )
    env.filters.update(FILTERS, picture_of=picture_of)
    return env


def compile_templates(folder: Path) -> None:
    """Write every template as a module of Python code into a folder."""
    own = environment().overlay(loader=FileSystemLoader(_TEMPLATES))
    own.compile_templates(folder, zip=None, ignore_errors=False)


def render(template: str, **facts: object) -> str:
    """A page or a part of one, filled in with these facts.

    Every page takes `root`: the path under which the service is reached, without a slash at its
    end; None if the page is a file that brings with it whatever it refers to.
    """
    return environment().get_template(template).render(facts)


_IMPORT = re.compile(r'^import (?:(.*) from )?"\./([a-z]+)\.js\?\w+";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:class|const|function) (\w+))", re.MULTILINE)


def inlined(name: str) -> Markup:
    """A style or script as it stands within a page: the font as data, imports in their place.

    In a browser, which has no files, it is empty: the page that is there has them (`proof.js`).
    """
    if IN_A_BROWSER:
        return Markup("")
    text = _joined(name) if name.endswith(".js") else _text(name)
    if name == "site.css":
        font = assets()["figtree.woff2"]
        data = f"data:{font.kind};base64,{b64encode(font.data).decode()}"
        text = re.sub(r"figtree\.woff2\?\w+", data, text)
    return Markup(text)  # noqa: S704 - our own


def _text(name: str) -> str:
    return assets()[name].data.decode()


def _joined(name: str) -> str:
    """A script behind all that it imports, each as an object, so that no two names meet."""
    needed: dict[str, str] = {}
    script = _linked(name, needed)
    return "\n".join([*needed.values(), script])


def _linked(name: str, needed: dict[str, str]) -> str:
    """A script that takes what it imports from objects, which are added to those `needed`."""

    def linked(match: re.Match[str]) -> str:
        names, other = match.groups()
        if other not in needed:
            text = _linked(f"{other}.js", needed)
            exported = ", ".join([found[1] for found in _EXPORT.findall(text)])
            body = _EXPORT.sub(r"\1", text)
            needed[other] = f"const {other}_js = (() => {{\n{body}return {{ {exported} }};\n}})();"
        return f"const {names.replace(' as ', ': ')} = {other}_js;" if names else ""

    return _IMPORT.sub(linked, _text(name))


@cache
def draws_pictures() -> bool:
    """Whether the extra `pictures` is installed; without it, games have one picture each."""
    return find_spec("resvg_py") is not None


def _preview(root: str, game: str) -> str:
    """The address of the picture that links to a game's replays show; empty if it has none."""
    name = preview_of(game)
    return asset_address(root, name) if name in digests() else ""


def asset_address(root: str, name: str) -> str:
    """The address of a file. It changes with the file, which browsers may therefore keep."""
    return f"{root}/static/{name}?{digests()[name]}"


HTML = "text/html; charset=utf-8"

FRAMED = "frame-ancestors *"
"""The policy of a page that other sites may embed."""

_PAGE = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
)


def policy(*, framed: bool = False, sends: bool = False) -> dict[str, str]:
    """The header with the policy of a page. Only one that is `framed` may be shown by others.

    A page that `sends` forms tells this service, and nobody else, where they come from: otherwise
    browsers call their origin `null`, as that of some other sites.
    """
    ancestors = FRAMED if framed else "frame-ancestors 'none'"
    told = {"Referrer-Policy": "same-origin"} if sends else {}
    return {"Content-Security-Policy": "; ".join([*_PAGE, ancestors]), **told}


def picture_policy() -> dict[str, str]:
    """The header with the policy of a picture.

    An SVG brings its font and its styles with it; around a PNG, browsers make a page with styles.
    """
    allowed = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
    return {"Content-Security-Policy": allowed}
