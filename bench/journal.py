"""How fast the journal is: replay against bare json.loads, append against a bare insert, the start.

    .venv/bin/python bench/journal.py

Every figure is a ratio to a baseline of the same run: machines differ, ratios less so.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ronde.app.desk import Desk
from ronde.app.simulation import play
from ronde.model.events import Event, PlayerEntered, ResultEntered, TournamentOpened
from ronde.model.replay import replay
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.model.table import Pair
from ronde.model.tournament import Tournament
from ronde.store import SqliteJournal
from ronde.store.journal import encode

APPENDS = 300


def best(task: Callable[[], object], times: int = 5) -> float:
    """The least processor time of several runs, in seconds."""
    return min(_timed(task) for _ in range(times))


def _timed(task: Callable[[], object]) -> float:
    start = time.process_time()
    task()
    return time.process_time() - start


def facts_of(tournament: Tournament) -> list[Event]:
    """The facts an arbiter's evening would have left: one for every player, draw, result and closed round."""
    from ronde.model.events import RoundClosed, RoundPaired

    facts: list[Event] = [TournamentOpened("bench", "", tournament.settings)]
    facts += [PlayerEntered(player, 1) for player in tournament.players.values()]
    for played in tournament.closed_rounds:
        tables: dict[int, Pair] = {table.number: table.pair for table in played}
        facts.append(RoundPaired(played.number, tables, played.bye, "swiss", played.seed, 0))
        for table in played:
            assert table.result is not None
            facts.append(ResultEntered(played.number, table.number, table.result))
        facts.append(RoundClosed(played.number, played.byes, dict(played.absent)))
    return facts


def bench_replay(players: int, rounds: int, folder: Path) -> None:
    tournament = play(Settings(rounds=rounds), [1500 + at for at in range(players)], seed=1)
    facts = facts_of(tournament)
    path = folder / f"{players}.ronde"
    desk = Desk.create(path)
    desk.take_in([("bench", facts)])
    desk.close()
    rows = [row for (row,) in sqlite3.connect(path).execute("SELECT data FROM journal ORDER BY number")]
    bare = best(lambda: [json.loads(row) for row in rows])
    whole = best(lambda: Desk.open(path).close())
    fold = best(lambda: replay(facts))
    print(
        f"{players:>5} players x {rounds:>2} rounds: {len(facts):>5} facts; json.loads {bare * 1e3:6.1f} ms; "
        f"open and replay {whole * 1e3:6.1f} ms = {whole / bare:4.2f} x; fold alone {fold * 1e3:6.1f} ms"
    )


def bench_append(folder: Path) -> float:
    """In turns, so that a disk that gets slower is slow for both."""
    journal = SqliteJournal.create(folder / "append.ronde")
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    bare.execute("PRAGMA journal_mode = WAL")
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute(
        "CREATE TABLE journal (number INTEGER PRIMARY KEY, action INTEGER, at TEXT, actor TEXT, kind TEXT,"
        " version INTEGER, data TEXT) STRICT"
    )
    event = ResultEntered(1, 1, Result(35, 29))
    data = encode(event)
    ours = theirs = 0.0
    for number in range(1, APPENDS + 1):
        start = time.perf_counter()
        journal.append([event], after=number - 1, actor="arbiter")
        middle = time.perf_counter()
        bare.execute("BEGIN IMMEDIATE")
        row = (number, number, "2026-11-15T21:00:00.000+00:00", "arbiter", "ResultEntered", 1, data)
        bare.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        bare.execute("COMMIT")
        ours, theirs = ours + middle - start, theirs + time.perf_counter() - middle
    print(
        f"append: {APPENDS / ours:7.0f} facts/s; bare insert {APPENDS / theirs:7.0f} facts/s; "
        f"ours takes {ours / theirs:4.2f} x the time"
    )
    return APPENDS / ours


def bench_names(folder: Path) -> None:
    """Searching 60,000 names, a keystroke at a time."""
    from ronde.model.names import NameIndex

    names = {at: f"{_syllables(at)} {_syllables(at * 7919)}" for at in range(1, 60_001)}
    index = NameIndex(names)
    index.search("zzzzz zzz")
    prefix = best(lambda: index.search("ka"))
    wrong = best(lambda: index.search("kalimuxo roneta"))
    print(f"60,000 names: prefix {prefix * 1e3:5.2f} ms, misspelt {wrong * 1e3:5.2f} ms a keystroke")


def _syllables(number: int) -> str:
    parts = ("ka", "li", "mu", "to", "ro", "ne", "ta", "si", "vo", "be")
    return "".join(parts[int(digit)] for digit in str(number * 104729 % 100_000))


def bench_start() -> None:
    """`ronde --help` and `ronde standings` against `import click`, wall time, best of ten."""
    help_ = min(_wall([sys.executable, "-m", "ronde", "--help"]) for _ in range(10))
    bare = min(_wall([sys.executable, "-c", "import click"]) for _ in range(10))
    standings = min(_standings(10))
    print(f"ronde standings {standings * 1e3:5.0f} ms; {standings / bare:4.2f} x import click")
    print(f"ronde --help {help_ * 1e3:5.0f} ms; import click {bare * 1e3:5.0f} ms; {help_ / bare:4.2f} x")


def _standings(times: int) -> list[float]:
    """How long the standings of the demo take, from the command line."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "ronde", "demo", folder], check=True, capture_output=True)
        line = [sys.executable, "-m", "ronde", "standings", f"{folder}/demo.ronde"]
        return [_wall(line) for _ in range(times)]


def _wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as name:
        folder = Path(name)
        bench_replay(300, 11, folder)
        bench_replay(1000, 13, folder)
        bench_append(folder)
        bench_names(folder)
    bench_start()


if __name__ == "__main__":
    main()
