"""Makes the npm package @cgn/judge: `make judge` runs this once the files are installed.

Its code is in clients/judge; the worker, the interpreter and the rules are the files that services
offer to pages.
"""

import gzip
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PACKAGE = HERE / "npm"

SHARED = ("clients/js/answers.d.ts", "pages/static/asking.js", "pages/static/embed.js")
"""The files that it has in common with the JavaScript module, and with the pages."""


DRAWN = ("frame.js", "icon.svg", "mistake.css", "replay.css", "replay.js", "site.css", "table.css")
"""The files of pages that a frame with a replay refers to, besides the pictures of its game."""


def write(into: Path) -> None:
    """Write the package into a folder, in the place of what is there.

    Raises SystemExit if the files of the judge are not installed.
    """
    sys.path.insert(0, str(ROOT))
    from pages.assets import assets, with_imports  # noqa: PLC0415 - of this checkout
    from pages.environment import render  # noqa: PLC0415 - likewise
    from pages.judge import manifest, packed  # noqa: PLC0415 - likewise

    found = manifest()
    if found is None:
        raise SystemExit("cgn-judge is not installed: `make judge` builds it")
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(ROOT / "clients" / "judge", into)
    for name in SHARED:
        shutil.copy(ROOT / name, into)
    judge = into / "judge"
    judge.mkdir()
    for name in found.files:
        (judge / name).write_bytes(gzip.decompress(packed(name, "gz")))
    (judge / "frame.html").write_text(render("frame.html", root=".", folder="./"), encoding="utf-8")
    static = judge / "static"
    static.mkdir()
    pictures = [name for name in assets() if name.startswith("pictures-")]
    for name in set().union(*map(with_imports, (*DRAWN, *pictures))):
        (static / name).write_bytes(assets()[name].data)


if __name__ == "__main__":
    write(PACKAGE)
