"""Any folder can be removed, by root and by others, and no link is followed out of it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.support.processes import WITHOUT_RIGHTS, python

from ronde.arena.sandbox import Jail, Sandbox, SandboxKind, clear_away, possible_kinds, removal

pytestmark = pytest.mark.full

ODD = """
import os, sys
from pathlib import Path
from ronde.arena.sandbox import removal
RIGHTS
top = Path(sys.argv[1]) / f"top-{os.geteuid()}"
top.mkdir()
os.chdir(top)
for _ in range(2100):
    os.mkdir("d"); os.chdir("d")
Path("bottom").touch()
os.chdir(top)
os.mkdir(b"\\xff\\xfe\\n")
Path(os.fsdecode(b"\\xff\\xfe\\n/\\x80" + b"n" * 254)).touch()
os.makedirs("closed/inner/most")
Path("closed/inner/file").touch()
os.mkdir("crowd")
for number in range(6000):
    os.close(os.open(f"crowd/{number}", os.O_CREAT))
os.symlink(sys.argv[2], "link"); os.mkfifo("pipe")
for closed in ("closed/inner/most", "closed/inner", "closed", "."):
    os.chmod(closed, 0)
os.chdir("/")
removal.discard(top)
removal.wait(120)
print(top.exists(), os.listdir(sys.argv[2]))
"""


@pytest.mark.parametrize("rights", ["", WITHOUT_RIGHTS], ids=["as-we-are", "nobody"])
def test_deep_closed_crowded_and_oddly_named_folders_are_removed(rights: str) -> None:
    place = Path(tempfile.mkdtemp(prefix="odd-"))
    place.chmod(0o777)
    (place / "kept").mkdir()
    (place / "kept" / "file").touch()
    try:
        said = python(ODD.replace("RIGHTS", rights), place, place / "kept")
    finally:
        removal.discard(place)

    assert said == "False ['file']\n"


def test_a_link_in_the_place_of_a_folder_is_not_followed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    (tmp_path / "link").symlink_to(kept)
    removal.discard(tmp_path / "link")

    assert (kept / "file").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_folders_of_others_that_bear_our_name_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name, owner in (("ronde-1-a", 65534), ("ronde-1-b", 0)):
        (tmp_path / name).mkdir()
        os.chown(tmp_path / name, owner, owner)
    clear_away()

    assert os.listdir(tmp_path) == ["ronde-1-a"]


@pytest.mark.skipif(
    SandboxKind.BUBBLEWRAP not in possible_kinds(), reason="nobody may make a name space of processes here"
)
def test_a_referee_in_another_name_space_of_processes_leaves_running_copies_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clears = "from ronde.arena.sandbox.removal import clear_away; clear_away()"
    elsewhere = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", sys.executable, "-c"]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        (Path(folder) / "ronde-1-killed").mkdir()
        sandbox = Sandbox(script(tmp_path, "program", "#!/bin/sh\necho 11\n"), Jail(SandboxKind.NONE))
        try:
            subprocess.run([*elsewhere, clears], env=os.environ | {"TMPDIR": folder}, check=True)
            assert os.listdir(folder) == [sandbox.scratch.name]
            assert sandbox.program.exists()
        finally:
            sandbox.close()
        assert os.listdir(folder) == []
