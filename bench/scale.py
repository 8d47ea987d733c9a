"""What one machine holds: measures every cost in one run, and writes docs/scale.md from them.

    python bench/scale.py            measures and prints, about three minutes
    python bench/scale.py --write    also keeps the costs in docs/scale.json and writes docs/scale.md
    python bench/scale.py --paper    writes docs/scale.md from the costs that were kept
    python bench/scale.py --write --only pages    measures one step anew

The benches beside this one do the measuring; this one calls their functions and adds up.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import arbitre, cluster, journal, lines, pairing, web
from bench.scale_paper import EARS, Costs, paper
from tests.faults.shims import fast_folder
from tests.storage.halls import hall
from tests.storage.server import programs, running_server

from ronde.core.decide.results import clear_result, enter_at_table
from ronde.core.decide.tables import add_table
from ronde.core.player import Player
from ronde.core.result import Result
from ronde.desk import CHIEF, Desk
from ronde.engines.door import InsideEngine, random_player
from ronde.games.door import find_game
from ronde.http_engines.door import LeaguePlan, Manner
from ronde.pairing.door import complete_round
from ronde.pairing.swiss import penalties
from ronde.referee.clock import Clock
from ronde.referee.cluster import ClusterPool
from ronde.referee.door import Competition, LocalPool, Roster, Rule, Task, opening, play
from ronde.web.serving.watch import LOOK

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
WAITING = 3_000
FACTS = 300
TURNS = 3
PLAYERS = (100, 500, 1000, 2000)


def machine() -> Costs:
    """What it was measured on."""
    cpu = next(
        line.split(":")[1].strip()
        for line in Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")
    )
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cpu": cpu,
        "cores": os.cpu_count(),
        "memory_gib": round(memory / 2**30, 1),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "sqlite": sqlite3.sqlite_version,
        "files": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
        "load": round(os.getloadavg()[0], 1),
    }


# games of engines at addresses


def waiting_games() -> Costs:
    """The memory of a game that waits for an engine which calls back, and for one which holds the line."""
    found: Costs = {}
    with arbitre.engine_process() as port:
        for name, manner in (("callback", Manner.CALL_BACK), ("printed", Manner.PRINTED)):
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
                each = fresh.submit(arbitre.measure_memory, port, WAITING, manner).result()
            found[f"game_kb_{name}"] = each
    return found


def moves() -> Costs:
    """Moves a second of one process with a hundred games, and the work of one move."""
    with arbitre.engine_process() as port:
        return uvloop.run(_moves(port))


async def _moves(port: int) -> Costs:
    found: Costs = {}
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = arbitre.Ours(Path(folder), port), arbitre.Bare(port)
        await ours.open()
        await bare.open()
        for name, manner in (("callback", Manner.CALL_BACK), ("printed", Manner.PRINTED)):
            result = await arbitre.race(ours, bare, manner, 100, 1)
            found[f"moves_{name}"] = result.moves / result.ours[0]
            found[f"move_ms_{name}"] = 1000 * result.ours[1] / result.moves
        await bare.close()
        await ours.close()
    return found


# pages


def pages() -> Costs:
    """Listeners, pages, and the memory of a tournament that lies open."""
    with tempfile.TemporaryDirectory() as place:
        folder, port, other = Path(place), web.free_port(), web.free_port()
        web.tournament(folder / "open.ronde", 100)
        with web.running("-m", "ronde", "serve", str(folder), "--port", str(port), port=port) as process:
            asyncio.run(web.rate(port, ["/t/open"]))
            turns = [_listeners(port, folder / "open.ronde", process) for _ in range(TURNS)]
            with web.running("-c", web.HELLO, str(other), port=other):
                bare, _ = asyncio.run(web.rate(other, ["/"]))
            before = web.worked(process)
            quiet, busy = asyncio.run(web.bench_rates(port, folder / "open.ronde", bare))
            work = (web.worked(process) - before) / ((quiet + busy) * web.SECONDS)
        found = {
            "listener_kb": 1000 * (turns[0]["held"] - turns[0]["before"]) / web.LISTENERS,
            "listener_ms": 1000 * min(turn["work"] for turn in turns) / web.LISTENERS,
            "thousand_ms": 1000 * min(turn["last"] for turn in turns),
            "stored_ms": 1000 * min(turn["stored"] for turn in turns),
            "server_mb": turns[0]["before"],
            "page_ms": 1000 * work,
            "pages": quiet,
            "pages_busy": busy,
        }
    return found | open_tournaments()


def _listeners(port: int, path: Path, process: subprocess.Popen[bytes]) -> dict[str, float]:
    """A thousand listeners hear of a result; it is taken back for the next turn."""
    heard = asyncio.run(web.bench_listeners(port, path, process))
    desk = Desk.open(path)
    desk.act(CHIEF, clear_result, table=1)
    desk.close()
    time.sleep(0.5)
    return heard


def open_tournaments(count: int = 50, seconds: float = 4.0) -> Costs:
    """What a tournament of 100 players that lies open costs a server while nobody asks for it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        web.tournament(folder / "open.ronde", 100)
        alone = _idle(folder, 0.0)
        for number in range(count):
            shutil.copy(folder / "open.ronde", folder / f"copy{number}.ronde")
        crowded = _idle(folder, seconds)
    looks = count * seconds / LOOK
    return {
        "tournament_kb": 1000 * (crowded[0] - alone[0]) / count,
        "look_ms": 1000 * crowded[1] / looks,
    }


