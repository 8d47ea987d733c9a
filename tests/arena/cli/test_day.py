"""The teacher's day: a cup of 15 programs, killed twice, one replaced and one late, in real processes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.support.processes import plain_environment
from tests.terminal.screen.terminal import eventually

from ronde.app.desk import Desk
from ronde.arena.referee import played_game
from ronde.model.events import GamePlayed, ProgramChanged
from ronde.model.schedule import champion
from ronde.model.tournament import Tournament

pytestmark = pytest.mark.full

LINE = ("tournoi", "--game", "tictactoe", "--time", "5/move", "--sandbox", "none", "--jobs", "2", "--no-web")
FIRST_FREE = 'echo "secret of {name}" >&2\nexpr index "$1" 0\n'
BROKEN = {3: "exit 3\n", 6: "echo nonsense\n", 9: "kill -SEGV $$\n", 12: "echo 1\n"}


def entrant(folder: Path, name: str, line: str = FIRST_FREE) -> Path:
    return script(folder, name, "#!/bin/sh\n" + line.format(name=name))


def run(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ronde", *LINE],
        cwd=folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=plain_environment() | {"RONDE_LANG": "en"},
    )  # fmt: skip


def ronde(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "ronde", *words], cwd=folder, capture_output=True, text=True, check=True,
        env=plain_environment() | {"RONDE_LANG": "en"},
    )  # fmt: skip
    return done.stdout


def tournament(folder: Path) -> Tournament:
    if not (folder / "tournoi.ronde").exists():
        return Tournament()
    desk = Desk.open(folder / "tournoi.ronde")
    desk.close()
    return desk.tournament


def killed(folder: Path, games: int) -> str:
    """What a run said that was killed once so many games were stored."""
    playing = run(folder)
    enough: Callable[[], bool] = lambda: len(tournament(folder).games) >= games  # noqa: E731
    eventually(enough)
    playing.send_signal(signal.SIGKILL)
    return playing.communicate()[0]


def planned(said: str) -> int:
    """How many games a run said there were to play."""
    (found,) = re.findall(r"^(\d+) games?, 2 at once: about ", said, re.MULTILINE)
    return int(found)


class Day:
    """A folder, and what the three runs said."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.kept: list[int] = [0]
        self.replaced = 0
        """Somebody at the last table, who had not played when the first run was killed."""


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Day:
    done = Day(tmp_path_factory.mktemp("day"))
    players = done.folder / "joueurs"
    for number in range(1, 16):
        entrant(players, f"j{number:02}", BROKEN.get(number, FIRST_FREE))
    done.said.append(killed(done.folder, 3))
    entrant(done.folder, "mended")
    entrant(players, "j40_late")
    done.replaced = max(tournament(done.folder).open_round, key=lambda table: table.number).first
    ronde(done.folder, "tournoi", "replace", f"j{done.replaced:02}", "mended")
    ronde(done.folder, "tournoi", "enter", "joueurs/j40_late")
    done.kept.append(len(tournament(done.folder).games))
    done.said.append(killed(done.folder, 16))
    done.kept.append(len(tournament(done.folder).games))
    last = run(done.folder)
    done.said.append(last.communicate()[0])
    assert last.returncode == 0, done.said[-1]
    return done


def test_every_game_of_the_16_was_played_once_and_there_is_a_champion(day: Day) -> None:
    hall = tournament(day.folder)
    places = [(game.round, game.table, game.leg) for game in hall.games]

    assert len(places) == len(set(places)) == 30
    assert [len(played.tables) for played in hall.closed_rounds] == [8, 4, 2, 1]
    assert champion(hall) is not None


def test_every_run_said_how_many_games_were_left(day: Day) -> None:
    assert [planned(said) for said in day.said] == [28, 30 - day.kept[1], 30 - day.kept[2]]
    assert "[1 of 28, " in day.said[0]
    assert re.search(r"\[(\d+) of \1, .* per minute, end \d\d:\d\d\]", day.said[-1])


def test_the_replaced_program_plays_on_under_its_name_with_the_new_file(day: Day) -> None:
    desk = Desk.open(day.folder / "tournoi.ronde")
    (changed, late) = [entry.event for entry, _ in desk.history() if isinstance(entry.event, ProgramChanged)]
    own = [game for game in desk.tournament.games if day.replaced in (game.first, game.second)]
    messages = {said for game in own for said in _messages(desk, game, day.replaced)}
    desk.close()

    name = f"j{day.replaced:02}"
    assert (changed.player, changed.file, late.file) == (day.replaced, f"{name}-2", "j40_late")
    assert desk.tournament.player(day.replaced).name == name
    assert messages == {"secret of mended\n"}


def test_the_late_program_took_the_place_of_the_bye(day: Day) -> None:
    hall = tournament(day.folder)
    (late,) = [number for number, card in hall.players.items() if card.name == "j40_late"]

    assert late == 16
    assert {1, 16} in [{game.first, game.second} for game in hall.games if game.round == 1]


def test_both_changes_are_in_the_history_and_the_broken_lost_by_their_faults(day: Day) -> None:
    said = ronde(day.folder, "history", "tournoi.ronde")
    reasons = {game.reason for game in tournament(day.folder).games}

    name = f"j{day.replaced:02}"
    assert f"program changed: {name}, {name}-2" in said
    assert said.count("player entered: j40_late") == 1
    assert {"crash", "illegal"} <= reasons


def test_every_student_gets_a_bundle_without_the_messages_of_others(day: Day) -> None:
    ronde(day.folder, "tournoi", "bundles")

    folders = {path.name.split("-", 1)[1]: path for path in (day.folder / "bundles").iterdir()}
    assert len(folders) == 16
    for name, folder in folders.items():
        own = "mended" if name == f"j{day.replaced:02}" else name
        texts = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.*") if _is_text(path))
        assert set(re.findall(r"secret of (\w+)", texts)) <= {own}, name
        assert len(list((folder / "parties").iterdir())) >= 2
    assert "secret of j01" in (folders["j01"] / "stderr.txt").read_text(encoding="utf-8")


def _is_text(path: Path) -> bool:
    return path.suffix in (".html", ".js", ".txt", ".csv")


def _messages(desk: Desk, game: GamePlayed, player: int) -> list[str]:
    """What a player wrote on standard error in a game."""
    played = played_game(desk, game.record)
    assert played is not None
    side = 1 if game.first == player else 2
    return [answer.messages for ply in played.record.plies for answer in ply if answer.side == side]
