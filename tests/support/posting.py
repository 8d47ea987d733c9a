"""Forms as browsers send them: fields that come several times, and files."""

from __future__ import annotations

import socket
import time
import urllib.parse
from contextlib import ExitStack
from pathlib import Path

from tests.support.in_process import FORM, Visitor
from tests.support.web_server import Answer, Browser

from ronde.app.desk import Desk

BOUNDARY = "----ronde-test-boundary"


def post_all(browser: Browser | Visitor, path: str, fields: list[tuple[str, str]]) -> Answer:
    """Send a form in which a field may come several times."""
    return browser.send(path, urllib.parse.urlencode(fields).encode(), FORM)


def upload(browser: Browser | Visitor, files: dict[str, bytes], format: str = "") -> Answer:
    """Drop files on the page of imports."""
    parts = [b'Content-Disposition: form-data; name="format"\r\n\r\n' + format.encode()]
    for name, data in files.items():
        head = f'Content-Disposition: form-data; name="files"; filename="{name}"\r\n'
        parts.append(head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + data)
    mark = b"--" + BOUNDARY.encode()
    body = b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"
    return browser.send("/house/import", body, f"multipart/form-data; boundary={BOUNDARY}")


def flood(port: int, path: str, count: int) -> set[int]:
    """The statuses of so many forms, each on a connection of its own, all sent before an answer is read."""
    form = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n"
    statuses = set()
    with ExitStack() as lines:
        opened = [
            lines.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            for _ in range(count)
        ]
        for line in opened:
            line.sendall(f"{form}Content-Length: 0\r\n\r\n".encode())
        for line in opened:
            statuses.add(int(line.recv(1 << 16).split(b" ", 2)[1]))
    return statuses


def folder_of(path: Path) -> dict[str, bytes]:
    """The files of a folder as a browser names them when the folder is dropped."""
    return {
        f"{path.name}/{file.name}": file.read_bytes() for file in sorted(path.iterdir()) if file.is_file()
    }


def stored(file: Path) -> Desk:
    """What is on the disk, as anybody else would read it."""
    desk = Desk.open(file)
    desk.close()
    return desk


def shown(browser: Browser | Visitor, place: str) -> Answer:
    """The page of a preview as soon as the draw is done; on a busy machine the desk does not wait for it."""
    end = time.monotonic() + 120
    while "<progress" in (answer := browser.get(place)).text:
        assert time.monotonic() < end, "the draw does not end"
        time.sleep(0.1)
    return answer
