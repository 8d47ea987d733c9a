from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from ronde.formats.files import write_changed
from ronde.formats.papp import FolderPlan, Print, locked, send_to_printer, write_plan
from ronde.model.errors import DiskFull, JournalError, ReadOnly


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    files = {"a.txt": b"1", "sub/b.txt": b"2"}

    assert write_changed(tmp_path, files) == ["a.txt", "sub/b.txt"]
    assert write_changed(tmp_path, files | {"a.txt": b"3"}) == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == b"3"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.txt", "sub"]


def test_a_correction_keeps_the_old_workfile(tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(b"old")

    write_plan(tmp_path, FolderPlan({"w": b"new"}, keep={"w": "__papp.bak", "missing": "x"}))

    assert (tmp_path / "__papp.bak").read_bytes() == b"old"
    assert (tmp_path / "w").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("code", "told"),
    [(errno.ENOSPC, DiskFull), (errno.EDQUOT, DiskFull), (errno.EROFS, ReadOnly), (errno.EIO, JournalError)],
)
def test_trouble_with_the_disk_is_told_and_the_old_file_stays(
    code: int, told: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "w").write_bytes(b"old")

    def full(handle: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(told):
        write_changed(tmp_path, {"w": b"new"})

    assert (tmp_path / "w").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["w"]


def test_a_really_full_disk_is_told(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(OSError, match="No space"), full.open("wb", buffering=0) as device:
        device.write(b"x")


def test_a_file_in_place_of_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "sub").write_bytes(b"")

    with pytest.raises(JournalError):
        write_changed(tmp_path, {"sub/b.txt": b""})


def test_the_printer_gets_each_file_as_often_as_asked(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"list")
    fed: list[bytes] = []

    assert send_to_printer(tmp_path, [Print("a", 2)], fed.append) == []
    assert fed == [b"list", b"list"]


def test_trouble_with_the_printer_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"list")

    def broken(data: bytes) -> None:
        raise subprocess.CalledProcessError(1, "lpr")

    problems = send_to_printer(tmp_path, [Print("missing", 1), Print("a", 1)], broken)

    assert [(problem.path, problem.key) for problem in problems] == [
        ("missing", "papp.print-failed"),
        ("a", "papp.print-failed"),
    ]


def test_printing_goes_through_lpr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lpr = tmp_path / "bin" / "lpr"
    lpr.parent.mkdir()
    lpr.write_text(f"#!/bin/sh\ncat >> {tmp_path}/printed\n")
    lpr.chmod(0o755)
    (tmp_path / "a").write_bytes(b"list\n")
    monkeypatch.setenv("PATH", f"{lpr.parent}:{os.environ['PATH']}")

    assert send_to_printer(tmp_path, [Print("a", 2)]) == []
    assert (tmp_path / "printed").read_bytes() == b"list\nlist\n"


def test_papps_lock_is_seen(tmp_path: Path) -> None:
    assert not locked(tmp_path)
    (tmp_path / "lockfile").touch()
    assert locked(tmp_path)
