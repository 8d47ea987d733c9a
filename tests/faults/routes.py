"""Every address of the web server with parameters, headers and bodies nobody would send."""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import socket
import string
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.tally import Tally
from tests.support.ports import free_port
from tests.support.processes import plain_environment

from ronde import web
from ronde.web.api import COMMAND_OPERATIONS, QUERY_OPERATIONS, ROOT

_ROUTE = re.compile(r'Route\(\s*f?"(/[^"]*)"([^\n]*)')
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "BREW")
NASTY = (
    "", "0", "-1", "1", "2", "3", "999999999999999999999999", "1e9", "NaN", "open", "..", "../../etc/passwd",
    "%00", "%", "%ff%fe", "\u202e", "é" * 50, "'; DROP TABLE journal;--", "<script>", "{{7*7}}", "x" * 3000,
    "null", "true", "[]", "{}", "\r\nSet-Cookie: a=b", "-", "٣", "①", "1-1-1", "fr", "en", "\x00", "𝟙",
)  # fmt: skip
HEADERS = (
    "If-None-Match", "If-Modified-Since", "Last-Event-ID", "Accept-Language", "Accept", "Cookie", "Range",
    "Origin", "Sec-Fetch-Site", "Content-Type", "Authorization", "X-Forwarded-For", "X-Forwarded-Proto",
    "Content-Encoding", "Accept-Encoding", "User-Agent", "Expect", "Idempotency-Key",
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data",
    "application/json", "text/plain; charset=nonsense", "application/x-www-form-urlencoded; charset=utf-7",
    ";", "multipart/form-data; boundary=x; charset=raw_unicode_escape",
    "multipart/form-data; boundary=x; charset=idna",
)  # fmt: skip
FIELDS = (
    "entry", "replace", "key", "name", "first", "second", "table", "player", "country", "rating", "round",
    "format",
    "number", "action", "text", "typed", "after", "lang", "theme", "seed", "token", "rounds", "result",
)  # fmt: skip


def addresses() -> list[tuple[str, str]]:
    """Every pattern of an address that the web room routes, with the method it wants."""
    folder = Path(next(iter(web.__path__)))
    found = {
        ("POST" if "POST" in rest else "GET", pattern)
        for file in folder.rglob("*.py")
        for pattern, rest in _ROUTE.findall(file.read_text("utf-8"))
    }
    acts = {(act.method, ROOT + act.path) for act in (*COMMAND_OPERATIONS, *QUERY_OPERATIONS)}
    others = {("POST", f"{ROOT}/{word}") for word in ("draw/preview", "undo", "redo")}
    return sorted({*found, *acts, *others, ("GET", ROOT)})


