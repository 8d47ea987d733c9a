"""The first Ctrl-C is a pause, the second one a stop; a duel of many games gives its score after either."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.support.processes import plain_environment

from ronde.arena.cli.options import soft_pause


def test_the_first_interrupt_calls_for_a_pause_and_the_second_interrupts(
    capfd: pytest.CaptureFixture[str],
) -> None:
    asked: list[bool] = []
    before = signal.getsignal(signal.SIGINT)

    def twice() -> None:
        with soft_pause(lambda: asked.append(True)):
            os.kill(os.getpid(), signal.SIGINT)
            assert asked == [True]
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        twice()
    assert asked == [True]
    assert "Ctrl-C again" in capfd.readouterr().err
    assert signal.getsignal(signal.SIGINT) is before


def test_a_signal_that_was_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with soft_pause(lambda: pytest.fail("nobody asked for a pause")):
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.full
def test_a_paused_duel_ends_its_game_and_tells_the_score(tmp_path: Path) -> None:
    player = script(tmp_path, "slow", "#!/bin/sh\nsleep 0.05\necho 1\n")
    run = subprocess.Popen(
        [sys.executable, "-m", "ronde", "duel", str(player), "builtin:random", "--game", "chifoumi",
         "--games", "100000", "--sandbox", "none", "--no-web"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path,
        env=plain_environment() | {"RONDE_LANG": "en"},
    )  # fmt: skip
    assert run.stdout is not None
    while "   1. " not in (line := run.stdout.readline()):
        assert line, "it ended before its first game"
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate()

    assert run.returncode == 130
    assert "Pausing" in said
    assert "slow against random: " in said
