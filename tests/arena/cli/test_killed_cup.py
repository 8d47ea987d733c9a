"""`tournoi` killed by SIGKILL: the same command continues, and every game is played once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.arena.programs.thirteen import sample_players, thirteen
from tests.support.processes import plain_environment, ronde

from ronde.app.desk import Desk
from ronde.model.schedule import champion

pytestmark = pytest.mark.full

LINE = ("tournoi", "--time", "2/move", "--sandbox", "own", "--jobs", "3", "--memory", "256")
PATIENCE = 240.0


def started(folder: Path) -> subprocess.Popen[bytes]:
    """The command itself, in a process of its own."""
    with (folder / "said").open("ab") as said:
        return subprocess.Popen(
            [sys.executable, "-m", "ronde", *LINE],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            env=plain_environment() | {"RONDE_LANG": "en"},
        )


def eventually(holds: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.02)


def records(path: Path) -> dict[tuple[int, int, int], bytes | None]:
    """Every game that is written down, with its record."""
    if not path.exists():
        return {}
    desk = Desk.open(path)
    try:
        return {
            (game.round, game.table, game.leg): desk.journal.attachment(game.record)
            for game in desk.tournament.games
        }
    finally:
        desk.close()


def of_cells(referee: int) -> list[str]:
    """The processes that live in a cell of that referee, or guard one, by their command lines."""
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            home = os.readlink(f"/proc/{name}/cwd")
            line = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if f"/ronde-{referee}-" in home and line:
            found.append(line.decode(errors="replace"))
    return found


def folders_of(referee: int) -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob(f"ronde-{referee}-*"))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a cup that was killed twice, and then played to its end."""
    folder = tmp_path_factory.mktemp("hall")
    thirteen(folder, sample_players(tmp_path_factory.mktemp("players")))
    path, kept, referees = folder / "tournoi.ronde", records(Path("nothing")), []
    for games in (1, 12):
        run = started(folder)
        referees.append(run.pid)
        eventually(lambda games=games: len(records(path)) >= games, "the cup does not move")  # type: ignore[misc]
        run.send_signal(signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL
        now = records(path)
        assert kept.items() <= now.items()
        kept = now
        eventually(lambda pid=run.pid: not of_cells(pid), "something outlived its referee")  # type: ignore[misc]
    last = started(folder)
    referees.append(last.pid)
    assert last.wait(PATIENCE) == 0, (folder / "said").read_text()
    assert kept.items() <= records(path).items()
    assert [of_cells(pid) or folders_of(pid) for pid in referees] == [[]] * 3
    return folder


def test_the_bracket_is_complete_and_every_game_was_played_once(hall: Path) -> None:
    desk = Desk.open(hall / "tournoi.ronde")
    games = [(game.round, game.table, game.leg) for game in desk.tournament.games]
    rounds = [len(round_.tables) for round_ in desk.tournament.closed_rounds]
    best = champion(desk.tournament)
    desk.close()

    assert len(games) == len(set(games)) == 24
    assert [sum(game[0] == number for game in games) for number in (1, 2, 3, 4)] == [10, 8, 4, 2]
    assert len(rounds) == 4
    assert best is not None


def test_the_journal_holds_each_game_once_too(hall: Path) -> None:
    said = ronde("history", hall / "tournoi.ronde", "--json", RONDE_LANG="en")

    assert said.returncode == 0
    assert said.stdout.count('"GamePlayed"') == 24


def test_every_kind_of_misbehaviour_lost_by_its_own_verdict(hall: Path) -> None:
    desk = Desk.open(hall / "tournoi.ronde")
    reasons = {game.reason for game in desk.tournament.games}
    desk.close()

    assert {"missing", "unreadable", "crash", "flood", "late"} <= reasons


def test_pages_and_replays_are_whole_in_spite_of_the_kills(hall: Path) -> None:
    replays = [page.name for page in (hall / "web" / "parties").glob("*.html")]

    assert len(replays) == 24
    assert {page.name for page in (hall / "web").glob("*.html")} == {
        "aap-direct.html",
        "aap-partie.html",
        "aap-standalone.html",
        "direct.html",
        "index.html",
        "partie.html",
        "tournoi.html",
    }


def test_it_said_what_it_kept_each_time(hall: Path) -> None:
    said = (hall / "said").read_text()

    assert said.count("tournoi.ronde exists") == 2
    assert "j14 does not play: not executable." in said
    assert "j15 does not play: not a file." in said
    assert said.count("Champion: j") == 1


def test_a_finished_cup_is_only_shown(hall: Path) -> None:
    before = records(hall / "tournoi.ronde")
    run = started(hall)

    assert run.wait(PATIENCE) == 0
    assert records(hall / "tournoi.ronde") == before
