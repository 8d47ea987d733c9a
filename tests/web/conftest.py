from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.in_process import Visitor, in_process
from tests.support.web_server import Browser, server
from tests.terminal.talking import NAMES, conversation

from ronde.model.decisions.rounds import close_round
from ronde.model.events import Event
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round


def played(tournament: Tournament) -> list[Event]:
    import random

    from ronde.model.entry import fill_at_random

    return fill_at_random(tournament, random.Random(1))


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of seven with one closed round and a second one paired, made once."""
    folder = tmp_path_factory.mktemp("pattern")
    at = conversation(folder, (*NAMES, "<b>EVIL</b> “O'Neil”"), rounds=5)
    for _ in range(2):
        at.desk.act("arbiter", lambda tournament: complete_round(tournament, seed=3))
        if not at.tournament.closed_rounds:
            at.desk.act("arbiter", played)
            at.desk.act("arbiter", close_round)
    at.desk.close()
    return folder


@pytest.fixture
def file(pattern: Path, tmp_path: Path) -> Path:
    """A copy of that tournament for one test."""
    shutil.copytree(pattern, tmp_path, dirs_exist_ok=True)
    return tmp_path / "open.ronde"


@pytest.fixture
def inside(file: Path) -> Iterator[Visitor]:
    """The chief arbiter at the application of that tournament, without a network between them."""
    with in_process(file) as visitor:
        yield visitor


@pytest.fixture
def site(file: Path) -> Iterator[tuple[Browser, str, subprocess.Popen[str]]]:
    with server(file) as running:
        yield running


@pytest.fixture
def server_port(site: tuple[Browser, str, subprocess.Popen[str]]) -> int:
    return site[0].port


@pytest.fixture
def arbiter(inside: Visitor) -> Visitor:
    return inside


@pytest.fixture
def public(inside: Visitor) -> Visitor:
    return inside.stranger()
