"""A real server on a free port, and a small browser without script."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.ports import free_port
from tests.support.warm import Warm

_KEPT = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.DOTALL)
"""Elements whose line breaks are seen."""
_LAYOUT = r"\s{2,}|\n"


def _folded(part: str) -> str:
    if _KEPT.fullmatch(part):
        return part
    return re.sub(_LAYOUT, " ", re.sub(f"(?<=>)(?:{_LAYOUT})|(?:{_LAYOUT})(?=[<>])", "", part))


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body; that of a page without its line breaks and indentation, which nobody sees."""
        text = self.body.decode()
        return "".join(map(_folded, _KEPT.split(text))) if text.startswith("<!doctype html>") else text

    @property
    def words(self) -> str:
        """What a reader sees: the text without its tags."""
        return re.sub(r"<[^>]+>", "", self.body.decode())


@dataclass
class Browser:
    """Keeps cookies, follows nothing, sends what a real one would."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    language: str = "en"

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> Answer:
        body = urllib.parse.urlencode(fields or {})
        sent = {"Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"}
        return self._ask("POST", path, body, sent | {_head(name): value for name, value in headers.items()})

    def send(self, path: str, body: bytes, kind: str) -> Answer:
        """Post a body of that content type."""
        return self._ask("POST", path, body, {"Content-Type": kind, "Sec-Fetch-Site": "same-origin"})

    def enter(self, link: str) -> Answer:
        """Press the button on the page of a link."""
        assert '<form class="upright" method="post"><button' in self.get(link).text
        return self.post(link)

    def _ask(self, method: str, path: str, body: str | bytes | None, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"Accept-Language": self.language, **{_head(name): value for name, value in headers.items()}}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, body, sent)
        response = connection.getresponse()
        told = {name.lower(): value for name, value in response.getheaders()}
        for line in response.headers.get_all("set-cookie", ()):
            if cookie := re.match(r"([^=]+)=([^;]*)", line):
                self.cookies[cookie[1]] = cookie[2]
        answer = Answer(response.status, told, response.read())
        connection.close()
        return answer


def _head(name: str) -> str:
    return name.replace("_", "-")


@contextmanager
def server(
    *paths: Path, options: Sequence[str] = (), cold: bool = False, first: str = ""
) -> Iterator[tuple[Browser, str, subprocess.Popen[str]]]:
    """A server for these paths: a browser, the arbiter's link, and the process.

    The process is forked from one that has imported everything, unless it is `cold` or runs code `first`.
    """
    port = free_port()
    words = ["--lang", "en", "serve", *map(str, paths), "--port", str(port), *options]
    process = _cold(words, first) if cold or first else Warm(words, os.environ)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        link = process.stdout.readline().split("/enter/")[-1].strip()
        listening_at(port, process)
        yield Browser(port), f"/enter/{link}", process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


def _cold(words: Sequence[str], first: str) -> subprocess.Popen[str]:
    program = f"import sys\n{first}\nfrom ronde.cli.main import main\nsys.exit(main())"
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", program, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def listening_at(port: int, process: subprocess.Popen[Any]) -> None:
    """Wait until that process answers at that port."""
    for _ in range(1200):
        assert process.poll() is None, "the server ended at once"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server did not start")
