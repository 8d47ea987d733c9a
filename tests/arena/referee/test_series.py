"""A series survives being killed: started again, every game is played once."""

from __future__ import annotations

import os
import shutil
import sys
import threading
from pathlib import Path

import pytest
from tests.arena.programs.workshop import bot, script

from ronde.app.command import Actor
from ronde.app.commands import OpenTournament
from ronde.app.desk import Desk
from ronde.app.files import ROSTER
from ronde.arena.launcher import tree
from ronde.arena.referee import (
    SEAT,
    Clock,
    Roster,
    Rule,
    Series,
    WithdrawProgram,
    attached_roster,
    find_entrants,
    played_game,
    write,
)
from ronde.arena.sandbox import Jail
from ronde.model.decisions.players import enter_player
from ronde.model.errors import RefereeTrouble
from ronde.model.player import Player
from ronde.model.result import Board
from ronde.model.schedule import champion
from ronde.model.settings import Settings

pytestmark = pytest.mark.full

CUP = Settings(system="cup", board=Board(total=1, bye=0), tiebreaks=())
KINDS = (
    "good",
    "silent",
    "garbage",
    "crashes",
    "holds-the-pipe",
    "good2",
    "illegal",
    "flood",
    "good3",
    "session",
)


def field(folder: Path, bad: Path, kinds: tuple[str, ...]) -> Path:
    """A folder of players with these kinds of bots, numbered in this order; `good2` is another good one."""
    players = folder / "joueurs"
    players.mkdir()
    for number, kind in enumerate(kinds, start=1):
        name = kind.rstrip("0123456789")
        made = bot(folder, name, source=bad)
        # The bot goes by its name, so it is started through a script; links would be resolved.
        target = players / f"j{number}-{kind}{'.session' if name == 'session' else ''}"
        data = players / f"{target.name}.d"
        data.mkdir()
        shutil.copy(made, data / name)
        script(players, target.name, f'#!/bin/sh\nexec "$0.d/{name}" "$@"\n')
    return players


def opened(
    path: Path, players: Path, settings: Settings = CUP, rule: Rule | None = None, seconds: float = 20
) -> Desk:
    entrants, _ = find_entrants(players)
    roster = Roster(
        tuple(entrants), clock=Clock(seconds, 0, fixed=True), rule=rule or Rule(), jail=Jail(memory=256)
    )
    opening, attached = OpenTournament("Cup", settings=settings), {ROSTER: roster.to_json()}
    desk = Desk.begin(path, opening, Actor(SEAT), attached)
    for entrant in entrants:
        desk.act(SEAT, enter_player, player=Player(entrant.id, entrant.name))
    return desk


def run(desk: Desk, jobs: int = 2) -> None:
    roster = attached_roster(desk)
    assert roster is not None
    Series(desk, roster, jobs=jobs).run()


def test_a_cup_with_misbehaving_entrants_ends_with_a_champion(tmp_path: Path, bad: Path) -> None:
    desk = opened(tmp_path / "cup.ronde", field(tmp_path, bad, KINDS))
    before = tree.children(os.getpid())
    run(desk)

    assert champion(desk.tournament) is not None
    assert len(desk.tournament.games) == 2 * (len(KINDS) - 1)
    assert {game.reason for game in desk.tournament.games} >= {
        "missing",
        "unreadable",
        "crash",
        "illegal",
        "flood",
    }
    assert tree.children(os.getpid()) == before
    for game in desk.tournament.games:
        played = played_game(desk, game.record)
        assert played is not None
        assert played.record.outcome.reason == game.reason
    desk.close()


def test_the_roster_is_kept_in_the_file(tmp_path: Path, bad: Path) -> None:
    desk = opened(tmp_path / "cup.ronde", field(tmp_path, bad, ("good", "session")))
    roster = attached_roster(desk)

    assert roster is not None
    assert Roster.from_json(roster.to_json()) == roster
    assert [entrant.session for entrant in roster.entrants] == [False, True]
    desk.close()


def test_a_program_that_changed_after_the_start_loses_its_games(tmp_path: Path, bad: Path) -> None:
    players = field(tmp_path, bad, ("good", "good2"))
    desk = opened(tmp_path / "cup.ronde", players)
    script(players, "j1-good", "#!/bin/sh\necho 55\n# not what was entered\n")
    run(desk)

    assert champion(desk.tournament) == 2
    assert [game.reason for game in desk.tournament.games] == ["start", "start"]
    desk.close()


def test_the_running_game_of_a_program_that_is_withdrawn_ends(tmp_path: Path) -> None:
    players, path = tmp_path / "joueurs", tmp_path / "cup.ronde"
    players.mkdir()
    for name in ("j1", "j2"):
        script(players, name, "#!/bin/sh\nexec sleep 600\n")
    desk, begun = opened(path, players, seconds=600), threading.Event()
    roster = attached_roster(desk)
    assert roster is not None
    series = Series(desk, roster, jobs=2, watch=lambda task: lambda sheet: begun.set())

    def withdraw() -> None:
        begun.wait()
        other = Desk.open(path)
        write(other, WithdrawProgram(1))
        other.close()

    threading.Thread(target=withdraw, daemon=True).start()
    playing = threading.Thread(target=series.run, daemon=True)
    playing.start()
    playing.join(30)

    assert not playing.is_alive()
    assert champion(desk.tournament) == 2
    assert desk.tournament.games == ()
    desk.close()


def test_a_league_scores_half_points_of_the_games(tmp_path: Path, bad: Path) -> None:
    league = Settings(system="berger", rounds=3, board=Board(total=2, bye=0), tiebreaks=("discs",))
    desk = opened(tmp_path / "league.ronde", field(tmp_path, bad, ("good", "silent", "garbage")), league)
    run(desk, jobs=1)

    assert len(desk.tournament.closed_rounds) == 3
    assert len(desk.tournament.games) == 6
    desk.close()


def test_a_best_of_three_stops_when_it_is_decided(tmp_path: Path, bad: Path) -> None:
    desk = opened(
        tmp_path / "cup.ronde", field(tmp_path, bad, ("good", "silent")), rule=Rule(3, best_of=True)
    )
    run(desk)

    assert [game.leg for game in desk.tournament.games] == [1, 2]
    assert champion(desk.tournament) == 1
    desk.close()


def test_trouble_of_the_referee_stops_the_series_and_scores_nothing(
    tmp_path: Path, bad: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opened(tmp_path / "cup.ronde", field(tmp_path, bad, ("good", "good2")))
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(RefereeTrouble):
        run(desk)
    monkeypatch.undo()

    assert desk.tournament.games == ()
    run(desk)
    assert len(desk.tournament.games) == 2
    desk.close()
