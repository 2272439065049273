"""CGN, the Card Game Notation, as a Python library. docs/library.md shows how to use it.

`load`, `read` and `write` spell records, `validate` judges them, `steps` and `frames` play them,
and `Client` talks to a service that stores them.

Nothing is loaded before its name is first used: all else that installs lies below `cgn`, and would
load the whole library with it.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cgn import face
    from cgn.face import *  # noqa: F403 - their list is there
    from client.client import Client as Client

    __version__: str
    __all__ = ["Client", "__version__"]
    __all__ += face.__all__
else:

    def __getattr__(name: str) -> object:
        """What the library offers by this name. Raises AttributeError if there is no such thing."""
        if name == "__version__":
            from client.about import version  # noqa: PLC0415 - on first use

            return version()
        if name == "Client":
            return _client()
        face = import_module(".face", __name__)
        if name == "__all__":
            client = ["Client"] if find_spec("requests") else []  # or `import *` would fail
            return [*client, "__version__", *face.__all__]
        if name not in face.__all__:
            raise AttributeError(f"module 'cgn' has no attribute {name!r}")
        return getattr(face, name)

    def __dir__() -> list[str]:
        """The names that the library offers."""
        return __getattr__("__all__")

    def _client() -> type:
        """The client, which needs the extra `client`."""
        try:
            from client.client import Client as Found  # noqa: PLC0415 - on first use
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(
                f"cgn.Client needs {error.name}, which is not installed: pip install 'cgn[client]'",
                name=error.name,
            ) from None
        return Found