@dataclass
class Fuzz:
    """A stranger, or the arbiter, who sends nonsense."""

    port: int
    chance: random.Random
    cookie: str = ""
    statuses: dict[int, int] = field(default_factory=dict)

    def path(self, pattern: str) -> str:
        """An address of that pattern, now and then of a thing that exists."""

        def filled(found: re.Match[str]) -> str:
            real = {"slug": "open", "number": "1", "player": "1", "table": "1"}.get(
                found[1].split(":")[0], "1"
            )
            return real if self.chance.random() < 0.8 else urllib.parse.quote(self.word(), safe="")

        path = re.sub(r"\{([^}]+)\}", filled, pattern)
        asked = [(self.chance.choice(FIELDS), self.word()) for _ in range(self.chance.choice([0, 0, 1, 3]))]
        return f"{path}?{urllib.parse.urlencode(asked, errors='replace')}" if asked else path

    def word(self) -> str:
        if self.chance.random() < 0.7:
            return self.chance.choice(NASTY)
        letters = string.printable + "éßø漢\u0301"
        return "".join(self.chance.choices(letters, k=self.chance.choice([1, 5, 40])))

    def headers(self) -> dict[str, str]:
        chosen = self.chance.sample(HEADERS, self.chance.choice([0, 1, 2, 4]))
        sent = {name: _one_line(self.word()) for name in chosen}
        if self.cookie and self.chance.random() < 0.8:
            sent["Cookie"] = self.cookie
        if self.chance.random() < 0.7:
            kind = TYPES[0] if self.chance.random() < 0.6 else self.chance.choice(TYPES)
            sent |= {"Sec-Fetch-Site": "same-origin", "Content-Type": kind}
        sent.pop("Expect", None)
        return sent

    def body(self) -> bytes:
        fields = [(self.chance.choice(FIELDS), self.word()) for _ in range(self.chance.choice([0, 1, 2, 6]))]
        form = urllib.parse.urlencode(fields, errors="replace").encode()
        head = b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n'
        part = head + b"name\nDOE\r\n--x--\r\n"
        return self.chance.choice([form, form, part, part[:40], self.chance.randbytes(50), b"{" * 500])

    def ask(self, wanted: str, pattern: str) -> tuple[str, int]:
        """Send one request; what it was, and the status of its answer (0 if the line was cut)."""
        method = wanted if self.chance.random() < 0.85 else self.chance.choice(METHODS)
        path, headers = self.path(pattern), self.headers()
        source = f"127.0.{self.chance.randrange(1, 250)}.{self.chance.randrange(1, 250)}"
        connection = http.client.HTTPConnection(
            "127.0.0.1",
            self.port,
            timeout=60,
            source_address=(source, 0),  # every bucket of tokens is full
        )
        try:
            connection.request(method, path, self.body() if method not in ("GET", "HEAD") else None, headers)
            status = connection.getresponse().status  # a stream of news would never end: the head is enough
        except (http.client.HTTPException, ValueError):
            status = 0
        finally:
            connection.close()
        self.statuses[status] = self.statuses.get(status, 0) + 1
        return f"{method} {path!r} {headers!r}", status


def _one_line(word: str) -> str:
    return re.sub(r"[\x00-\x1f\x7f]", "", word).encode("latin-1", "ignore").decode("latin-1")


@contextmanager
def logged_server(path: Path, log: Path, **wishes: str) -> Iterator[tuple[int, str, int]]:
    """A server, its complaints kept: its port, the arbiter's way in, its process. Wishes go to it."""
    port = free_port()
    line = [
        sys.executable,
        "-m",
        "ronde",
        "--lang",
        "en",
        "serve",
        str(path),
        "--port",
        str(port),
        "--referee",
    ]
    with log.open("wb") as complaints:
        process = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=complaints, encoding="utf-8",
            env=plain_environment() | {"PYTHONUNBUFFERED": "1"} | wishes,
        )  # fmt: skip
    with process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            link = "/enter/" + process.stdout.readline().split("/enter/")[-1].strip()
            _wait(port)
            yield port, link, process.pid
            assert process.poll() is None, "the server is still there"
        finally:
            if process.poll() is None:
                os.kill(process.pid, signal.SIGTERM)
            process.wait(60)


def _wait(port: int) -> None:
    for _ in range(1200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server did not start")


def cookie_of(port: int, link: str) -> str:
    """The cookie of the arbiter who goes in by that link."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("POST", link, headers={"Sec-Fetch-Site": "same-origin"})
    answer = connection.getresponse()
    told = answer.getheader("set-cookie", "").split(";")[0]
    connection.close()
    return told


def fuzzed_routes(path: Path, log: Path, seed: int, rounds: int) -> tuple[Tally, dict[int, int]]:
    """So many rounds through all addresses, most of them as the arbiter."""
    tally, chance = Tally(), random.Random(seed)
    with logged_server(path, log) as (port, link, _):
        fuzz, cookie = Fuzz(port, chance), cookie_of(port, link)
        for turn in range(rounds):
            for wanted, pattern in addresses():
                fuzz.cookie = cookie if turn % 4 and pattern != "/leave" else ""  # the link lets in once
                what, status = fuzz.ask(wanted, pattern)
                tally.inputs += 1
                if status >= 500:
                    tally.crash(f"{status} {what[:600]}")
    complained(tally, log)
    return tally, fuzz.statuses


def complained(tally: Tally, log: Path) -> None:
    """Count every failure a server wrote into its log."""
    for trace in log.read_text("utf-8", "replace").split("Traceback")[1:]:
        tally.crash(f"in the log: {trace[-900:]}")
