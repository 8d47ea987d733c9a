"""A server that no browser would open says so before it starts."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.processes import ronde

from ronde.cli.port import CLOSED


@pytest.mark.parametrize("port", ["10080", "6000", "22", "6667"])
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


def test_the_ports_of_the_web_are_open() -> None:
    assert CLOSED.isdisjoint({80, 443, 8000, 8080, 8443, 8765})
    assert {25, 110, 2049, 5060, 6000, 6665, 6669, 10080} <= CLOSED
