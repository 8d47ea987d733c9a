"""The queue of checks: in order, a few at a time, and after a restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.arena.course.classroom import BAD, GOOD, classroom

from ronde.arena.course import CourseFolder, VersionState
from ronde.arena.web.course import CheckQueue

pytestmark = pytest.mark.full


def handed_in(folder: CourseFolder, name: str, program: str) -> None:
    folder.keep(folder.next_version(name), program.encode())


async def until_done(queue: CheckQueue) -> None:
    while queue.pending("j01") or queue.pending("j02"):
        await asyncio.sleep(0.05)


def test_what_a_killed_server_left_is_checked_at_the_next_start(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    handed_in(folder, "j01", GOOD)
    handed_in(folder, "j02", BAD)

    async def run() -> list[int]:
        queue = CheckQueue(folder, at_once=1)
        await queue.resume()
        places = [queue.before("j01"), queue.before("j02")]
        await until_done(queue)
        return places

    assert asyncio.run(run()) == [0, 1]
    fates = [
        version.outcome.fate
        for name in ("j01", "j02")
        for version in folder.versions(name)
        if version.outcome
    ]
    assert fates == [VersionState.ACCEPTED, VersionState.UNFIT]
    assert "j01" in (folder.place("j01", 1) / "report.txt").read_text()


def test_a_check_that_comes_to_no_end_has_an_outcome(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    handed_in(folder, "j01", GOOD)
    folder.rules.write_text("this is no TOML")  # the process ends with an error

    async def run() -> None:
        queue = CheckQueue(folder)
        queue.add("j01", 1)
        await until_done(queue)

    asyncio.run(run())
    version = folder.version("j01", 1)
    assert version is not None
    assert version.outcome is not None
    assert version.outcome.fate is VersionState.LOST
    assert not folder.players.exists()


def test_a_queue_that_is_closed_leaves_the_rest_for_later(tmp_path: Path) -> None:
    folder = classroom(tmp_path)
    handed_in(folder, "j01", "#!/bin/sh\nsleep 60\n")
    handed_in(folder, "j02", GOOD)

    async def run() -> None:
        queue = CheckQueue(folder, at_once=1)
        await queue.resume()
        await asyncio.sleep(0.5)
        await queue.close()

    asyncio.run(run())
    assert [folder.versions(name)[0].outcome for name in ("j01", "j02")] == [None, None]
