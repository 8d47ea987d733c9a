"""A tournament stopped in the middle of games, which are continued with their clocks."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.arena.programs.workshop import script
from tests.support.processes import plain_environment
from tests.terminal.screen.terminal import eventually

from ronde.app.desk import Desk
from ronde.arena.cli.playing import BegunGames
from ronde.arena.referee import Roster, Task, attached_roster, played_game

pytestmark = pytest.mark.full

LINE = (
    "--game",
    "tictactoe",
    "--sandbox",
    "none",
    "--time",
    "60",
    "--increment",
    "1",
    "--no-web",
    "--jobs",
    "2",
)


def entrants(folder: Path, count: int = 2) -> Path:
    """Programs that think for a third of a second and then play the first free cell."""
    made = folder / "joueurs"
    for number in range(1, count + 1):
        script(made, f"j{number}", _first_free())
    return made


def _first_free() -> str:
    """In a position of tic-tac-toe, nine signs and whose turn it is, a free cell is 0."""
    return (
        "#!/bin/sh\nsleep 0.2\n"
        'tray="$1"\n'
        "for at in 1 2 3 4 5 6 7 8 9; do\n"
        '  sign=$(printf %s "$tray" | cut -c$at)\n'
        '  [ "$sign" = 0 ] && echo $at && exit\n'
        "done\n"
    )


def started(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ronde", "tournoi", *LINE],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=plain_environment() | {"RONDE_LANG": "en"},
    )


def begun(folder: Path) -> dict[str, Any]:
    """The games in files, by their names, with the moves so far."""
    found = {}
    for file in (folder / "tournoi.begun").glob("*.json"):
        found[file.stem] = json.loads(file.read_bytes())["record"]["plies"]
    return found


def both_moved(folder: Path) -> Callable[[], bool]:
    return lambda: len(begun(folder)) == 2 and min(map(len, begun(folder).values())) >= 2


def plies(folder: Path) -> dict[str, Any]:
    """The moves of the games that are stored."""
    desk = Desk.open(folder / "tournoi.ronde")
    try:
        kept = {game.record: played_game(desk, game.record) for game in desk.tournament.games}
    finally:
        desk.close()
    return {
        name.removeprefix("games/").removesuffix(".json"): played.to_dict()["record"]["plies"]
        for name, played in kept.items()
        if played is not None
    }


def test_a_second_interrupt_stops_at_once_and_the_games_go_on_with_their_clocks(tmp_path: Path) -> None:
    entrants(tmp_path)
    run = started(tmp_path)
    eventually(both_moved(tmp_path))
    run.send_signal(signal.SIGINT)
    assert run.stdout is not None
    while "Ctrl-C again" not in (line := run.stdout.readline()):
        assert line, "it ended without a word about the pause"
    run.send_signal(signal.SIGINT)
    run.communicate()
    assert run.returncode == 130
    before = begun(tmp_path)
    assert plies(tmp_path) == {}

    again = started(tmp_path)
    said, _ = again.communicate()

    assert again.returncode == 0, said
    after = plies(tmp_path)
    assert len(before) == 2
    for name, moves in before.items():
        assert after[name][: len(moves)] == moves, "the moves of before, with their milliseconds"
        assert len(after[name]) > len(moves)
    assert not (tmp_path / "tournoi.begun").exists()


def test_a_killed_tournament_goes_on_in_the_middle_of_its_games(tmp_path: Path) -> None:
    entrants(tmp_path)
    run = started(tmp_path)
    eventually(both_moved(tmp_path))
    run.kill()
    run.communicate()
    before = begun(tmp_path)

    again = started(tmp_path)
    said, _ = again.communicate()

    assert again.returncode == 0, said
    after = plies(tmp_path)
    assert all(after[name][: len(moves)] == moves for name, moves in before.items())


def test_the_first_interrupt_ends_the_running_games_and_begins_no_other(tmp_path: Path) -> None:
    entrants(tmp_path, 4)
    run = started(tmp_path)
    eventually(both_moved(tmp_path))
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate()

    assert run.returncode == 130
    assert "The same command continues" in said
    assert len(plies(tmp_path)) == 2
    assert begun(tmp_path) == {}


def test_a_game_of_another_program_begins_anew(tmp_path: Path) -> None:
    entrants(tmp_path)
    run = started(tmp_path)
    eventually(both_moved(tmp_path))
    run.kill()
    run.communicate()
    desk = Desk.open(tmp_path / "tournoi.ronde")
    roster = attached_roster(desk)
    desk.close()
    assert roster is not None
    task = Task(1, 1, 1, 1, 2)

    same = BegunGames(tmp_path / "tournoi.ronde", roster).record(task)
    other = BegunGames(tmp_path / "tournoi.ronde", _with_another(roster)).record(task)
    (tmp_path / "tournoi.begun" / "1-1-1.json").write_text('{"programs": 3')
    broken = BegunGames(tmp_path / "tournoi.ronde", roster).record(task)

    assert same is not None
    assert other is None
    assert broken is None


def _with_another(roster: Roster) -> Roster:
    first, *others = roster.entrants
    return replace(roster, entrants=(replace(first, digest="0" * 64), *others))
