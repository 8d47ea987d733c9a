"""Files and forms dropped on the desk by somebody who means harm, over real connections."""

from __future__ import annotations

import random
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.hostile import hostile_files
from tests.faults.routes import complained, cookie_of, logged_server
from tests.faults.tally import Tally

from ronde.app.exchange import IMPORTS
from ronde.web.desk.tournaments import LARGEST
from ronde.web.desk.uploads import MOST_FILES, READY
from ronde.web.server.guarded_route import LARGEST_BODY

IMPORT = "/house/import"
NAMES = (
    "../../../etc/cron.d/ronde", "..", "/etc/passwd", "a/../../b.csv", "..\\..\\windows.csv", "\x00.csv",
    "a\x00b.ronde", "", ".", ".ronde", "x" * 5000 + ".csv", "é" * 300 + ".json", "\u202egepj.csv",
    "\ud800.csv",
    f"{READY}/x.csv", READY, f"{READY}/{READY}", "con.csv", "a\r\nSet-Cookie: b=c.csv", "papp/papp.cfg",
    ".ronde-seats.db", "open.ronde", "~", "a.csv.", "%2e%2e%2f.csv", "\x1b[2J.json", " ", "'\"<script>.csv",
)  # fmt: skip
CHARSETS = (
    "utf-8", "raw_unicode_escape", "unicode_escape", "utf-7", "utf-16", "idna", "punycode", "zlib", "rot13",
    "cp037", "", "nonsense", "hex", "undefined", "utf-8-sig", "\u00e9", "mbcs", "x" * 2000,
)  # fmt: skip
MEMORY = 700_000
"""kB a server may take while all this is dropped on it."""
WORDS = (b"", b"\\ud800", b"+2AA-", b"\xff\xfe\x00\xd8", b"xn--a", b"\x00", b"arbiter", b"\\U00110000")


@dataclass
class Dropper:
    """Somebody signed in who drops things."""

    port: int
    cookie: str
    chance: random.Random
    statuses: dict[int, int] = field(default_factory=dict)

    def send(self, body: bytes, kind: str, path: str = IMPORT, *, length: int | None = None) -> int:
        """Post a body under a type; the status of the answer, 0 if there was none."""
        size = len(body) if length is None else length
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\nConnection: close\r\n"
            f"Sec-Fetch-Site: same-origin\r\nContent-Type: {kind}\r\nContent-Length: {size}\r\n\r\n"
        )
        return self.raw(head.encode("utf-8", "replace") + body, hang_up=size > len(body))

    def raw(self, sent: bytes, *, hang_up: bool = False) -> int:
        """Send bytes from an address of its own, so that nobody is asked to slow down."""
        source = f"127.0.{self.chance.randrange(1, 250)}.{self.chance.randrange(1, 250)}"
        with socket.create_connection(("127.0.0.1", self.port), 60, (source, 0)) as line:
            answer = b""
            try:
                line.sendall(sent)
                if hang_up:
                    line.shutdown(socket.SHUT_WR)
                while b"\r\n" not in answer and (more := line.recv(4096)):
                    answer += more
            except OSError:
                pass  # refused before all of it was read
        found = re.match(rb"HTTP/1\.1 (\d+)", answer)
        status = int(found[1]) if found else 0
        self.statuses[status] = self.statuses.get(status, 0) + 1
        return status


def part(name: str, filename: str | None, data: bytes, more: str = "") -> bytes:
    """One part of a form, with whatever is in its names left as it is."""
    told = f'Content-Disposition: form-data; name="{name}"'
    told += "" if filename is None else f'; filename="{filename}"'
    return b"--x\r\n" + f"{told}\r\n{more}\r\n".encode("utf-8", "surrogatepass") + data + b"\r\n"


def form(*parts: bytes) -> bytes:
    """A whole form."""
    return b"".join(parts) + b"--x--\r\n"


def shapes(chance: random.Random, files: dict[str, bytes]) -> Iterator[tuple[str, bytes, str]]:
    """What is wrong, a body, and its type: one of each kind of malice."""
    plain = "multipart/form-data; boundary=x"
    for name, data in files.items():
        format = chance.choice([*IMPORTS, "ronde", "", "nonsense"])
        yield name, form(part("files", name, data), part("format", None, format.encode())), plain
    for name in NAMES:
        content = chance.choice(list(files.values()))[:100_000]
        yield f"named {name[:30]!r}", form(part("files", name, content)), plain
    for name, second in zip(NAMES[::4], NAMES[1::4], strict=False):
        yield (
            f"{name[:20]!r} twice",
            form(part("f", name, b"a"), part("f", name, b"b"), part("f", second, b"")),
            plain,
        )
    for charset in CHARSETS:
        word = chance.choice(WORDS)
        body = form(part("files", "a.csv", word), part("format", None, word), part("name", None, word))
        yield f"charset {charset[:20]}", body, f"{plain}; charset={charset}"
    yield from _too_much(plain)
    yield from _broken(chance, plain)


