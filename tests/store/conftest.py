"""One PostgreSQL server for all tests of a process, and journals of both kinds."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.store.server import Server, running_server

_COUNT = itertools.count(1)

Place = Callable[[str], Path]
"""Gives the name of a tournament that does not exist yet."""


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


@pytest.fixture
def database(server: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("RONDE_DATABASE", server.address)
    return server


@pytest.fixture
def on_server(database: Server) -> Place:
    return lambda name: Path(f"pg:{name} {next(_COUNT)}")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.full)])
def somewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Both kinds of places, in turn."""
    if request.param == "sqlite":
        return lambda name: tmp_path / f"{name} {next(_COUNT)}.ronde"
    place: Place = request.getfixturevalue("on_server")
    return place
