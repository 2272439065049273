"""The app: the page that checks and keeps games without a network, and what makes it one.

Its service worker keeps the page and the files that it may need, each by an address that changes
with it. So the text of the worker changes with any of them, and browsers see a new version.
"""

from hashlib import sha256
from pathlib import PurePath

from msgspec.json import encode

from pages.assets import assets
from pages.environment import asset_address, render
from pages.judge import INSTALL, judge_address, offered
from pages.start import EXAMPLE

PAGE = "/app"
MANIFEST = f"{PAGE}/manifest.webmanifest"
WORKER = f"{PAGE}/worker.js"

_SCRIPT = "offline.js"
_KEPT = (".css", ".js", ".svg", ".woff2")
_NOT_KEPT = (_SCRIPT, "description.css", "description.js", "embed.js", "frame.js", "proof.js")
"""Files that only other pages need."""

_ELSEWHERE = ("LICENSES.txt", "classic.js")
"""Files of the judge that no page of a service loads."""

_GROUND, _COLOUR = "#f6f6f3", "#00634f"
"""The colours of `site.css`, while the app opens."""


def app_page(root: str) -> str:
    """The page of the app or, without the judge, what is to be installed for it."""
    return render("app.html", root=root, example=EXAMPLE, install=INSTALL)


def manifest(root: str) -> bytes:
    """The web app manifest, as JSON."""
    page = f"{root}{PAGE}"
    icons = [("icon-192.png", 192, "any"), ("icon-512.png", 512, "any")]
    icons.append(("icon-maskable.png", 512, "maskable"))
    return encode(
        {
            "id": page,
            "name": "CGN: check and write card games",
            "short_name": "CGN",
            "start_url": page,
            "scope": f"{root}/",
            "display": "standalone",
            "background_color": _GROUND,
            "theme_color": _COLOUR,
            "icons": [
                {
                    "src": asset_address(root, name),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for name, size, purpose in icons
            ],
            "file_handlers": [{"action": page, "accept": {"text/vnd.cgn": [".cgn"]}}],
        }
    )


def service_worker(root: str) -> bytes:
    """The script of the service worker, with its version and what it keeps."""
    files, script = kept_files(root), assets()[_SCRIPT].data
    whole = b"\n".join([app_page(root).encode(), encode(files), script])
    version = sha256(whole).hexdigest()[:12]
    constants = {"VERSION": version, "SHELL": f"{root}{PAGE}", "FILES": files}
    lines = [b"const %s = %s;\n" % (name.encode(), encode(it)) for name, it in constants.items()]
    return b"".join(lines) + script


def kept_files(root: str) -> list[str]:
    """The addresses of the files that the app may need, those of the judge last."""
    names = [name for name in assets() if "/" not in name and name not in _NOT_KEPT]
    own = [asset_address(root, name) for name in names if PurePath(name).suffix in _KEPT]
    found = offered()
    judge = () if found is None else found.files
    return sorted(own) + [judge_address(root) + name for name in judge if name not in _ELSEWHERE]