def _idle(folder: Path, seconds: float) -> tuple[float, float]:
    """The megabytes and the seconds of work of a server that is left alone."""
    port = web.free_port()
    with web.running("-m", "ronde", "serve", str(folder), "--port", str(port), port=port) as process:
        time.sleep(2)
        before = web.worked(process)
        time.sleep(seconds)
        return web.memory(process), web.worked(process) - before


# facts


def facts() -> Costs:
    """Facts stored a second, in a file and on a server, and what it costs to follow somebody else's."""
    with tempfile.TemporaryDirectory(dir=ROOT / "bench") as place:
        folders = [Path(place) / str(turn) for turn in range(TURNS)]
        for folder in folders:
            folder.mkdir()
        found: Costs = {"facts_sqlite": max(map(journal.bench_append, folders))}
    with fast_folder() as folder:
        path = folder / "lines.ronde"
        seconds = lines.written(path, 5 * FACTS)
        found |= {"results": 5 * FACTS / seconds, "result_bytes": path.stat().st_size / (5 * FACTS)}
        found["follow_ms"] = following(folder / "followed.ronde")
    return found | postgres()


def following(path: Path) -> float:
    """Milliseconds of work until a second desk has taken in a fact of the first."""
    desk = _one_table(path)
    other, spent = Desk.open(path), 0.0
    for turn in range(FACTS):
        _turn(desk, turn)
        start = time.process_time()
        other.refresh()
        spent += time.process_time() - start
    other.close()
    desk.close()
    return 1000 * spent / FACTS


def postgres() -> Costs:
    """The same on a PostgreSQL of our own: one writer, four, one that many hear; nothing without it."""
    try:
        programs()
        import psycopg
    except (ImportError, RuntimeError):
        return {"postgres": ""}
    with running_server() as server:
        os.environ["RONDE_DATABASE"] = server.address
        desks = [_one_table(Path(f"pg:scale {at}")) for at in range(4)]
        alone = _rate(lambda: _many(desks[0]), 1)
        four = _rate(lambda: _together(desks), 4)
        ears = [psycopg.connect(server.address, autocommit=True) for _ in range(EARS)]
        for ear in ears:
            ear.execute("LISTEN ronde")
        heard = _rate(lambda: _many(desks[0]), 1)
        version = ears[0].info.server_version // 10_000
        for ear in ears:
            ear.close()
        for desk in desks:
            desk.close()
    return {"postgres": str(version), "facts_pg": alone, "facts_pg_4": four, "facts_pg_heard": heard}


def _one_table(path: Path) -> Desk:
    desk = hall(path, players=100)
    desk.act(CHIEF, add_table, first=1, second=2)
    desk.act(CHIEF, enter_at_table, table=1, result=Result(40, 24))
    return desk


def _turn(desk: Desk, turn: int) -> None:
    wish = Result(24, 40) if turn % 2 == 0 else Result(40, 24)
    desk.act(CHIEF, enter_at_table, table=1, result=wish, replacing=True)


def _many(desk: Desk) -> None:
    for turn in range(FACTS):
        _turn(desk, turn)


def _together(desks: list[Desk]) -> None:
    writers = [threading.Thread(target=_many, args=(desk,)) for desk in desks]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()


def _rate(work: Callable[[], None], writers: int) -> float:
    """Facts a second, the best of some turns: the machine may have other things to do."""
    return max(writers * FACTS / _seconds(work) for _ in range(TURNS))


def _seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


# encounters of programs


