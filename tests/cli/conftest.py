"""A terminal in an empty folder, speaking English, and a tournament of six."""

from __future__ import annotations

import shutil
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

from ronde.cli.main import main

PEOPLE = (
    ("POIRIER, Élodie", "FRA", 1800),
    ("DOE, Jane", "GBR", 1700),
    ("HOLLOWAY, June", "GBR", 1600),
    ("伊藤, 健", "JPN", 1500),
    ("DE LA TOUR, Ana", "FRA", 1400),
    ("POIROT, Hercule", "BEL", 1300),
)
OPENING = ("--rounds", "4", "--name", "Open de Paris", "--date", "15/11/2026")


@pytest.fixture
def ronde(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Terminal:
    for name in ("RONDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.chdir(tmp_path)
    return Terminal(capsys, monkeypatch)


def run(*words: object) -> None:
    with redirect_stdout(StringIO()):
        assert main([str(word) for word in words]) == 0


@pytest.fixture(scope="session")
def fresh_tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fresh") / "open.ronde"
    run("new", path, *OPENING)
    for name, country, rating in PEOPLE:
        run("player", "add", path, name, "--country", country, "--rating", rating)
    return path


@pytest.fixture(scope="session")
def played_tournament(fresh_tournament: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = Path(shutil.copy(fresh_tournament, tmp_path_factory.mktemp("played")))
    for first, second in ((1, 2), (3, 4), (5, 6)):
        run("table", "add", path, first, second)
    for entry in ("1 40", "3 33", "5 ="):
        run("result", path, *entry.split())
    run("close", path)
    return path


@pytest.fixture
def file(ronde: Terminal, fresh_tournament: Path, tmp_path: Path) -> Path:
    """A tournament of six players and four rounds, nobody paired yet."""
    return Path(shutil.copy(fresh_tournament, tmp_path))


@pytest.fixture
def played(ronde: Terminal, played_tournament: Path, tmp_path: Path) -> Path:
    """The tournament of six after one round: 1 beat 2 40-24, 3 beat 4 33-31, 5 and 6 drew."""
    shutil.copytree(played_tournament.with_name("open.backups"), tmp_path / "open.backups")
    return Path(shutil.copy(played_tournament, tmp_path))
