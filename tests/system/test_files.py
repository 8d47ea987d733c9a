"""Files, as each system gives them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde import system


@given(content=st.binary(max_size=60), start=st.integers(0, 70), size=st.integers(0, 70))
def test_reading_at_a_place_is_the_same_with_and_without_the_call_of_posix(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, start: int, size: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "read-at"
    path.write_bytes(content)
    handle = os.open(path, os.O_RDONLY)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.delattr(os, "pread")
            without = system.read_at(handle, size, start)
        assert without == system.read_at(handle, size, start) == content[start : start + size]
    finally:
        os.close(handle)


def test_a_file_gets_the_permissions_of_another(tmp_path: Path) -> None:
    like, own = tmp_path / "like", tmp_path / "own"
    like.write_bytes(b"")
    like.chmod(0o640)
    with own.open("wb") as file:
        system.give_rights(file.fileno(), like.stat())

    assert own.stat().st_mode & 0o777 == 0o640


def test_files_and_folders_can_be_synced(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"a")
    path.chmod(0o444)

    system.sync(path)
    system.sync(tmp_path)


def test_what_is_not_there_cannot_be_synced(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        system.sync(tmp_path / "missing")


def test_a_name_may_be_as_long_as_the_folder_allows(tmp_path: Path) -> None:
    longest = system.longest_name(tmp_path)

    (tmp_path / ("n" * longest)).touch()
    with pytest.raises(OSError, match="too long"):
        (tmp_path / ("n" * (longest + 1))).touch()


def test_our_files_are_our_own(tmp_path: Path) -> None:
    (tmp_path / "a").touch()

    assert (tmp_path / "a").stat().st_uid == system.user_id()
