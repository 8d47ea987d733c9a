"""How much work the page of a club's member is: 200 members, 30 rounds of Keizer.

    .venv/bin/python bench/player_page.py [SOURCE]

Processor time of the server and its workers: for the first page after the start, which has to add up the
whole season, and for the pages of other members after it. Beside it stands the work of a bare page of
Starlette in the same run, and, with the source of another version (its folder `src`), that of the same pages
there.
The budget is 50 ms of CPU time a page.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import open_tournament
from ronde.model.entry import fill_at_random
from ronde.model.player import Player
from ronde.model.settings import usual_settings
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round
from web import HELLO, free_port, running  # type: ignore[import-not-found]  # beside this file

MEMBERS, ROUNDS = 200, 30
ASKED = 60
BARE = 600
GOAL = 50


def season(path: Path) -> None:
    """A season whose next round is paired."""
    desk = Desk.create(path)
    settings = usual_settings("keizer", rounds=ROUNDS + 2)
    desk.act(CHIEF, open_tournament, name="Club", date="2026-11-14", settings=settings)
    for number in range(1, MEMBERS + 1):
        card = Player(number, f"MEMBER{number:03}", "Somebody", "FRA", rating=2200 - 5 * number)
        desk.act(CHIEF, enter_player, player=card)
    for number in range(ROUNDS):
        desk.act(CHIEF, complete_round, seed=number)
        desk.act(CHIEF, fill_at_random, random.Random(number))
        desk.act(CHIEF, close_and_freeze)
    desk.act(CHIEF, complete_round, seed=ROUNDS)
    desk.close()


def worked(process: int) -> float:
    """Milliseconds of work of a process and of all it has started."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own = 1000 * (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(worked(int(child)) for child in children)


def visited(process: subprocess.Popen[bytes], address: str, members: range) -> float:
    """Milliseconds of work for each of these members' pages."""
    before = worked(process.pid)
    for member in members:
        with urllib.request.urlopen(address.format(member)) as answer:
            answer.read()
    return (worked(process.pid) - before) / len(members)


def bare() -> float:
    """Milliseconds of work for a page that says hello."""
    port = free_port()
    with running("-c", HELLO, str(port), port=port) as process:
        return visited(process, f"http://127.0.0.1:{port}/", range(BARE))


def served(folder: Path, source: Path) -> tuple[float, float]:
    """The work of the first member's page after a start, and of each that follows."""
    os.environ["PYTHONPATH"], port = str(source), free_port()
    with running("-m", "ronde", "serve", str(folder), "--port", str(port), port=port) as process:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/t/club/teams") as answer:
            answer.read()  # starts a worker, which is no work of a member's page
        address = f"http://127.0.0.1:{port}/t/club/player/{{}}"
        return visited(process, address, range(1, 2)), visited(process, address, range(2, ASKED + 2))


def main() -> None:
    """Everything, in half a minute."""
    sources = [Path(__file__).parent.parent / "src", *map(Path, sys.argv[1:])]
    with tempfile.TemporaryDirectory() as place:
        season(Path(place) / "club.ronde")
        plain = bare()
        print(f"{MEMBERS} members, {ROUNDS} rounds; a bare page of Starlette: {plain:.2f} ms of work")
        for source in sources:
            first, later = served(Path(place), source)
            print(f"{source}: first page {first:.0f} ms, {first / plain:.0f} bare pages")
            print(f"  each page after it {later:.1f} ms (goal {GOAL}), {later / plain:.1f} bare pages")


if __name__ == "__main__":
    main()
