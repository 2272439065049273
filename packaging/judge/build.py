"""Builds the files of the judge in the page: `make judge` runs this, and makes a wheel of them.

The interpreter is Pyodide's, from npm; msgspec is its own wheel for it, from PyPI. Both are pinned
by their hashes: a minor version of Pyodide is one of Python, and has an ABI of its own. The rooms
come from the wheel of cgn, Jinja and MarkupSafe from the environment that runs this.
"""

import json
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256, sha512
from importlib.metadata import distribution, version
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
MADE = HERE / "cgn_judge"
PARTS = HERE / ".parts"
"""What was downloaded, so that it is not downloaded again."""

PYODIDE = "pyodide@314.0.7"
INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""What npm has to have, as it writes digests itself."""

PLATFORM = ("pyemscripten_2026_0_wasm32", "3.14")

ROOMS = {
    "judge": ("notation", "engines", "replays"),
    "drawing": ("pages",),
}
"""The archives, and the rooms in each."""

LEFT_OUT = (
    "replays/general/",
    "replays/store/",
    "replays/many/cluster.py",
    "replays/many/remote.py",
    "replays/many/tools/",
    "replays/many/workers.py",  # no browser has processes
    "pages/docs/",
    "pages/module/",
    "pages/static/",
    "pages/styles/",
    "pages/checks.py",
    "pages/svg/",
    "pages/templates/",  # they are compiled
    "pages/guide.py",
)
"""What of the rooms no browser needs: checks of games, stores, archives, files of the service."""

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def pyodide() -> Path:
    """The folder of the interpreter. Raises SystemExit if what npm has is not what is pinned."""
    folder = PARTS / PYODIDE
    if not folder.is_dir():
        run("npm", "pack", "--silent", PYODIDE, "--pack-destination", str(PARTS))
        (packed,) = PARTS.glob("pyodide-*.tgz")
        found = "sha512-" + b64encode(sha512(packed.read_bytes()).digest()).decode()
        if found != INTEGRITY:
            packed.unlink()
            raise SystemExit(f"{PYODIDE} of npm is {found}, and should be {INTEGRITY}")
        with tarfile.open(packed) as archive:
            archive.extractall(folder, filter="data")
        packed.unlink()
    return folder / "package"


def msgspec(into: Path) -> None:
    """Put msgspec's wheel for the interpreter into a folder; pip checks its hash."""
    platform, python = PLATFORM
    wanted = ("--platform", platform, "--python-version", python, "--only-binary=:all:")
    pinned = ("--no-deps", "--require-hashes", "--requirement", str(HERE / "requirements.txt"))
    run(*PIP, "download", *wanted, *pinned, "--dest", str(PARTS))
    with ZipFile(PARTS / f"msgspec-{version('msgspec')}-cp314-cp314-{platform}.whl") as wheel:
        wheel.extractall(into)  # noqa: S202 - its hash was checked


def installed(name: str, into: Path) -> None:
    """Put the pure Python of a package of this environment, and its metadata, into a folder."""
    for file in distribution(name).files or ():
        is_metadata = file.name in ("METADATA", "LICENSE.txt")
        if ".." not in file.parts and (file.suffix == ".py" or is_metadata):
            target = into / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(str(file.locate()), target)


def rooms(into: Path) -> None:
    """Put the rooms, as the wheel of cgn has them, into the folders of their archives."""
    with TemporaryDirectory() as folder:
        run(*PIP, "wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", str(ROOT))
        (found,) = Path(folder).glob("*.whl")
        with ZipFile(found) as wheel:
            for name in wheel.namelist():
                archive = archive_of(name)
                if archive is not None:
                    wheel.extract(name, into / archive)


def archive_of(name: str) -> str | None:
    """The archive to which a file of the wheel belongs; None if no browser needs it."""
    within = name.removeprefix("cgn/")
    if name == "cgn/__init__.py" or ".dist-info/METADATA" in name:
        return "judge"
    if within.startswith(LEFT_OUT) or within.endswith((".pyi", "py.typed")):
        return None
    room = within.partition("/")[0]
    return next((archive for archive, names in ROOMS.items() if room in names), None)


def room_digests() -> dict[str, str]:
    """The digest of the files of each room, by which the files show what they were made from."""
    return {room: _digest(ROOT / room) for names in ROOMS.values() for room in names}


def _digest(folder: Path) -> str:
    whole = sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            data = file.read_bytes()
            whole.update(f"{file.relative_to(folder).as_posix()} {len(data)}\n".encode() + data)
    return whole.hexdigest()


def digests(into: Path) -> None:
    """Write down the digests of the files of pages, by which pages name them."""
    sys.path.insert(0, str(ROOT))
    from pages.assets import assets  # noqa: PLC0415 - of this checkout

    found = {name: asset.digest for name, asset in assets().items()}
    (into / "digests.json").write_text(json.dumps(found), encoding="utf-8")


def licences(site: Path) -> Iterator[str]:
    """The licence of each part, with what it is of."""
    yield f"CGN\n\n{(ROOT / 'LICENSE').read_text(encoding='utf-8')}"
    for file in sorted(HERE.glob("licences/*.txt")):
        yield f"{file.stem}\n\n{file.read_text(encoding='utf-8')}"
    for file in sorted(site.rglob("*.dist-info/**/LICENSE*")):
        name = file.relative_to(site).parts[1].partition("-")[0]
        yield f"{name}\n\n{file.read_text(encoding='utf-8')}"


def run(*command: str) -> None:
    """Run a command; it shows what is wrong itself. Raises SystemExit if it fails."""
    try:
        subprocess.run(command, check=True, cwd=ROOT)  # noqa: S603 - the project's own commands
    except FileNotFoundError:
        raise SystemExit(f"this needs {command[0]}, which is not installed") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.returncode) from None


def main() -> None:
    """Write the files and the manifest."""
    PARTS.mkdir(exist_ok=True)
    files = MADE / "files"
    shutil.rmtree(files, ignore_errors=True)
    with TemporaryDirectory() as folder:
        site, raw = Path(folder, "site"), Path(folder, "raw")
        raw.mkdir()
        msgspec(site / "judge")
        for library in (site / "judge" / "msgspec").glob("*.so"):
            shutil.copy(library, raw)  # for image.js, which loads it before the archives
        rooms(site)
        digests(site / "drawing" / "cgn" / "pages")
        for name in ("jinja2", "markupsafe"):
            installed(name, site / "drawing")
        text = "\n\n----\n\n".join(licences(site))
        (raw / "LICENSES.txt").write_text(text, encoding="utf-8")
        for file in (HERE / "files").iterdir():
            shutil.copy(file, raw)
        run(
            "node",
            str(HERE / "pack.mjs"),
            str(pyodide()),
            folder,
            str(HERE / "pack.py"),
            str(PARTS),
        )
        files.mkdir()
        sizes = json.loads((raw / "sizes.json").read_text(encoding="utf-8"))
        for file in Path(folder, "packed").iterdir():
            shutil.move(file, files)
    manifest = {"version": version("cgn"), "rooms": room_digests(), **sizes}
    (MADE / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
