"""Whatever a program leaves in its folder, its cup goes on, and so does the next one."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.attackers import attacked
from tests.support.processes import ronde

from ronde.arena.sandbox import SandboxKind, removal

DIGGER = """#!/usr/bin/python3
import os
try:
    for _ in range(3000): os.mkdir("d"); os.chdir("d")
except OSError: pass
print(55)
"""


@pytest.mark.parametrize("rights", [True, False], ids=["root", "nobody"])
@pytest.mark.parametrize("sandbox", SandboxKind)
def test_a_program_that_digs_does_not_stop_its_referee(sandbox: SandboxKind, rights: bool) -> None:
    assert attacked(sandbox, ["digs"], rights=rights)["digs"] in ("11", "flood")


@pytest.mark.parametrize("sandbox", [SandboxKind.NONE, SandboxKind.OWN])
def test_a_program_that_lays_a_link_in_the_place_of_its_folder_reaches_nothing(sandbox: SandboxKind) -> None:
    assert attacked(sandbox, ["lays-a-link"], rights=False)["lays-a-link"] == ["done", "stopped"][sandbox]


def dig(folder: Path, depth: int) -> None:
    """Folders inside each other, deeper than a path is long."""
    above = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d" * 100, dir_fd=above)
        inner = os.open("d" * 100, os.O_RDONLY, dir_fd=above)
        os.close(above)
        above = inner
    os.close(above)


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder that even a deep tree can be removed from; pytest cannot clear such a one itself."""
    folder = Path(tempfile.mkdtemp(prefix="scratch-"))
    yield folder
    removal.discard(folder)
    removal.wait()


def test_a_left_over_of_a_killed_referee_does_not_stop_the_next_cup(tmp_path: Path, scratch: Path) -> None:
    left = scratch / "ronde-999999999-x"
    left.mkdir(parents=True)
    dig(left, 3000)
    players = tmp_path / "joueurs"
    players.mkdir()
    for name in ("j1", "j2"):
        (players / name).write_text(DIGGER)
        (players / name).chmod(0o755)
    output = tmp_path / "tournoi.ronde"
    said = ronde(
        "tournoi", players, "--output", output, "--time", "5", "--increment", "0", "--no-web", "--json",
        TMPDIR=str(scratch),
    )  # fmt: skip

    assert said.returncode == 0, said.stderr
    assert json.loads(said.stdout)["over"]
    assert os.listdir(scratch) == []


def test_a_crowded_folder_is_removed_behind_the_scenes() -> None:
    folder = Path(tempfile.mkdtemp(prefix="crowded-"))
    for number in range(2_000):
        (folder / f"{number}").touch()
    removal.discard(folder)
    waiting = folder.exists()
    removal.wait()

    assert waiting
    assert not folder.exists()
