"""SIGKILL at moments nobody chose: of a script, of the web server, of a cup of programs."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

from tests.faults.tally import Tally
from tests.store.halls import hall
from tests.support.processes import plain_environment
from tests.support.web_server import Browser, server
from tests.web.public.test_api import Program, token_of

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import accept_pairing
from ronde.model.table import Pair


def killed_desks(folder: Path, seed: int, kills: int = 6, players: int = 500) -> Tally:
    """Kill programs that register players line by line, again and again, and go on where they were."""
    tally, chance, path = Tally(), random.Random(seed), folder / "open.ronde"
    hall(path, players=0).close()
    confirmed: list[str] = []
    while len(confirmed) < players:
        names = [f"NAME{number}" for number in range(len(confirmed) + 1, players + 1)]
        killing = tally.kills < kills
        confirmed = _one_run(tally, path, confirmed, names, chance.uniform(0.2, 0.45) if killing else None)
        tally.restarts += 1
    return tally


def _one_run(
    tally: Tally, path: Path, confirmed: list[str], names: list[str], after: float | None
) -> list[str]:
    """Feed one script until it ends or is killed; everybody who is registered then, in order."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ronde", "--lang", "en", "script", str(path), "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        env=plain_environment() | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    if after is not None:
        threading.Timer(after, process.send_signal, [signal.SIGKILL]).start()
        tally.kills += 1
    out, complaints = process.communicate("".join(f"player add {name}\n" for name in names))
    if "Traceback" in complaints:
        tally.crash(complaints[-400:])
    told = [name for name in names if f"{name}\n" in out or f"{name}." in out or f"{name} " in out]
    desk = Desk.open(path)
    there = [card.full_name for card in desk.tournament.players.values()]
    desk.close()
    for name in confirmed + told:
        tally.check(there.count(name) == 1, f"{name} is there {there.count(name)} times")
    return there


def killed_servers(folder: Path, seed: int, kills: int = 3, tables: int = 60) -> Tally:
    """Kill a web server while results are posted; every result it answered must be there."""
    tally, chance, path = Tally(), random.Random(seed), folder / "open.ronde"
    desk = hall(path, players=2 * tables)
    drawn = {number: Pair(2 * number - 1, 2 * number) for number in range(1, tables + 1)}
    desk.act(CHIEF, accept_pairing, tables=drawn, bye=None, system="by hand", seed=0, total=0)
    desk.close()
    answered: dict[int, int] = {}
    for turn in range(kills + 1):
        _serve(tally, path, answered, tables, chance, None if turn == kills else chance.uniform(0.05, 0.6))
        tally.restarts += 1
        _check_results(tally, path, answered)
    tally.check(len(answered) == tables, f"only {len(answered)} of {tables} results were taken")
    return tally


def _serve(
    tally: Tally,
    path: Path,
    answered: dict[int, int],
    tables: int,
    chance: random.Random,
    after: float | None,
) -> None:
    with server(path) as (browser, link, process):
        if browser.enter(link).status != 303:
            tally.crash("the arbiter was not let in")
        if after is not None:
            threading.Timer(after, process.kill).start()
            tally.kills += 1
        with suppress(OSError, HTTPException):  # the line, or the answer in the middle
            _post_all(tally, browser, answered, tables, chance)
        if after is not None:
            process.wait(60)


def _post_all(
    tally: Tally, browser: Browser, answered: dict[int, int], tables: int, chance: random.Random
) -> None:
    for table in range(1, tables + 1):
        if table in answered:
            continue
        score = chance.randint(0, 64)
        answer = browser.post("/desk/open/result", {"entry": f"{2 * table - 1} {score}", "replace": "yes"})
        while answer.status == 429:
            time.sleep(0.3)
            answer = browser.post(
                "/desk/open/result", {"entry": f"{2 * table - 1} {score}", "replace": "yes"}
            )
        if answer.status == 303:
            answered[table] = score
        else:
            tally.crash(f"table {table}: {answer.status}")


def _check_results(tally: Tally, path: Path, answered: dict[int, int]) -> None:
    desk = Desk.open(path)
    there = {table.number: table.result.first for table in desk.tournament.open_round if table.result}
    desk.close()
    for table, score in answered.items():
        tally.check(there.get(table) == score, f"table {table}: {there.get(table)}, answered {score}")


def killed_requests(folder: Path, kills: int = 6) -> Tally:
    """Kill a web server as soon as a request reaches the journal, and send the request again with its key."""
    tally, path = Tally(), folder / "open.ronde"
    hall(path, players=0).close()
    token = ""
    for turn in range(kills):
        with server(path) as (browser, link, process):
            browser.enter(link)
            token = token or token_of(browser, "robot", "players")
            program = Program(browser.port, token)
            if turn:
                _enter_with_key(tally, program, turn - 1)
            _enter_and_kill(tally, program, turn, path, process)
        tally.restarts += 1
    with server(path) as (browser, _, _):
        _enter_with_key(tally, Program(browser.port, token), kills - 1)
    _check_entered_once(tally, path, kills)
    return tally


def _enter_with_key(tally: Tally, program: Program, turn: int) -> None:
    answer = program.ask("POST", "players", {"name": f"NAME{turn}"}, Idempotency_Key=f"key-{turn}")
    tally.check(answer.status == 200, f"NAME{turn} sent again: {answer.status}")
    told = [player["name"] for player in answer.data.get("players", [])]
    tally.check(told == [f"NAME{turn}"], f"NAME{turn} sent again: {told}")


def _enter_and_kill(
    tally: Tally, program: Program, turn: int, path: Path, process: subprocess.Popen[str]
) -> None:
    log = Path(f"{path}-wal")
    before = log.stat().st_mtime_ns
    watcher = threading.Thread(target=_kill_when_written, args=(log, before, process))
    watcher.start()
    with suppress(OSError, HTTPException):
        program.ask("POST", "players", {"name": f"NAME{turn}"}, Idempotency_Key=f"key-{turn}")
    watcher.join()
    process.wait(60)
    tally.kills += 1


def _kill_when_written(log: Path, before: int, process: subprocess.Popen[str]) -> None:
    while os.stat(log).st_mtime_ns == before:
        pass
    process.kill()


def _check_entered_once(tally: Tally, path: Path, kills: int) -> None:
    desk = Desk.open(path)
    there = [card.name for card in desk.tournament.players.values()]
    desk.close()
    tally.check(sorted(there) == [f"NAME{turn}" for turn in range(kills)], f"there are {sorted(there)}")
