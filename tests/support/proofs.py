"""Tournaments with their proofs, and the program that checks them without Ronde."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player, forbid_pair
from ronde.model.decisions.rounds import close_round, enter_at_table, open_tournament
from ronde.model.player import Player
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.render.proof import proof_files
from ronde.systems.rounds import complete_round


def desk_of(folder: Path, people: int, rounds: int, settings: Settings | None = None) -> Desk:
    """A tournament whose rounds are played, the lower table number winning more clearly."""
    desk = Desk.create(folder / "a.ronde")
    desk.act(CHIEF, open_tournament, name="a", date="", settings=settings or Settings())
    for number in range(1, people + 1):
        desk.act(CHIEF, enter_player, player=Player(number, f"P{number}", rating=1500 - number))
    desk.act(CHIEF, forbid_pair, first=1, second=2)
    for at in range(rounds):
        play(desk, seed=at + 1)
    return desk


def play(desk: Desk, seed: int) -> None:
    desk.act(CHIEF, complete_round, seed=seed)
    discless = desk.tournament.settings.board.discless
    for table in list(desk.tournament.open_round.tables):
        result = Result(1, 0) if discless else Result(32 + table % 9, 32 - table % 9)
        desk.act(CHIEF, enter_at_table, table=table, result=result)
    desk.act(CHIEF, close_round)


def written(desk: Desk, folder: Path) -> Path:
    folder.mkdir()
    for name, content in proof_files(desk.by_action(), "en").items():
        (folder / name).write_bytes(content)
    return folder


def verified(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the program of the folder says, run by a Python that sees only its standard library."""
    line = [sys.executable, "-I", "-S", str(folder / "verify.py")]
    return subprocess.run(line, capture_output=True, encoding="utf-8", check=False)
