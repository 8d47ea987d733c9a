"""The folder of a course on the disk."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ronde.arena.course import CourseFolder, VersionOutcome, VersionState


def test_versions_that_come_at_once_get_different_numbers(tmp_path: Path) -> None:
    folder = CourseFolder(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: folder.next_version("j1"), range(40)))

    assert sorted(int(one.name) for one in made) == list(range(1, 41))


def test_a_program_is_replaced_whole_and_can_be_started(tmp_path: Path) -> None:
    folder = CourseFolder(tmp_path)
    folder.accept("j1", b"#!/bin/sh\n")
    place = folder.accept("j1", b"#!/bin/sh\necho 1\n")

    assert place.read_bytes() == b"#!/bin/sh\necho 1\n"
    assert place.stat().st_mode & 0o111 == 0o111
    assert list(place.parent.iterdir()) == [place]


def _checked(folder: CourseFolder, program: bytes, fate: VersionState) -> Path:
    version = folder.next_version("j1")
    folder.keep(version, program)
    folder.keep_program(version, program)
    folder.conclude(version, VersionOutcome(fate))
    return version


def test_the_last_good_version_plays(tmp_path: Path) -> None:
    folder = CourseFolder(tmp_path)
    _checked(folder, b"one", VersionState.ACCEPTED)
    _checked(folder, b"two", VersionState.ACCEPTED)
    _checked(folder, b"three", VersionState.UNFIT)

    assert (folder.players / "j1").read_bytes() == b"two"
    assert folder.playing("j1") == 2
    assert [one.number for one in folder.versions("j1")] == [1, 2, 3]


def test_a_slow_check_of_an_older_version_does_not_take_the_place_of_a_newer_one(tmp_path: Path) -> None:
    folder = CourseFolder(tmp_path)
    slow = folder.next_version("j1")
    folder.keep(slow, b"old")
    folder.keep_program(slow, b"old")
    _checked(folder, b"new", VersionState.ACCEPTED)

    folder.conclude(slow, VersionOutcome(VersionState.ACCEPTED))

    assert (folder.players / "j1").read_bytes() == b"new"
    assert folder.playing("j1") == 2


def test_many_checks_of_one_name_that_end_at_once_leave_the_newest(tmp_path: Path) -> None:
    folder = CourseFolder(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: _checked(folder, b"%d" % number, VersionState.ACCEPTED), range(24)))

    assert (folder.players / "j1").read_bytes() == folder.upload("j1", 24)


def test_a_damaged_outcome_counts_as_none(tmp_path: Path) -> None:
    folder = CourseFolder(tmp_path)
    version = _checked(folder, b"one", VersionState.ACCEPTED)
    (version / "outcome.json").write_text('{"fate": "king"}')

    found = folder.version("j1", 1)

    assert found is not None
    assert found.outcome is None
    assert folder.version("j1", 2) is None