def encounters(count: int = 30) -> Costs:
    """Seconds of an encounter that takes no time: here, on Dask, and Dask alone."""
    os.environ["PYTHONPATH"] = str(ROOT)  # the workers must find what bare Dask is given to do
    with tempfile.TemporaryDirectory() as name, cluster.cluster(Path(name)) as address:
        chosen = cluster.roster(Path(name))
        local = LocalPool(chosen, 2, _nobody)
        here = min(cluster.encounters(local, count) for _ in range(TURNS))
        local.stop()
        pool = ClusterPool(address, chosen, _nobody, slowest=0.1)
        while pool.capacity < 2:
            time.sleep(0.2)
        bare = [cluster.bare_dask(pool._client, 3 * count) for _ in range(TURNS)]
        there = cluster.encounters(pool, count)  # once: a pool plays no encounter twice
        pool.stop()
    single, many = (min(turn[at] for turn in bare) for at in (0, 1))
    found = {"encounter_ms": here, "encounter_dask_ms": there, "dask_single_ms": single, "dask_ms": many}
    return {key: 1000 * seconds for key, seconds in found.items()}


def _nobody(task: Task) -> None:
    return None


# draws and files


def draws() -> Costs:
    """Seconds to pair a round of a Swiss of so many after five rounds."""
    found = {}
    for players in PLAYERS:
        tournament = pairing.before_round(players, 1 if players > 1000 else 5)
        found[str(players)] = pairing.timed(lambda state=tournament: penalties(state, seed=1), 1)  # type: ignore[misc]
    return {"pairing": found}


def file_of_games(games: int = 60) -> Costs:
    """Bytes of a tournament file for every game of Reversi with its record."""
    rules = find_game("reversi", {})
    engines = tuple(InsideEngine(name, random_player(rules, seed)) for seed, name in enumerate(("a", "b")))
    clock, roster = Clock(15, 0, fixed=True), Roster((), "reversi", rule=Rule(games))
    players = [Player(number, f"E{number}") for number in (1, 2)]
    with fast_folder() as folder:
        desk = Desk.create(folder / "games.ronde")
        settings = LeaguePlan("games", rule=Rule(games)).settings(2)
        desk.act(CHIEF, opening, name="games", settings=settings, players=players)
        desk.act(CHIEF, complete_round, seed=1)
        sizes = [(folder / "games.ronde").stat().st_size]
        competition = Competition(roster)
        for task in next(competition.begin(desk.tournament)):
            played = play(rules, (engines[0], engines[1]), clock, seed=task.leg)
            if writing := competition.end(task, played):
                desk.act_with(CHIEF, writing.attach, writing.decide)
        desk.close()
        sizes.append((folder / "games.ronde").stat().st_size)
    return {"game_bytes": (sizes[1] - sizes[0]) / games}


def league() -> Costs:
    """Ten thousand simulated engines in a process of its own, and a thousand in a hall that is too small."""
    large, small = _simulated(), _simulated("--engines", "1000", "--at-once", "50")
    names = ("engines", "games", "seconds", "real_seconds", "peak_megabytes", "kilobytes_an_engine")
    waits = ("at_once", "with_slow", "without")
    crowded = {name: small[name] for name in ("engines", *waits)}
    return {"league": {name: large[name] for name in (*names, *waits)} | {"crowded": crowded}}


def _simulated(*words: str) -> Costs:
    line = [sys.executable, "-m", "ronde", "simulate", "league", "--json", *words]
    found: Costs = json.loads(subprocess.run(line, stdout=subprocess.PIPE, text=True).stdout)
    return found


STEPS = (waiting_games, moves, pages, facts, encounters, draws, file_of_games, league)


def measured(steps: Iterable[Callable[[], Costs]]) -> Costs:
    """Some costs, one after the other, with what they were measured on."""
    found: Costs = {"machine": machine()}
    for step in steps:
        start = time.perf_counter()
        costs: Costs = _short(step())
        print(f"{json.dumps(costs)} ({time.perf_counter() - start:.0f} s)", flush=True)
        found |= costs
    return found


def _short(value: Any) -> Any:
    """Four digits say enough."""
    if isinstance(value, dict):
        return {name: _short(inner) for name, inner in value.items()}
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the costs and write docs/scale.md")
    parser.add_argument("--paper", action="store_true", help="write docs/scale.md from the kept costs")
    parser.add_argument(
        "--only", choices=[step.__name__ for step in STEPS], help="one step; the rest is kept"
    )
    wishes = parser.parse_args()
    kept = DOCS / "scale.json"
    steps = [step for step in STEPS if wishes.only in (None, step.__name__)]
    costs = json.loads(kept.read_text()) if wishes.paper or wishes.only else {}
    costs |= {} if wishes.paper else measured(steps)
    if not costs["postgres"]:
        sys.exit(
            f"{json.dumps(costs, indent=1)}\nPostgreSQL is not installed: here are the costs, but no paper."
        )
    if wishes.write:
        kept.write_text(json.dumps(costs, indent=1, ensure_ascii=False) + "\n")
    if wishes.write or wishes.paper:
        (DOCS / "scale.md").write_text(paper(costs))
    else:
        print(paper(costs))


if __name__ == "__main__":
    main()
