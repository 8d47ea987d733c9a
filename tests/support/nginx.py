"""A real nginx with the file of deploy/, before a server."""

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
SHIPPED = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")

_AROUND = """
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
    include {folder}/ronde.conf;
}}
"""


def written(folder: Path, shipped: str) -> Path:
    """What starts nginx with the shipped file in its http block."""
    folder.mkdir()
    (folder / "ronde.conf").write_text(shipped)
    file = folder / "nginx.conf"
    file.write_text(_AROUND.format(folder=folder))
    return file


def below(path: str, shipped: str = SHIPPED) -> str:
    """The shipped file with a path before that of each location, and nothing of ours beside it."""
    moved = re.sub(r"(?m)^(    location (?:= |~ \^)?)/", rf"\1{path}/", shipped)
    return moved.replace("    location ", "    location / { return 418; }\n    location ", 1)


def at_ports(shipped: str, port: int, behind: int) -> str:
    """The shipped file with the ports of a test."""
    return shipped.replace("listen 443", f"listen 127.0.0.1:{port}").replace(
        "127.0.0.1:8765", f"127.0.0.1:{behind}"
    )


def without_tls(shipped: str) -> str:
    """The shipped file without its certificate."""
    return re.sub(r"(?m)^ +ssl_.*\n", "", shipped).replace(" ssl http2", "")


def with_certificate(shipped: str, folder: Path) -> str:
    """The shipped file with a certificate made for a test."""
    line = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key -out pem"
    subprocess.run(line.split(), cwd=folder, check=True, capture_output=True)
    return re.sub(r"/etc/ssl/tournaments\.example\.", f"{folder}/", shipped)


@contextmanager
def running(folder: Path, port: int, shipped: str) -> Iterator[None]:
    """nginx at `port`."""
    file = written(folder, shipped)
    process = subprocess.Popen((NGINX, "-p", str(folder), "-c", str(file), "-e", str(folder / "errors")))
    try:
        listening_at(port, process)
        yield
    finally:
        process.terminate()
        process.wait(20)


@contextmanager
def nginx(folder: Path, port: int, behind: int) -> Iterator[None]:
    """nginx at `port`, with the server that listens at `behind` below `/ronde/`."""
    with running(folder, port, at_ports(without_tls(below("/ronde")), port, behind)):
        yield
