"""What a program uses of memory and disk, and when it is too much."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.support.processes import WITHOUT_RIGHTS, python

from ronde.arena.sandbox import (
    EngineFault,
    Jail,
    MoveRequest,
    Opening,
    ProcessEngine,
    SandboxKind,
    Verdict,
    usage,
)
from ronde.arena.sandbox.usage import Usage, memory_of

pytestmark = pytest.mark.full

ENDED = f"""
import os
from ronde.arena.sandbox.usage import memory_of
{WITHOUT_RIGHTS}
child = os.fork()
if child == 0:
    os._exit(0)
os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
print(memory_of([child], 1 << 30))
"""
"""Looks at a child that has ended and is still in /proc: its list of open files belongs to root now."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[int]:
    stream = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield stream
    os.close(stream)


def test_a_folder_that_holds_too_much_is_a_flood(tmp_path: Path, folder: int) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "small").write_bytes(bytes(1000))
    Usage(folder, bounded=False, memory=1, room=1).check_folder()
    (tmp_path / "deep" / "large").write_bytes(bytes(2 << 20))

    with pytest.raises(EngineFault) as fault:
        Usage(folder, bounded=False, memory=1, room=1).check_folder()
    assert fault.value.verdict is Verdict.FLOOD


def test_very_many_empty_files_are_a_flood_too(
    tmp_path: Path, folder: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage, "MOST_ENTRIES", 20)
    for number in range(30):
        (tmp_path / str(number)).touch()

    with pytest.raises(EngineFault) as fault:
        Usage(folder, bounded=False, memory=1, room=1).check_folder()
    assert fault.value.verdict is Verdict.FLOOD


def test_the_memory_of_processes_is_added_up(folder: int) -> None:
    alone = memory_of([os.getpid()], 1 << 40)

    assert alone > 5_000_000
    assert memory_of([], 1 << 40) == 0
    with pytest.raises(EngineFault) as fault:
        Usage(folder, bounded=False, memory=1, room=100).check([os.getpid()])
    assert fault.value.verdict is Verdict.MEMORY
    Usage(folder, bounded=False, memory=100_000, room=100).check([os.getpid()])


def test_a_process_that_is_gone_uses_nothing() -> None:
    assert memory_of([2**22 + 1], 1 << 40) == 0


def test_a_process_that_has_just_ended_is_not_one_that_hides() -> None:
    assert python(ENDED) == "0\n"


@pytest.mark.parametrize("sandbox", [SandboxKind.NONE, SandboxKind.OWN])
def test_what_a_program_has_left_when_it_ends_is_counted(
    sandbox: SandboxKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has ended before anybody could look while it ran."""
    monkeypatch.setattr(usage, "MOST_ENTRIES", 20)
    monkeypatch.setattr(usage, "_RECENT", 0.0)
    monkeypatch.setattr(Usage, "check", lambda self, pids: None)
    text = "#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do : >$i; : >a$i; : >b$i; done\necho 55\n"
    path = script(tmp_path, "j1", text)
    engine = ProcessEngine(path, Jail(sandbox))
    engine.begin(Opening("supermorpion", 1))
    try:
        with pytest.raises(EngineFault) as fault:
            engine.move(MoveRequest("999999999 00 o", 30, time.monotonic() + 30, 1))
    finally:
        engine.close()
    assert (fault.value.verdict, fault.value.detail) == (Verdict.FLOOD, "entries 20")
