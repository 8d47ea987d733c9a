"""Locks that end with their process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ronde.system import folder_locks, is_locked, lock_folder

SHARED = """
import fcntl, os, sys
handle = os.open(sys.argv[1], os.O_RDWR)
fcntl.lockf(handle, fcntl.LOCK_SH, 1, 128)
print("held", flush=True)
sys.stdin.readline()
"""
FOLDER = """
import pathlib, sys
from ronde.system.files import lock_folder
print("held" if lock_folder(pathlib.Path(sys.argv[1])) >= 0 else "refused", flush=True)
sys.stdin.readline()
"""


@contextmanager
def another(program: str, path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds a lock until the end."""
    line = [sys.executable, "-c", program, str(path)]
    process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_shared_lock_of_another_process_is_seen_at_its_byte_and_only_there(tmp_path: Path) -> None:
    path = tmp_path / "a-shm"
    path.write_bytes(bytes(200))
    with another(SHARED, path):
        assert is_locked(path, 128)
        assert not is_locked(path, 127)

    assert not is_locked(path, 128)


def test_a_file_that_is_not_there_is_not_locked(tmp_path: Path) -> None:
    assert not is_locked(tmp_path / "missing", 128)


def test_a_folder_is_locked_for_others_until_its_process_is_killed(tmp_path: Path) -> None:
    assert folder_locks()
    with another(FOLDER, tmp_path):
        assert lock_folder(tmp_path) == -1

    mine = lock_folder(tmp_path)
    assert mine >= 0
    os.close(mine)


def test_what_is_not_a_folder_cannot_be_locked_as_one(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path)

    assert [lock_folder(tmp_path / name) for name in ("file", "link", "missing")] == [-1, -1, -1]
