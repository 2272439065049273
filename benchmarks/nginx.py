"""nginx in front of a service, with the configuration in deploy/."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from grp import getgrgid
from pathlib import Path
from pwd import getpwuid
from shutil import which

from benchmarks.client import HOST

CONFIG = Path(__file__).parent.parent / "deploy" / "nginx.conf"
NGINX = which("nginx") or which("nginx", path="/usr/sbin")

_SERVER = "server 127.0.0.1:8000 max_fails=1 fail_timeout=30s;"
_PATIENCE = 60.0
_GLANCE = 0.05
_MAIN = """
daemon off;
user {user} {group};
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections {connections}; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/cgn.conf;
}}
"""


@contextmanager
def nginx(folder: Path, *services: int, connections: int = 1024) -> Iterator[tuple[int, int]]:
    """Nginx in front of services at ports of this machine; gives its ports for HTTP and HTTPS.

    With several services it has the deadline that the configuration names for several hosts. The
    port for HTTP answers like the one for HTTPS, and does not redirect. It accepts so many
    `connections`, even if all come from one client.
    """
    if NGINX is None:
        raise FileNotFoundError("nginx is not installed")
    _certify(folder)
    plain, secure, other = _free_ports(3)
    config = CONFIG.read_text(encoding="utf-8")
    deadline = "12s" if len(services) > 1 else "120s"
    for shipped, here in {
        _SERVER: "\n".join(_SERVER.replace("127.0.0.1:8000", f"{HOST}:{one}") for one in services),
        "proxy_read_timeout 120s; # with": f"proxy_read_timeout {deadline}; # with",
        "listen 80 default_server;": f"listen {HOST}:{other} default_server;",
        "listen 443 ssl http2 default_server;": (
            f"listen {HOST}:{plain} default_server;\n"
            f"listen {HOST}:{secure} ssl http2 default_server;"
        ),
        "server_name cgn.example;": f"server_name cgn.example {HOST};",
        "listen 80;": f"listen {HOST}:{other};",
        "listen 443 ssl http2;": f"listen {HOST}:{plain};\nlisten {HOST}:{secure} ssl http2;",
        "/etc/ssl/cgn.example.pem": f"{folder}/certificate.pem",
        "/etc/ssl/cgn.example.key": f"{folder}/key.pem",
        "/var/cache/nginx/cgn": f"{folder}/cache",
        "limit_conn cgn_connections 64;": f"limit_conn cgn_connections {connections};",
        "limit_conn cgn_waits 256;": f"limit_conn cgn_waits {connections};",
    }.items():
        if shipped not in config:
            raise ValueError(f"{CONFIG} has no `{shipped}`")
        config = config.replace(shipped, here)
    (folder / "cgn.conf").write_text(config, encoding="utf-8")
    user, group = getpwuid(os.getuid()).pw_name, getgrgid(os.getgid()).gr_name
    main = _MAIN.format(folder=folder, user=user, group=group, connections=connections)
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    with subprocess.Popen([NGINX, "-p", folder, "-c", "nginx.conf"]) as process:  # noqa: S603 - our own
        try:
            _wait(secure)
            yield plain, secure
        finally:
            process.terminate()


def _certify(folder: Path) -> None:
    """Make a certificate that nobody has signed."""
    files = ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/certificate.pem"]
    kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command = ["openssl", "req", *kind, "-subj", "/CN=cgn.example", *files]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own


def _free_ports(number: int) -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(number)]
        for one in sockets:
            one.bind((HOST, 0))
        return [one.getsockname()[1] for one in sockets]


def _wait(port: int) -> None:
    """Wait until something listens at the port. Raises TimeoutError if nothing does."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            socket.create_connection((HOST, port)).close()
        except OSError:
            if time.monotonic() > end:
                raise TimeoutError("nginx did not begin to serve") from None
            time.sleep(_GLANCE)
        else:
            return
