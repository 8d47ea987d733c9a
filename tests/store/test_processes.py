"""Several real programs at one tournament file: killed in the middle, or writing at the same time."""

from __future__ import annotations

import random
import signal
import sqlite3
from pathlib import Path

import pytest
from tests.store.halls import hall
from tests.support.processes import hear, talking, tell

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import accept_pairing, add_table, enter_at_table
from ronde.model.errors import ResultDiffers
from ronde.model.events import ResultEntered
from ronde.model.result import Result
from ronde.model.table import Pair

pytestmark = pytest.mark.full

FACTS = 400

WRITER = """
import sys
from pathlib import Path
from ronde.model.events import PlayerEntered
from ronde.model.player import Player
from ronde.app.desk import Desk

def two_players(tournament):
    at = len(tournament.players) + 1
    return [PlayerEntered(Player(number, f"PLAYER {number}"), 1) for number in (at, at + 1)]

desk = Desk.open(Path(sys.argv[1]))
while len(desk.tournament.players) < int(sys.argv[2]):
    desk.act("arbiter", two_players)
    print(desk.number, flush=True)
print("done", flush=True)
"""
"""Two facts are one action; its number is printed once it is confirmed."""


def write_until_killed(path: Path, confirmations: int) -> list[int]:
    """What a writer confirmed before SIGKILL, sent at once after so many confirmations."""
    with talking(WRITER, path, str(FACTS)) as writer:
        heard = [hear(writer) for _ in range(confirmations)]
        writer.send_signal(signal.SIGKILL)
        assert writer.stdout is not None
        rest = writer.stdout.read()  # what was under way when the signal came
    heard += rest.split("\n")[:-1]
    return [int(number) for number in heard if number.isdigit()]


def integrity(path: Path) -> str:
    connection = sqlite3.connect(path)
    try:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    finally:
        connection.close()


def test_a_writer_killed_at_any_moment_has_lost_nothing_it_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    hall(path, players=0).close()
    chance = random.Random(1)
    written = 1
    for _ in range(4):
        if written > FACTS:  # on a busy machine a writer may be faster than the signal
            break
        left = (FACTS - written) // 2
        confirmed = write_until_killed(path, chance.randint(1, max(left // 2, 1)))

        desk = Desk.open(path)
        assert confirmed
        assert desk.number >= confirmed[-1] > written
        assert (desk.number - 1) % 2 == 0, "an action is written whole or not at all"
        players = [card.name for card in desk.tournament.players.values()]
        assert players == [f"PLAYER {number}" for number in range(1, desk.number)]
        written = desk.number
        desk.close()
        assert integrity(path) == "ok"

    with talking(WRITER, path, str(FACTS)) as writer:
        while hear(writer) != "done":
            pass
    desk = Desk.open(path)
    assert desk.number == FACTS + 1
    desk.close()


PLAYERS = """
import hashlib, sys
from pathlib import Path
from ronde.model.decisions.players import enter_player
from ronde.model.player import Player
from ronde.app.desk import Desk

desk = Desk.open(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for turn in range(100):
    desk.act(sys.argv[2], enter_player, player=Player(0, f"{sys.argv[2]} {turn}"))
print("done", flush=True)
sys.stdin.readline()
desk.refresh()
print(hashlib.sha256(repr(desk.tournament).encode()).hexdigest(), flush=True)
"""

RESULTS = """
import hashlib, sys
from pathlib import Path
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result
from ronde.app.desk import Desk

desk = Desk.open(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
start = 1 if sys.argv[2] == "left" else 101
for table in range(start, start + 100):
    desk.act(sys.argv[2], enter_at_table, table=table, result=Result(table % 65, 64 - table % 65))
print("done", flush=True)
sys.stdin.readline()
desk.refresh()
print(hashlib.sha256(repr(desk.tournament).encode()).hexdigest(), flush=True)
"""


def at_once(program: str, path: Path) -> None:
    """Run two writers at the same time; at the end both must know the same tournament."""
    with talking(program, path, "left") as left, talking(program, path, "right") as right:
        for word in ("ready", "done"):
            assert (hear(left), hear(right)) == (word, word)
            tell(left)
            tell(right)
        assert hear(left) == hear(right) != ""


def numbers_and_seats(path: Path) -> tuple[list[int], list[str]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT number, actor FROM journal ORDER BY number").fetchall()
    connection.close()
    return [number for number, _ in rows], [actor for _, actor in rows]


def test_two_programs_registering_at_once_lose_nobody(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    hall(path, players=0).close()

    at_once(PLAYERS, path)

    desk = Desk.open(path)
    names = {card.full_name for card in desk.tournament.players.values()}
    desk.close()
    numbers, seats = numbers_and_seats(path)
    assert names == {f"{seat} {turn}" for seat in ("left", "right") for turn in range(100)}
    assert numbers == list(range(1, 202))
    assert (seats.count("left"), seats.count("right")) == (100, 100)


def test_two_programs_entering_results_at_once_lose_none(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    desk = hall(path, players=400)
    tables = {number: Pair(2 * number - 1, 2 * number) for number in range(1, 201)}
    desk.act(CHIEF, accept_pairing, tables=tables, bye=None, system="by hand", seed=0, total=0)
    start = desk.number
    desk.close()

    at_once(RESULTS, path)

    desk = Desk.open(path)
    scores = {table.number: table.result.first for table in desk.tournament.open_round if table.result}
    desk.close()
    assert scores == {table: table % 65 for table in range(1, 201)}
    assert numbers_and_seats(path)[0] == list(range(1, start + 201))


def test_of_two_programs_with_different_results_for_a_table_one_is_told(tmp_path: Path) -> None:
    path = tmp_path / "open.ronde"
    first = hall(path)
    first.act(CHIEF, add_table, first=1, second=2)
    second = Desk.open(path)

    first.act("left", enter_at_table, table=1, result=Result(40, 24))
    with pytest.raises(ResultDiffers) as refused:
        second.act("right", enter_at_table, table=1, result=Result(24, 40))

    assert refused.value.facts["old"] == Result(40, 24)
    assert [entry.event for entry, _ in second.history()][-1] == ResultEntered(1, 1, Result(40, 24))
    first.close()
    second.close()
