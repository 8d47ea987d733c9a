"""Files of other programs: what is read, what is refused before it is read, and writing all or nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ronde.formats.files import dated, file_error, read_file, write_whole
from ronde.model.errors import (
    DiskFull,
    FileMissing,
    FormatError,
    JournalError,
    NotAFile,
    ReadOnly,
    RondeError,
)


def test_a_regular_file_is_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(b"12345")

    assert read_file(path, limit=5) == b"12345"
    with pytest.raises(FormatError) as refused:
        read_file(path, limit=4)
    assert refused.value.problems[0].key == "formats.too-large"


def test_a_folder_a_pipe_and_a_missing_file_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, kind, reason in ((".", NotAFile, "folder"), ("pipe", NotAFile, "special")):
        with pytest.raises(kind) as refused:
            read_file(tmp_path / name)
        assert refused.value.facts["reason"] == reason
    with pytest.raises(FileMissing):
        read_file(tmp_path / "nowhere")
    with pytest.raises(RondeError):
        read_file(tmp_path / "nul\0")


def test_files_are_written_with_their_folders(tmp_path: Path) -> None:
    write_whole({tmp_path / "new" / "a": b"1", tmp_path / "b": b"2"})

    assert (tmp_path / "new" / "a").read_bytes() == b"1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "new"]


def test_if_one_file_cannot_be_written_none_is(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"before")
    (tmp_path / "folder").mkdir()

    with pytest.raises(NotAFile):
        write_whole({tmp_path / "old": b"after", tmp_path / "made" / "x": b"", tmp_path / "folder": b""})

    assert (tmp_path / "old").read_bytes() == b"before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "old"]


def test_what_is_set_aside_takes_nobodys_place(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        free = dated(tmp_path / "list.txt")
        free.write_bytes(b"")
        names.append(free.name)

    assert len(set(names)) == 3
    assert all(name.startswith("list-") and name.endswith(".txt") for name in names)


@pytest.mark.parametrize(
    ("code", "reading", "ours"),
    [
        (errno.ENOSPC, False, DiskFull),
        (errno.EROFS, False, ReadOnly),
        (errno.EACCES, True, JournalError),
        (errno.ENOENT, True, FileMissing),
        (errno.EISDIR, False, NotAFile),
        (errno.ENXIO, True, NotAFile),
        (errno.EIO, True, JournalError),
    ],
)
def test_each_complaint_of_the_system_has_its_error(code: int, reading: bool, ours: type[RondeError]) -> None:
    assert type(file_error(Path("x"), OSError(code, "told"), reading=reading)) is ours
