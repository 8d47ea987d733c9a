"""PostgreSQL killed or restarted while several web processes and other programs write."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.tally import Tally
from tests.store.halls import hall
from tests.store.server import Server
from tests.support.web_server import Browser, server

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import accept_pairing
from ronde.model.errors import JournalError, NumberTaken
from ronde.model.player import Player
from ronde.model.table import Pair

FIRST = 10_000
"""The number from which on players are entered by the program without pages."""


@dataclass
class Acknowledged:
    """What somebody was told is written."""

    results: dict[int, int] = field(default_factory=dict)
    players: list[int] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)
    """Answers nobody should get."""


def killed(running: Server) -> None:
    """SIGKILL to the server's first process: it cannot even tell its children."""
    process = int((running.data / "postmaster.pid").read_text().split()[0])
    os.kill(process, signal.SIGKILL)
    for _ in range(100):
        try:
            running.start()
            return
        except subprocess.CalledProcessError:  # its children have not noticed yet
            time.sleep(0.1)
    raise AssertionError("PostgreSQL did not start again")


def restarted_database(running: Server, seed: int, restarts: int = 3, tables: int = 80) -> Tally:
    """Two web processes and a program write while the database goes away again and again."""
    tally, chance, told = Tally(), random.Random(seed), Acknowledged()
    path = Path(f"pg:torture {seed} {time.time_ns()}")
    _begin(path, tables)
    with ExitStack() as stack:
        browsers = [_arbiter(stack, path) for _ in range(2)]
        over = threading.Event()
        writers = [
            threading.Thread(target=_post, args=(browser, path, told, range(at, tables + 1, 2)))
            for at, browser in enumerate(browsers, start=1)
        ]
        desk = stack.enter_context(closing(Desk.open(path)))  # before: a first call is not repeated
        writers.append(threading.Thread(target=_enter, args=(desk, told, over)))
        for writer in writers:
            writer.start()
        for turn in range(restarts):
            time.sleep(chance.uniform(0.2, 0.8))
            killed(running) if turn % 2 else running.restart("immediate")
            tally.kills += 1
            tally.restarts += 1
        for writer in writers[:2]:
            writer.join()
        over.set()
        writers[2].join()
    _judge(tally, path, told, tables)
    return tally


def _begin(path: Path, tables: int) -> None:
    with closing(hall(path, players=2 * tables)) as desk:
        drawn = {number: Pair(2 * number - 1, 2 * number) for number in range(1, tables + 1)}
        desk.act(CHIEF, accept_pairing, tables=drawn, bye=None, system="by hand", seed=0, total=0)


def _arbiter(stack: ExitStack, path: Path) -> Browser:
    browser, link, _ = stack.enter_context(server(path))
    assert browser.enter(link).status == 303
    return browser


def _post(browser: Browser, path: Path, told: Acknowledged, tables: range) -> None:
    """Enter results as an arbiter does: again, if the page says that it could not be written."""
    slug = path.name.removeprefix("pg:").replace(" ", "-")
    for table in tables:
        score = (7 * table) % 65
        for _ in range(200):
            fields = {"entry": f"{2 * table - 1} {score}", "replace": "yes"}
            status = browser.post(f"/desk/{slug}/result", fields).status
            if status == 303:
                told.results[table] = score
                break
            if status not in (409, 429, 503):
                told.odd.append(f"table {table}: {status}")
                break
            time.sleep(0.1)


def _enter(desk: Desk, told: Acknowledged, over: threading.Event) -> None:
    number = FIRST
    while not over.is_set():
        try:
            desk.act("seat", enter_player, player=Player(number, f"PLAYER {number}"))
        except JournalError:  # the server is not up again; an arbiter presses the key once more
            time.sleep(0.05)
            continue
        except NumberTaken:  # it was written although nobody could say so
            pass
        told.players.append(number)
        number += 1
        time.sleep(0.02)


def _judge(tally: Tally, path: Path, told: Acknowledged, tables: int) -> None:
    for story in told.odd:
        tally.crash(story)
    tally.check(len(told.results) == tables, f"only {len(told.results)} of {tables} results were taken")
    with closing(Desk.open(path)) as desk:
        there = {table.number: table.result.first for table in desk.tournament.open_round if table.result}
        for table, score in told.results.items():
            tally.check(there.get(table) == score, f"table {table}: {there.get(table)}, answered {score}")
        for number in told.players:
            tally.check(number in desk.tournament.players, f"player {number} on the server")
