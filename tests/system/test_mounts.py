"""Whether a folder is kept by another computer."""

from __future__ import annotations

import ntpath
import os
from pathlib import Path

import pytest

from ronde.system import files, on_network
from ronde.system.files import is_share, mounted_kind

LIST = """\
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
36 22 0:50 / /mnt/club\\040évry rw,nosuid shared:7 - nfs4 server:/club rw,vers=4.2
37 22 0:51 / /home/anna/nas rw - fuse.sshfs anna@nas: rw
"""


def test_the_kind_of_a_device_is_that_of_its_line() -> None:
    assert [mounted_kind(LIST, 0, 50), mounted_kind(LIST, 254, 0), mounted_kind(LIST, 0, 51)] == [
        "nfs4", "ext4", "fuse.sshfs"
    ]  # fmt: skip
    assert mounted_kind(LIST, 9, 9) == mounted_kind("", 0, 50) == mounted_kind("nonsense\n\n", 0, 50) == ""


@pytest.mark.parametrize(
    ("kind", "told"),
    [("cifs", True), ("nfs4", True), ("fuse.sshfs", True), ("ext4", False), ("tmpfs", False)],
)
def test_a_folder_is_told_by_what_is_mounted_there(
    kind: str, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = os.stat(tmp_path).st_dev
    listed = tmp_path / "mountinfo"
    listed.write_text(f"36 22 {os.major(device)}:{os.minor(device)} / {tmp_path} rw - {kind} server:/ rw\n")
    monkeypatch.setattr(files, "MOUNTS", listed)

    assert on_network(tmp_path) is on_network(tmp_path / "not-yet.ronde") is told


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (r"\\nas\club\open.ronde", True), (r"\\?\UNC\nas\club\open.ronde", True), (r"C:\open.ronde", False),
        (r"\\?\C:\open.ronde", False), (r"\\.\C:\open.ronde", False), ("open.ronde", False),
    ],
)  # fmt: skip
def test_a_path_of_windows_that_begins_with_a_computer_is_a_share(path: str, told: bool) -> None:
    assert is_share(ntpath.splitdrive(path)[0]) is told


def test_where_nothing_is_known_a_folder_is_one_of_our_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not on_network(tmp_path / "no" / "such" / "folder" / "file")
    monkeypatch.setattr(files, "MOUNTS", tmp_path / "none")
    assert not on_network(tmp_path)
