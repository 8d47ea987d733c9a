"""A server that no browser would open says so before it starts."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from tests.cli.terminal import ronde
from tests.support.processes import plain_environment


@pytest.mark.parametrize("port", ["10080", "22"])
def test_a_port_that_browsers_refuse_is_named_and_nothing_starts(port: str, tmp_path: Path) -> None:
    said = ronde("--lang", "en", "serve", tmp_path, "--port", port)
    assert said.returncode == 2
    assert f"--port {port}: browsers refuse pages from this port" in said.stderr
    assert said.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_the_demo_refuses_it_too_in_french(tmp_path: Path) -> None:
    said = ronde("--lang", "fr", "demo", tmp_path / "demo", "--show", "--port", "10080")
    assert said.returncode == 2
    assert "--port 10080\u00a0: les navigateurs refusent les pages de ce port" in said.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("port", ["0", "65536", "http", "8765.5", ""])
def test_what_is_no_port_is_refused(port: str, tmp_path: Path) -> None:
    said = ronde("--lang", "en", "serve", tmp_path, "--port", port)
    assert said.returncode == 2
    assert "--port" in said.stderr


def test_a_port_that_was_chosen_and_is_taken_is_one_sentence_and_nothing_starts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        said = ronde("--lang", "en", "serve", tmp_path, "--port", str(port))
    assert said.returncode == 1
    assert said.stderr.splitlines() == [
        f"Port {port} is already in use by another program: choose another with --port, or end that program."
    ]
    assert said.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_an_address_of_another_machine_is_one_sentence_in_french(tmp_path: Path) -> None:
    said = ronde("--lang", "fr", "serve", tmp_path, "--host", "192.0.2.7")
    assert said.returncode == 1
    assert "192.0.2.7 n'est pas une adresse de cette machine" in said.stderr


@pytest.mark.full
def test_if_the_usual_port_is_taken_the_next_free_one_is_named_and_answers(tmp_path: Path) -> None:
    with _usual_port_taken(), _serving(tmp_path) as lines:
        moved = re.fullmatch(r"Port 8765 is in use; these pages are at port (\d+)\.", next(lines))
        assert moved
        port = int(moved[1])
        assert port > 8765
        assert next(lines) == f"For everybody, the public pages: http://localhost:{port}"
        assert next(lines).startswith(
            f"For the arbiter, the desk, by a link that works once: http://localhost:{port}/"
        )
        assert next(lines) == f"Another link to the desk: ronde invite {tmp_path}"
        assert next(lines) == "Press Ctrl-C to stop."
        with urllib.request.urlopen(f"http://localhost:{port}/", timeout=20) as answer:
            assert answer.status == 200


@contextmanager
def _usual_port_taken() -> Iterator[None]:
    """Port 8765 held by us, unless somebody else has it already."""
    with ExitStack() as held:
        with suppress(OSError):
            held.enter_context(socket.create_server(("127.0.0.1", 8765)))
        yield


@contextmanager
def _serving(folder: Path) -> Iterator[Iterator[str]]:
    line = [sys.executable, "-u", "-m", "ronde", "--lang", "en", "serve", str(folder)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, env=plain_environment()) as process:
        assert process.stdout is not None
        try:
            yield (said.rstrip("\n") for said in process.stdout)
        finally:
            process.terminate()
