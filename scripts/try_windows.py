"""An arbiter's tour in the folder for Windows, under wine: `python scripts/try_windows.py FOLDER`.

Each step prints what it took; the first that fails ends the tour with its output. This shows that the folder
starts, pairs, writes, prints and serves with the programs of Windows, not how a real Windows behaves.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

PLAYERS = "name,first name,country,rating\n" + "".join(
    f"{name},Éva,F,{1500 - at}\n" for at, name in enumerate(("ALPHA", "BETA", "GAMMA", "DELTA"))
)
TOUR: tuple[tuple[str, ...], ...] = (
    ("--version",),
    ("new", "open.ronde", "--name", "Été", "--rounds", "3"),
    ("player", "import", "open.ronde", "joueurs.csv"),
    ("pair", "open.ronde", "--explain"),
    ("result", "open.ronde", "table", "1", "40-24"),
    ("result", "open.ronde", "table", "2", "30-34"),
    ("close", "open.ronde"),
    ("undo", "open.ronde"),
    ("redo", "open.ronde"),
    ("standings", "open.ronde"),
    ("export", "open.ronde", "--as", "papp", "--output", "papp"),
    ("export", "open.ronde", "--as", "pdf", "--output", "list.pdf"),
    ("backup", "open.ronde", "--output", "copy.ronde"),
    ("publish", "open.ronde", "site"),
)
PAGES = ("/t/open", "/t/open/standings", "/t/open/crosstable", "/t/open/print/standings", "/healthz")
START = 180.0
"""Seconds a server may take to start under wine on a busy machine."""


class Laptop:
    """A home folder of wine, with the folder for Windows beside a folder of tournaments."""

    def __init__(self, folder: Path, work: Path) -> None:
        self.python = folder / "python" / "python.exe"
        self.folder = work / "Tournois d'été"
        self.folder.mkdir()
        (self.folder / "joueurs.csv").write_text(PLAYERS, encoding="utf-8")
        prefix = {"WINEPREFIX": str(work / "wine"), "WINEDEBUG": "-all", "RONDE_LANG": "en"}
        self.env = {**os.environ, **prefix, "PYTHONUTF8": "1"}

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        """Start a command of Ronde."""
        order = ["wine", str(self.python), "-P", "-m", "ronde", *words]
        return subprocess.Popen(
            order, cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def run(self, *words: str) -> str:
        """Run a command of Ronde and return its output."""
        begun = time.monotonic()
        done = self.start(*words)
        said = done.communicate()[0].decode("utf-8", "replace")
        print(f"{time.monotonic() - begun:6.1f} s  ronde {' '.join(words)}", flush=True)
        if done.returncode or "Traceback" in said:
            sys.exit(f"ended with {done.returncode}:\n{said}")
        return said

    def serve(self) -> None:
        """Request pages until the server has answered each."""
        port = _free_port()
        server = self.start("serve", ".", "--port", str(port))
        try:
            for place in PAGES:
                begun = time.monotonic()
                page = _page(f"http://127.0.0.1:{port}{place}", server)
                print(f"{time.monotonic() - begun:6.1f} s  {place}: {len(page)} bytes", flush=True)
        finally:
            server.terminate()
            server.wait(60)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _page(address: str, server: subprocess.Popen[bytes]) -> bytes:
    """A page of the server, as soon as it answers."""
    late = time.monotonic() + START
    while True:
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            sys.exit(f"{address} answered {error.code}")
        except OSError:
            if server.poll() is not None or time.monotonic() > late:
                said = server.communicate()[0].decode("utf-8", "replace") if server.poll() is not None else ""
                sys.exit(f"the server does not answer:\n{said}")
            time.sleep(0.5)


def main() -> None:
    if shutil.which("wine") is None:
        sys.exit("wine is not installed: the folder was built, but not tried.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        laptop = Laptop(Path(sys.argv[1]).resolve(), Path(work))
        for words in TOUR:
            laptop.run(*words)
        for made in ("open.ronde", "copy.ronde", "list.pdf", "papp", "site/index.html"):
            if not (laptop.folder / made).exists():
                sys.exit(f"{made} was not written")
        if "ALPHA" not in laptop.run("standings", "open.ronde"):
            sys.exit("the standings do not name ALPHA")
        laptop.serve()
        subprocess.run(["wineserver", "-k"], env=laptop.env, check=False)
    print("The tour was walked under wine.")


if __name__ == "__main__":
    main()
