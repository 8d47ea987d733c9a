"""A running `tournoi` shows its games: in the file for the server, and on the pages without one."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.arena.programs.workshop import script
from tests.arena.referee.test_cluster_troubles import until
from tests.support.processes import plain_environment

pytestmark = pytest.mark.full


def test_a_game_is_shown_while_it_is_played_and_no_longer_after_an_interruption(tmp_path: Path) -> None:
    for name in ("j1", "j2"):
        script(tmp_path / "joueurs", name, '#!/bin/sh\nsleep 0.3\nexpr index "$1" 0\n')
    command = [
        sys.executable, "-m", "ronde", "tournoi", "joueurs", "--game", "tictactoe", "--sandbox", "none",
        "--system", "berger", "--web", "web", "--time", "20", "--games", "40",
    ]  # fmt: skip
    playing = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, env=plain_environment())
    live = tmp_path / "tournoi.live.json"
    try:
        shown = [until(lambda: moved(live)), until(lambda: moved(tmp_path / "web" / "direct-data.js"))]
        assert playing.poll() is None
        playing.send_signal(signal.SIGINT)
        assert playing.wait(60) == 130
    finally:
        playing.kill()
        playing.wait()

    for game, *_ in shown:
        assert game["players"][0].startswith("j")
        assert "<svg" in game["svg"]
    assert not live.exists()


def moved(file: Path) -> list[dict[str, Any]]:
    """The games in a file that have begun and are not over."""
    if not file.exists():
        return []
    text = file.read_text()
    data: dict[str, Any] = json.loads(text[text.index("{") : text.rindex("}") + 1])
    return [game for game in data["games"] if game["ply"] and not game["outcome"]]
