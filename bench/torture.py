"""Every fault of tests/faults, again and again with new chances, for as long as asked.

Run as `python bench/torture.py [--minutes N] [--seed N]`. Prints the counts after each fault and at the
end; the status is 1 if an acknowledged fact was lost or something ended otherwise than in a sentence.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from itertools import count, cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.arena.cli.test_killed_cup import records, started
from tests.arena.programs.thirteen import sample_players, thirteen
from tests.faults.clocks import jumping_clock
from tests.faults.crowd import crowd
from tests.faults.cut import cut_lines, why_not
from tests.faults.cutbase import cut_from_database
from tests.faults.databases import restarted_database
from tests.faults.described import exhibition, held_to_its_word
from tests.faults.failing import each_call_fails, filled_disks
from tests.faults.hostile import read_all
from tests.faults.kills import killed_desks, killed_servers
from tests.faults.pages import flipped_pages
from tests.faults.power import power_cuts
from tests.faults.referees import killed_referees
from tests.faults.routes import fuzzed_routes
from tests.faults.tally import Tally
from tests.faults.uploads import dropped
from tests.faults.workers import killed_workers
from tests.store.halls import hall, play_round
from tests.store.server import Server, running_server

Fault = Callable[[Path, int], Tally]


def cut_power(folder: Path, seed: int) -> Tally:
    """The power goes at each sync."""
    return power_cuts(folder, seed, sessions=3 + seed % 3, actions=10 + seed % 20, torn=4)


def flip(folder: Path, seed: int) -> Tally:
    """Bytes change on the disk."""
    return flipped_pages(1500, seed)


def fail(folder: Path, seed: int) -> Tally:
    """The disk is full, or fails, from one call on."""
    return each_call_fails((errno.ENOSPC, errno.EIO)[seed % 2], actions=4, step=1 + seed % 3)


def crowded(folder: Path, seed: int) -> Tally:
    """Two hundred writers at one file."""
    hall(folder / "crowd.ronde", players=0).close()
    return crowd(folder / "crowd.ronde", processes=8, threads=25, facts=1 + seed % 3)[0]


def kill_desks(folder: Path, seed: int) -> Tally:
    """Scripts are killed."""
    return killed_desks(folder, seed, kills=8, players=600)


def kill_servers(folder: Path, seed: int) -> Tally:
    """The web server is killed."""
    return killed_servers(folder, seed, kills=5, tables=80)


def hostile(folder: Path, seed: int) -> Tally:
    """Hostile files are read."""
    return read_all(folder)


def routes(folder: Path, seed: int) -> Tally:
    """Nonsense is sent to every address."""
    desk = hall(folder / "open.ronde", players=8)
    play_round(desk)
    desk.close()
    return fuzzed_routes(folder / "open.ronde", folder / "log", seed, rounds=12)[0]


def kill_cup(folder: Path, seed: int) -> Tally:
    """A cup of programs is killed; no finished game is played again."""
    tally, path = Tally(), folder / "tournoi.ronde"
    players = folder / "players"
    players.mkdir()
    thirteen(folder, sample_players(players))
    kept: dict[tuple[int, int, int], bytes | None] = {}
    for turn in range(3):
        run = started(folder)
        while len(records(path)) <= len(kept) and run.poll() is None:  # a loaded machine takes its time
            time.sleep(0.1)
        time.sleep((seed + turn) % 4 / 2)
        run.kill()
        run.wait()
        tally.kills += 1
        tally.restarts += 1
        now = records(path)
        for game, record in kept.items():
            tally.check(now.get(game) == record, f"game {game} is another now")
        kept = now
    return tally


def kill_workers(folder: Path, seed: int) -> Tally:
    """Workers of a cluster are killed during a league."""
    return killed_workers(folder, seed, kills=2 + seed % 3)


def kill_referees(folder: Path, seed: int) -> Tally:
    """The Arbitre is killed during leagues of engines."""
    return killed_referees(folder, seed, kills=3 + seed % 3)


def cut_worker(folder: Path, seed: int) -> Tally:
    """Lines to a worker and to a database are cut."""
    reason = why_not()
    if reason:
        print(f"          not here: {reason}", flush=True)
        return Tally()
    tally = cut_lines(folder, seed, cuts=2 + seed % 2)
    tally.add(cut_from_database(seed, cuts=2))
    return tally


def jump(folder: Path, seed: int) -> Tally:
    """The clock jumps by years between actions."""
    return jumping_clock(folder, seed, runs=12)


def fill(folder: Path, seed: int) -> Tally:
    """A small real disk is full, then has room again."""
    return filled_disks(folder, seed, disks=6)


def drop(folder: Path, seed: int) -> Tally:
    """Hostile files are dropped on the desk."""
    (folder / "house").mkdir()
    (folder / "scratch").mkdir()
    hall(folder / "house" / "open.ronde", players=4).close()
    return dropped(folder / "house" / "open.ronde", folder / "scratch", seed)[0]


def describe(folder: Path, seed: int) -> Tally:
    """schemathesis asks for all the description describes."""
    (folder / "scratch").mkdir()
    return held_to_its_word(exhibition(folder, seed), folder / "scratch", seed, examples=10)


def restart_database(server: Server) -> Fault:
    """PostgreSQL is restarted or killed while two web processes and a program write."""

    def fault(folder: Path, seed: int) -> Tally:
        """PostgreSQL is killed under two web processes."""
        return restarted_database(server, seed, restarts=3, tables=80)

    return fault


def rounds(faults: list[Fault], seed: int, end: float) -> Iterator[tuple[str, Tally]]:
    """One fault after the other until the time is over; every one at least once."""
    for turn, fault in zip(count(), cycle(faults), strict=False):
        if turn >= len(faults) and time.monotonic() > end:
            return
        tally = Tally()
        with tempfile.TemporaryDirectory(prefix="ronde-torture-") as folder:
            try:
                tally = fault(Path(folder), seed + turn)
            except Exception:
                tally.crash(traceback.format_exc()[-1500:])
        yield fault.__doc__ or "", tally


def main() -> int:
    """Torture, count, tell."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--seed", type=int, default=int(time.time()))
    wish = asked.parse_args()
    whole, start = Tally(), time.monotonic()
    with running_server() as server:
        os.environ["RONDE_DATABASE"] = server.address
        faults: list[Fault] = [
            cut_power,
            flip,
            fail,
            crowded,
            kill_desks,
            kill_servers,
            hostile,
            routes,
            kill_cup,
            kill_workers,
            kill_referees,
            cut_worker,
            jump,
            fill,
            drop,
            describe,
        ]
        for name, tally in rounds([*faults, restart_database(server)], wish.seed, start + 60 * wish.minutes):
            whole.add(tally)
            print(f"{time.monotonic() - start:6.0f} s  {name:55} {tally}", flush=True)
    print("\n".join(["", f"seed {wish.seed}, {time.monotonic() - start:.0f} s: {whole}", *whole.stories]))
    return 0 if whole.clean else 1


if __name__ == "__main__":
    sys.exit(main())