def _too_much(plain: str) -> Iterator[tuple[str, bytes, str]]:
    yield (
        "many files",
        form(*(part("files", f"{at}.csv", b"name\nA\n") for at in range(MOST_FILES + 1))),
        plain,
    )
    yield "many fields", form(*(part(f"f{at}", None, b"") for at in range(5_000))), plain
    yield "long field", form(part("format", None, b"x" * 2_000_000)), plain
    yield "long header", form(part("files", "a.csv", b"", more=f"X: {'y' * 300_000}\r\n")), plain
    yield "many headers", form(part("files", "a.csv", b"", more="X: y\r\n" * 50_000)), plain
    yield "as large as allowed", form(part("files", "a.csv", b"x" * (LARGEST + 1))), plain
    yield "one byte more", form(part("files", "a.csv", b"x" * LARGEST_BODY)), plain
    yield "10 MB and 1", form(part("files", "a.csv", b"x" * 10_000_001)), plain


def _broken(chance: random.Random, plain: str) -> Iterator[tuple[str, bytes, str]]:
    whole = form(part("files", "a.csv", b"name\nDOE\n"), part("format", None, b"csv"))
    for at in sorted(chance.sample(range(len(whole)), 12)):
        yield f"cut at {at}", whole[:at], plain
    for kind in ("multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x",
                 f"multipart/form-data; boundary={'b' * 5000}", "multipart/form-data; boundary=\xe9",
                 "multipart/form-data; boundary=x; boundary=y", "application/zip", ""):  # fmt: skip
        yield f"type {kind[:40]}", whole, kind
    for at in range(6):
        noise = bytearray(whole)
        for _ in range(8):
            noise[chance.randrange(len(noise))] = chance.randrange(256)
        yield f"noise {at}", bytes(noise), plain
    yield "endless boundary", b"--x" * 300_000, plain
    yield "no name", b"--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n", plain


def dropped(path: Path, scratch: Path, seed: int) -> tuple[Tally, dict[int, int]]:
    """Everything above at the import and, of the small ones, at two other forms; then what is left."""
    tally, chance = Tally(), random.Random(seed)
    aside = scratch / "aside"
    aside.mkdir()
    before = {one.name for one in path.parent.iterdir()}
    kept = [one for one in hostile_files(scratch) if one.stat().st_size < LARGEST]
    files = {one.name: one.read_bytes() for one in kept}
    with logged_server(path, scratch / "log", TMPDIR=str(aside)) as (port, link, process):
        dropper = Dropper(port, cookie_of(port, link), chance)
        for what, body, kind in shapes(chance, files):
            for place in (IMPORT, *(("/enter", "/desk/open/result") if len(body) < 9_000 else ())):
                _one(tally, dropper, what, body, kind, place)
        _unended(tally, dropper)
        tally.check(_memory(process) < MEMORY, f"{_memory(process)} kB of memory at the most")
    complained(tally, scratch / "log")
    new = {one.name for one in path.parent.iterdir()} - before - {scratch.name}
    strangers = {name for name in new if not name.startswith((".ronde-seats.db", "open.", "arbitre."))}
    tally.check(not strangers, f"left in the house: {strangers}")
    tally.check(len(list(aside.glob("ronde-intake-*"))) <= 8, f"left aside: {list(aside.iterdir())[:9]}")
    return tally, dropper.statuses


def _one(tally: Tally, dropper: Dropper, what: str, body: bytes, kind: str, place: str) -> None:
    status = dropper.send(body, kind, place)
    tally.inputs += 1
    if status >= 500:
        tally.crash(f"{status} at {place}: {what}")


def _unended(tally: Tally, dropper: Dropper) -> None:
    """Bodies that stop before they said they would, and chunks without an end."""
    plain = "multipart/form-data; boundary=x"
    half = form(part("files", "a.csv", b"name\n" + b"A\n" * 10_000))[:5_000]
    for length in (len(half) + 1, 7_999_999, 8_000_001, 10**18, -1):
        status = dropper.send(half, plain, length=length)
        tally.inputs += 1
        if status >= 500:
            tally.crash(f"{status}: {length} bytes announced")
    head = (
        f"POST {IMPORT} HTTP/1.1\r\nHost: localhost\r\nCookie: {dropper.cookie}\r\nContent-Type: {plain}\r\n"
    )
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    sent = head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 160
    tally.inputs += 1
    if dropper.raw(sent, hang_up=True) >= 500:
        tally.crash("chunks without an end")


def _memory(process: int) -> int:
    """The most memory, in kB, that a process ever had."""
    return int(re.findall(r"VmHWM:\s+(\d+)", Path(f"/proc/{process}/status").read_text())[0])
