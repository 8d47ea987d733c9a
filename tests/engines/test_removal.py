"""Any folder can be removed, by root and by others, and nothing is followed out of it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from tests.support.processes import WITHOUT_RIGHTS, python

from ronde.engines import removal

ODD = """
import os, sys
from pathlib import Path
from ronde.engines import removal
RIGHTS
top = Path(sys.argv[1]) / f"top-{os.geteuid()}"
top.mkdir()
os.chdir(top)
for _ in range(3000):
    os.mkdir("d"); os.chdir("d")
Path("bottom").touch()
os.chdir(top)
os.mkdir(b"\\xff\\xfe\\n")
Path(os.fsdecode(b"\\xff\\xfe\\n/\\x80" + b"n" * 254)).touch()
os.makedirs("closed/inner/most")
Path("closed/inner/file").touch()
os.mkdir("crowd")
for number in range(40000):
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
    for name, owner in (
        ("ronde-999999999-a", 65534),
        ("ronde-999999999-b", 0),
        (f"ronde-{os.getpid()}-c", 0),
    ):
        (tmp_path / name).mkdir()
        os.chown(tmp_path / name, owner, owner)
    removal.clear_away()

    assert set(os.listdir(tmp_path)) == {"ronde-999999999-a", f"ronde-{os.getpid()}-c"}
