"""The process that starts programs, as a sandbox talks to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script

from ronde.arena.sandbox import Jail, Sandbox, SandboxKind, possible_kinds

pytestmark = pytest.mark.full


@pytest.fixture(params=possible_kinds())
def sandbox(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sandbox]:
    """A sandbox of each kind for a program that ends with the status it is told."""
    made = Sandbox(script(tmp_path, "program", '#!/bin/sh\necho $PPID\nexit "$1"\n'), Jail(request.param))
    yield made
    made.close()


def test_one_launcher_starts_the_program_again_and_again(sandbox: Sandbox) -> None:
    parents = []
    for status in (0, 7, 0):
        sandbox.start(str(status))
        report = sandbox.report()
        assert report is not None
        assert (report.kind, report.status, report.left) == ("e", status, False)
        parents.append(os.read(sandbox.output, 100))

    assert len(set(parents)) == 1


def test_a_file_that_cannot_be_run_is_reported_and_the_launcher_goes_on(tmp_path: Path) -> None:
    sandbox = Sandbox(script(tmp_path, "program", "#!/no/such/interpreter\n"), Jail(SandboxKind.NONE))
    try:
        for _ in range(2):
            sandbox.start()
            report = sandbox.report()
            assert report is not None
            assert report.kind == "x"
    finally:
        sandbox.close()


def test_a_launcher_that_is_gone_says_nothing(tmp_path: Path) -> None:
    sandbox = Sandbox(script(tmp_path, "program", "#!/bin/sh\nsleep 600\n"), Jail(SandboxKind.NONE))
    sandbox.start()
    sandbox.abort()

    assert sandbox.report() is None
    sandbox.close()
