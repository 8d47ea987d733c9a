"""A tournament in a folder that another computer keeps: told, written with locks, or refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal
from tests.faults.shims import under
from tests.store.halls import hall
from tests.support.processes import plain_environment

from ronde.app.desk import Desk
from ronde.system import files

WRITER = """
import sys
from pathlib import Path
from ronde.model.decisions.players import enter_player
from ronde.model.player import Player
from ronde.app.desk import Desk
from ronde.system import files

files.MOUNTS = Path(sys.argv[2])
desk = Desk.open(Path(sys.argv[1]))
for number in range(20):
    desk.act(sys.argv[3], enter_player, player=Player(0, f"{sys.argv[3]} {number}"))
print(sorted(path.name for path in Path(sys.argv[1]).parent.glob("open.ronde*")))
desk.close()
"""


@pytest.fixture
def share(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the system lists as mounted from a server."""
    folder = tmp_path / "share"
    folder.mkdir()
    device = os.stat(folder).st_dev
    listed = tmp_path / "mountinfo"
    listed.write_text(f"36 22 {os.major(device)}:{os.minor(device)} / {folder} rw - nfs4 server:/club rw\n")
    monkeypatch.setattr(files, "MOUNTS", listed)
    return folder


def test_two_programs_write_there_without_a_log_and_nothing_is_lost(share: Path) -> None:
    file = share / "open.ronde"
    hall(file).close()
    before = len(_players(file))
    line = [sys.executable, "-c", WRITER, str(file), str(files.MOUNTS)]
    writers = [
        subprocess.Popen([*line, seat], env=plain_environment(), stdout=subprocess.PIPE, text=True)
        for seat in ("Anna", "Bram")
    ]
    said = [writer.communicate(timeout=120)[0] for writer in writers]

    assert [writer.returncode for writer in writers] == [0, 0]
    assert all("-wal" not in one and "-shm" not in one for one in said), said
    assert file.read_bytes()[18:20] == b"\x01\x01", "SQLite's mark of a file without a log"
    assert len(_players(file)) == before + 40


def test_back_on_this_computer_it_has_its_log_again(share: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = share / "open.ronde"
    hall(file).close()
    monkeypatch.setattr(files, "MOUNTS", share / "none")

    desk = Desk.open(file)

    assert Path(f"{file}-shm").exists()
    desk.close()
    assert file.read_bytes()[18:20] == b"\x02\x02"


def test_who_creates_a_tournament_there_is_told_once(
    share: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, ronde = share / "open.ronde", Terminal(capsys, monkeypatch)

    said = ronde("--lang", "fr", "new", file)

    assert said.status == 0
    assert f"{file} se trouve dans un dossier réseau." in said.err
    assert ronde("player", "add", file, "DOE").err == ""


def test_a_folder_without_locks_is_refused_in_one_sentence(tmp_path: Path) -> None:
    program = "import sys; from ronde.cli.main import main; sys.exit(main(['--lang', 'en', *sys.argv[1:]]))"
    hall(tmp_path / "open.ronde").close()
    kept = (tmp_path / "open.ronde").read_bytes()

    for words in (
        ("standings", "open.ronde"),
        ("player", "add", "open.ronde", "DOE"),
        ("new", "other.ronde"),
    ):
        *first, name = [word for word in words if word != "DOE"]
        rest = ["DOE"] if "DOE" in words else []
        said = under("locks", program, *first, tmp_path / name, *rest, RONDE_NO_LOCKS=f"{tmp_path}/")
        assert said.returncode == 1, said
        assert said.stderr.strip().endswith("to a folder of this computer; nothing was written.")
        assert said.stderr.count("\n") == 1
    assert (tmp_path / "open.ronde").read_bytes() == kept
    assert [path.name for path in tmp_path.iterdir()] == ["open.ronde"]


def _players(file: Path) -> list[str]:
    desk = Desk.open(file)
    try:
        return [card.name for card in desk.tournament.players.values()]
    finally:
        desk.close()
