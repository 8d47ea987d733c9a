"""Copies of programs: what belongs to one is copied, and nothing else."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import pytest

from ronde.arena.sandbox import EngineFault, UnsafeProgram, check_parts, copying, fingerprint, parts
from ronde.arena.sandbox.copying import check_program, copy_program


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program with a folder of its own."""
    path = tmp_path / "j01"
    path.write_bytes(b"#!/bin/sh\necho 5\n")
    path.chmod(0o755)
    (tmp_path / "j01.d" / "deep").mkdir(parents=True)
    (tmp_path / "j01.d" / "book").write_bytes(b"openings")
    (tmp_path / "j01.d" / "deep" / "net").write_bytes(b"weights")
    (tmp_path / "j02").write_bytes(b"a rival")
    return path


def test_a_program_and_its_folder_are_copied_and_nothing_of_the_rivals(program: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    place, digest = copy_program(program, home, 0)

    assert digest == fingerprint(program) == hashlib.sha256(program.read_bytes()).hexdigest()
    assert sorted(str(path.relative_to(home)) for path in home.rglob("*")) == [
        "j01", "j01.d", "j01.d/book", "j01.d/deep", "j01.d/deep/net",
    ]  # fmt: skip
    assert stat.S_IMODE(place.stat().st_mode) == 0o500
    assert stat.S_IMODE((home / "j01.d" / "book").stat().st_mode) == 0o400


def test_the_program_comes_first_and_folders_before_their_content(program: Path) -> None:
    assert [part.name for part in parts(program)] == [
        "j01", "j01.d", "j01.d/book", "j01.d/deep", "j01.d/deep/net",
    ]  # fmt: skip


def test_a_link_or_a_pipe_in_the_folder_is_refused_by_name(program: Path, tmp_path: Path) -> None:
    odd = tmp_path / "j01.d" / "odd"
    for code in ("part-link", "part-special"):
        odd.symlink_to("/etc/passwd") if code == "part-link" else os.mkfifo(odd)
        with pytest.raises(UnsafeProgram) as refused:
            check_parts(program)
        assert code in refused.value.detail
        odd.unlink()
    check_parts(program)


def test_a_folder_has_a_depth_a_size_and_a_number_of_parts(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for bound, most, code in (
        ("MOST_LEVELS", 2, "part-deep"), ("MOST_BYTES", 20, "part-large"), ("MOST_PARTS", 3, "part-many"),
    ):  # fmt: skip
        with monkeypatch.context() as patched:
            patched.setattr(copying, bound, most)
            with pytest.raises(UnsafeProgram) as refused:
                check_parts(program)
        assert code in refused.value.detail


def test_what_cannot_be_started_is_no_program(program: Path, tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path, tmp_path / "j02"):
        with pytest.raises(EngineFault):
            check_parts(path)


def test_a_list_of_headers_that_a_compiler_left_is_no_folder(program: Path, tmp_path: Path) -> None:
    lonely = tmp_path / "j03"
    lonely.write_bytes(b"#!/bin/sh\n")
    lonely.chmod(0o755)
    (tmp_path / "j03.d").write_bytes(b"j03: j03.h")

    assert [part.name for part in parts(lonely)] == ["j03"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"#!/bin/sh\r\necho 5\r\n", "line-end"),
        (b"#!/usr/bin/env python3\r\nprint(5)\r\n", "line-end"),
        (b"\xef\xbb\xbf#!/bin/sh\necho 5\n", "byte-order-mark"),
    ],
)
def test_a_script_saved_as_windows_does_is_refused_by_the_reason(
    program: Path, content: bytes, reason: str
) -> None:
    program.write_bytes(content)

    with pytest.raises(EngineFault) as refused:
        check_program(program)
    assert refused.value.detail == reason


@pytest.mark.parametrize("content", [b"#!/usr/bin/perl -w\r\n", b"#!/bin/sh\necho 5\r\n", b"\x7fELF\r\n"])
def test_other_carriage_returns_do_no_harm(program: Path, content: bytes) -> None:
    program.write_bytes(content)

    assert check_program(program).st_size == len(content)
