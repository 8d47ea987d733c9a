"""A PostgreSQL server for the tests: created, started, stopped and deleted by them."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path


def programs() -> Path:
    """Where the server's programs are; ./go test installs them."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    inside = shutil.which("initdb")
    if inside is None:
        raise RuntimeError("PostgreSQL is not installed: ./go test installs it")
    return Path(inside).parent


class Server:
    """One server in a folder, reached by a socket in that folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.address = f"host={folder} user=postgres dbname=postgres"

    def make(self) -> None:
        subprocess.run(["cp", "-a", _pattern(), self.data], check=True)
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\n")

    def start(self) -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "start")

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-m", how, "stop")

    def restart(self, how: str = "immediate") -> None:
        self.run("pg_ctl", "-D", self.data, "-w", "-m", how, "-l", self.folder / "log", "restart")

    def run(self, program: str, *words: str | Path) -> None:
        """Run one of the programs that come with the server."""
        line = [str(programs() / program), *map(str, words)]
        if os.getuid() == 0:  # the server refuses to run as root
            line = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *line]
        subprocess.run(
            line, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            cwd="/", timeout=60,
        )  # fmt: skip


def _folder() -> Path:
    """A folder for the server; its name is short, since the path of a socket has 107 bytes."""
    folder = Path(tempfile.mkdtemp(prefix="ronde-pg-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    return folder


@cache
def _pattern() -> Path:
    """An empty database cluster, made once: initdb takes longer than everything else."""
    folder = _folder()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    pattern = Server(folder).data
    Server(folder).run("initdb", "-D", pattern, "-U", "postgres", "-A", "trust", "--no-sync")
    return pattern


@contextmanager
def running_server() -> Iterator[Server]:
    """A fresh server, running."""
    folder = _folder()
    server = Server(folder)
    try:
        server.make()
        server.start()
        yield server
    finally:
        if (server.data / "postmaster.pid").exists():
            server.stop("immediate")
        shutil.rmtree(folder, ignore_errors=True)
