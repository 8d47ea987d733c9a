"""A real nginx that shows a server below a path."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.web_server import listening_at

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
needs_nginx = pytest.mark.skipif(not Path(NGINX).exists(), reason="nginx is not installed")

_CONFIGURATION = """
daemon off;
pid {folder}/pid;
error_log {folder}/errors warn;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port};
        location /ronde/ {{
{location}
        }}
        location / {{ return 418; }}
    }}
}}
"""


def location(port: int) -> str:
    """What docs/guides/server.md tells a host to write, with the port of the server."""
    text = (Path(__file__).parents[2] / "docs" / "guides" / "server.md").read_text()
    block = text.split("location /ronde/ {\n", 1)[1].split("\n    }", 1)[0]
    return block.replace("8765", str(port))


@contextmanager
def nginx(folder: Path, port: int, behind: int) -> Iterator[None]:
    """nginx at `port`, with the server that listens at `behind` below `/ronde/`."""
    folder.mkdir()
    written = folder / "nginx.conf"
    written.write_text(_CONFIGURATION.format(folder=folder, port=port, location=location(behind)))
    process = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(written), "-e", str(folder / "errors")])
    try:
        listening_at(port, process)
        yield
    finally:
        process.terminate()
        process.wait(20)
