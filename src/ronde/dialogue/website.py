"""The web pages of the tournament: the key B shows their address, and starts a server if there is none."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ronde.core.names import fold
from ronde.system.door import python_command, python_environment

PORT = 8765
"""The default port of `ronde serve`."""
PORTS = 10
"""How many ports from there on are tried when some are in use."""
HERE = "localhost"
PATIENCE = 15.0
"""Seconds until a started server must answer."""
ANSWER = 1.0
"""Timeout of a request in seconds."""
_ELSEWHERE = ("192.0.2.1", 9)
"""A reserved address (RFC 5737); looking up the route to it sends nothing."""


@dataclass
class Website:
    """The web pages of one tournament; a server that the desk started ends with the desk."""

    file: Path
    port: int = PORT
    server: subprocess.Popen[bytes] | None = None

    def address(self) -> str | None:
        """The current address of the tournament, reachable from the local network if possible."""
        return next((one for one in self._places() if _answers(one)), None)

    def start(self) -> str | None:
        """Start a server for the local network; returns its address, None if it does not start."""
        self.stop()
        self.port = _free_port(self.port)
        words = ("serve", str(self.file), "--host", "0.0.0.0", "--port", str(self.port))
        self.server = subprocess.Popen(
            python_command("ronde", *words),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=python_environment(),
            start_new_session=True,  # Ctrl-C at the desk must not stop it
        )
        end = time.monotonic() + PATIENCE
        while self.server.poll() is None and time.monotonic() < end:
            if (address := self.address()) is not None:
                return address
            time.sleep(0.1)
        self.stop()
        return None

    def stop(self) -> None:
        """Stop the server that the desk started, if any."""
        if self.server is None:
            return
        self.server.terminate()
        try:
            self.server.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
        self.server = None

    @property
    def command(self) -> str:
        """The command that starts a server by hand."""
        return f"ronde serve {os.path.relpath(self.file)} --host 0.0.0.0"

    def _places(self) -> Iterator[str]:
        word = re.sub(r"[^a-z0-9]+", "-", fold(self.file.stem)).strip("-") or "tournament"
        for host in filter(None, (hall_address(), HERE)):
            yield f"http://{host}:{self.port}/t/{word}"


def only_here(address: str) -> bool:
    """Whether an address is a loopback address."""
    return address.startswith(f"http://{HERE}:")


def hall_address() -> str | None:
    """The address of this machine in the local network, if any."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(_ELSEWHERE)
        return str(asking.getsockname()[0])
    return None


def _answers(address: str) -> bool:
    """Whether a page answers at that address; proxies are bypassed."""
    from http.client import HTTPException
    from urllib.request import ProxyHandler, build_opener

    try:
        with build_opener(ProxyHandler({})).open(address, timeout=ANSWER) as answer:
            return int(answer.status) == 200
    except (OSError, HTTPException, ValueError):
        return False


def _free_port(first: int) -> int:
    """The first free port."""
    for port in range(first, first + PORTS):
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(("0.0.0.0", port))
            return port
    return first
