"""A real nginx that shows a server below a path."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.support.root import ROOT
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
    {zones}
    server {{
        listen 127.0.0.1:{port};
        {locations}
        location / {{ return 418; }}
    }}
}}
"""
GUIDE = ROOT / "docs" / "guides" / "server.md"


def written(folder: Path, port: int, behind: int) -> Path:
    """What the guide tells a host to write, with the ports of the test."""
    guide = GUIDE.read_text()
    zones = "".join(re.findall(r"limit_\w+_zone .*?;", guide))
    locations = "".join(re.findall(r"(?ms)^    location [^{\n]*/ronde/.*?^    \}", guide))
    headers = guide.split("# /etc/nginx/ronde_proxy\n", 1)[1].split("\n\n", 1)[0]
    (folder / "ronde_proxy").write_text(headers)
    file = folder / "nginx.conf"
    known = {"folder": folder, "port": port, "zones": zones}
    file.write_text(_CONFIGURATION.format(**known, locations=locations.replace("8765", str(behind))))
    return file


@contextmanager
def nginx(folder: Path, port: int, behind: int) -> Iterator[None]:
    """nginx at `port`, with the server that listens at `behind` below `/ronde/`."""
    folder.mkdir()
    line = (NGINX, "-p", str(folder), "-c", str(written(folder, port, behind)), "-e", str(folder / "errors"))
    process = subprocess.Popen(line)
    try:
        listening_at(port, process)
        yield
    finally:
        process.terminate()
        process.wait(20)
