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
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bots.thirteen import sample_players, thirteen
from tests.cli.test_killed_cup import records, started
from tests.faults.crowd import crowd
from tests.faults.failing import each_call_fails
from tests.faults.hostile import read_all
from tests.faults.kills import killed_desks, killed_servers
from tests.faults.pages import flipped_pages
from tests.faults.power import power_cuts
from tests.faults.routes import fuzzed_routes
from tests.faults.tally import Tally
from tests.storage.halls import hall, play_round
from tests.storage.server import Server, running_server

from ronde.core.decide.players import enter_player
from ronde.core.errors import JournalError, NumberTaken
from ronde.core.player import Player
from ronde.desk import Desk

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
        time.sleep(1.5 + (seed + turn) % 4)
        run.kill()
        run.wait()
        tally.kills += 1
        tally.restarts += 1
        now = records(path)
        for game, record in kept.items():
            tally.check(now.get(game) == record, f"game {game} is another now")
        kept = now
    return tally


def restart_database(server: Server) -> Fault:
    """PostgreSQL is restarted, at once and without a farewell, while somebody writes."""

    def fault(folder: Path, seed: int) -> Tally:
        tally, path, told = Tally(), Path(f"pg:torture {seed} {time.time_ns()}"), list[int]()
        hall(path, players=0).close()
        writer = threading.Thread(target=_write, args=(path, told, 150))
        writer.start()
        for _ in range(3):
            time.sleep(0.3)
            server.restart("immediate")
            tally.kills += 1
            tally.restarts += 1
        writer.join()
        with closing(Desk.open(path)) as desk:
            for number in told:
                tally.check(number in desk.tournament.players, f"player {number} on the server")
        return tally

    return fault


def _write(path: Path, told: list[int], count: int) -> None:
    with closing(Desk.open(path)) as desk:
        for number in range(1, count + 1):
            while True:
                try:
                    desk.act("seat", enter_player, player=Player(number, f"PLAYER {number}"))
                except JournalError:  # the server is not up again; an arbiter presses the key once more
                    time.sleep(0.05)
                    continue
                except NumberTaken:  # it was written although nobody could say so
                    pass
                told.append(number)
                break


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
        yield (fault.__doc__ or "PostgreSQL is restarted."), tally


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
        ]
        for name, tally in rounds([*faults, restart_database(server)], wish.seed, start + 60 * wish.minutes):
            whole.add(tally)
            print(f"{time.monotonic() - start:6.0f} s  {name:55} {tally}", flush=True)
    print("\n".join(["", f"seed {wish.seed}, {time.monotonic() - start:.0f} s: {whole}", *whole.stories]))
    return 0 if whole.clean else 1


if __name__ == "__main__":
    sys.exit(main())
