"""`defi`, `duel` and `tournoi` in a real terminal with the sample players: played, stopped, gone on with."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.arena.programs.thirteen import sample_players
from tests.arena.programs.workshop import script
from tests.terminal.screen.terminal import PROMPT, RONDE, Terminal, eventually, terminal

from ronde.app.desk import Desk
from ronde.i18n import say

pytestmark = pytest.mark.full

TONGUE = "fr"
SLOW = '#!/bin/sh\nsleep 0.03\nexec "$0.d/player" "$@"\n'


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_players(tmp_path_factory.mktemp("players"))


@contextmanager
def hall(folder: Path) -> Iterator[Terminal]:
    """A terminal where the three programs go by their own names."""
    with terminal(folder, (110, 60), RONDE_LANG=TONGUE) as opened:
        opened.line("; ".join(f'{name}() {{ {RONDE} {name} "$@"; }}' for name in ("defi", "duel", "tournoi")))
        opened.line("clear")
        opened.until(lambda screen: screen == PROMPT.strip())
        yield opened


def thoughtful(folder: Path, players: Path, name: str) -> Path:
    """A player that takes long enough to be interrupted."""
    path = script(folder, name, SLOW)
    data = folder / f"{name}.d"
    data.mkdir()
    shutil.copy(players / "blocker", data / "player")
    return path


def of_cells() -> list[str]:
    """Processes in cells whose referee is gone; those of other tests, which kill theirs, soon end too."""
    homes = []
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        try:
            homes.append(os.readlink(f"/proc/{pid}/cwd"))
        except OSError:
            continue
    cells = {home.split("/ronde-")[1].split("-")[0] for home in homes if "/ronde-" in home}
    return [pid for pid in cells if pid.isdecimal() and not Path(f"/proc/{pid}").exists()]


def status_of(window: Terminal) -> str:
    """The exit status of what ran last."""
    window.line("echo status=$?")
    screen = window.until(lambda shown: "status=" in shown.replace("echo status=$?", ""))
    return screen.rpartition("status=")[2].split()[0]


def test_defi_is_played_stopped_and_gone_on_with(players: Path, tmp_path: Path) -> None:
    asks = say("programs.your-move", TONGUE).strip()
    command = f"defi {players / 'blocker'} o 5 --sandbox own --web web --record partie.json"
    with hall(tmp_path) as window:
        window.line(command)
        window.until(lambda screen: screen.count(asks) == 1)
        window.line("5 b2")
        window.until(lambda screen: screen.count(asks) == 2)
        window.key("C-c")
        window.until(say("programs.interrupted-game", TONGUE, path="partie.json"))
        assert status_of(window) == "130"

        window.line(f"clear; {command}")
        window.until(lambda screen: asks in screen and screen.endswith(asks))
        window.line("q")
        window.until(say("programs.sure", TONGUE).strip())
        window.line("o")
        window.until(say("programs.pages", TONGUE, path="web/partie.html"))
        assert status_of(window) == "0"
    played = json.loads((tmp_path / "partie.json").read_bytes())
    assert played["record"]["plies"][0][0]["move"] == "55"
    assert played["record"]["outcome"]["reason"] == "resigned"
    eventually(lambda: not of_cells())


def test_defi_stopped_without_a_record_says_from_where_to_go_on(players: Path, tmp_path: Path) -> None:
    asks = say("programs.your-move", TONGUE).strip()
    with hall(tmp_path) as window:
        window.line(f"defi {players / 'blocker'} o 5 --sandbox own --no-web")
        window.until(lambda screen: screen.endswith(asks))
        window.line("55")
        window.until(lambda screen: screen.count(asks) == 2)
        window.key("C-c")
        screen = window.until("--from")
        assert status_of(window) == "130"
    assert ' o"' in screen.partition("--from")[2]


def test_duel_is_watched_stopped_and_gone_on_with(players: Path, tmp_path: Path) -> None:
    one, two = (thoughtful(tmp_path, players, name) for name in ("un", "deux"))
    command = f"duel ./{one.name} ./{two.name} --sandbox own --web web --record partie.json"
    with hall(tmp_path) as window:
        window.line(command)
        eventually(lambda: "  5. un" in window.screen(), window.screen)
        window.key("C-c")
        window.until(say("programs.interrupted-game", TONGUE, path="partie.json"))
        assert status_of(window) == "130"
        before = json.loads((tmp_path / "partie.json").read_bytes())["record"]["plies"]

        window.line(f"clear; {command}")
        window.until(say("programs.pages", TONGUE, path="web/partie.html"))
        assert status_of(window) == "0"
    after = json.loads((tmp_path / "partie.json").read_bytes())["record"]
    assert len(before) >= 5
    assert after["plies"][: len(before)] == before
    assert after["outcome"]["reason"] not in ("open", "referee")
    eventually(lambda: not of_cells())


def test_tournoi_is_followed_stopped_and_gone_on_with(players: Path, tmp_path: Path) -> None:
    made = tmp_path / "joueurs"
    made.mkdir()
    for number in (1, 2, 3):
        thoughtful(made, players, f"j{number}")
    stopped = say("programs.interrupted", TONGUE, path="tournoi.ronde")[:40]
    with hall(tmp_path) as window:
        window.line("tournoi --sandbox own --jobs 2")
        eventually(lambda: "1-2-1" in window.screen() or "1-2-2" in window.screen(), window.screen)
        window.key("C-c")
        window.until(stopped)
        assert status_of(window) == "130"
        kept = _games(tmp_path)

        window.line("clear; tournoi --sandbox own")
        window.until(say("pages.champion-is", TONGUE, name="j"))
        assert status_of(window) == "0"
    assert kept >= 1
    assert _games(tmp_path) == 4
    eventually(lambda: not of_cells())


def _games(folder: Path) -> int:
    desk = Desk.open(folder / "tournoi.ronde")
    count = len(desk.tournament.games)
    desk.close()
    return count


def test_a_closed_window_ends_everything(players: Path, tmp_path: Path) -> None:
    one, two = (thoughtful(tmp_path, players, name) for name in ("un", "deux"))
    with hall(tmp_path) as window:
        window.line(f"duel ./{one.name} ./{two.name} --sandbox own")
        eventually(lambda: "  3. un" in window.screen(), window.screen)
        running = window.pids()[1:]
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in running))
    eventually(lambda: not of_cells())
