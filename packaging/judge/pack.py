"""Compiles what build.py gathered, in the very Python that runs it later, and archives it.

Runs in Pyodide, with the folder of build.py at /work. Of the standard library it keeps what the
archives import, anywhere in their code, and what that imports.
"""

import ast
import importlib
import sys
from pathlib import Path
from py_compile import PycInvalidationMode, compile  # noqa: A004 - its name
from zipfile import ZipFile, ZipInfo

SITE, RAW = Path("/work/site"), Path("/work/raw")
LIBRARY = "/lib/python314.zip"
NOT_IN_BROWSERS = ("sqlite3", "multiprocessing", "concurrent.futures.process", "tkinter")
LATE = (
    "_strptime",
    "email.parser",
    "encodings.ascii",
    "encodings.latin_1",
    "importlib.metadata._adapters",
)
"""What the standard library imports only when it is used."""


def imported(path: Path) -> set[str]:
    """The names of modules that a file imports, also within functions, but no relative ones."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
    return names


def library() -> list[str]:
    """The files of the standard library that are needed, by their names in its archive."""
    wanted = {*LATE, *(name for path in SITE.rglob("*.py") for name in imported(path))}
    for name in sorted(wanted):
        if name.partition(".")[0] in sys.stdlib_module_names and not name.startswith(
            NOT_IN_BROWSERS
        ):
            importlib.import_module(name)
    places = [getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]]
    return sorted({place.removeprefix(f"{LIBRARY}/") for place in places if LIBRARY in place})


def compiled(source: Path, name: str) -> bytes:
    """A file as code, which names itself `name`; it does not ask how old its source is."""
    target = Path("/tmp/compiled.pyc")  # noqa: S108 - of Pyodide, where nobody else is
    compile(
        source, target, name, doraise=True, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH
    )
    return target.read_bytes()


def write(archive: str, files: dict[str, bytes]) -> None:
    """Write an archive that is stored, since it is packed as a whole, and without times."""
    with ZipFile(RAW / archive, "w") as packed:
        for name in sorted(files):
            packed.writestr(ZipInfo(name), files[name])


def main() -> None:
    """Write the archives of the standard library, of the judge and of the drawing."""
    with ZipFile(LIBRARY) as whole:
        unpacked = Path("/tmp/library")  # noqa: S108 - likewise
        whole.extractall(unpacked)
    names = library()
    write("python.zip", {f"{name}c": compiled(unpacked / name, name) for name in names})
    for folder in sorted(SITE.iterdir()):
        files = {}
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = path.relative_to(folder).as_posix()
            if path.suffix == ".py":
                files[f"{name}c"] = compiled(path, name)
            elif path.suffix not in (".pyc", ".pyi", ".c", ".h"):
                files[name] = path.read_bytes()
        write(f"{folder.name}.zip", files)


main()
