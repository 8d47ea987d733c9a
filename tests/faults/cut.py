"""A line between a worker and its scheduler that is cut: two network namespaces and a cable between them.

Run as `unshare -n python -m tests.faults.cut FOLDER SEED CUTS`: home, with the scheduler, is the namespace we
are started in; the worker lives in another one. Prints the counts as JSON.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.faults.leagues import BROKEN_LINE, Cluster, judge, league
from tests.faults.tally import Tally
from tests.support.processes import plain_environment
from tests.support.root import ROOT

HOME, AWAY = "10.77.0.1", "10.77.0.2"
PLAYERS = 4
APART = ["unshare", "-n"] if os.getuid() == 0 else ["unshare", "--map-current-user", "--keep-caps", "-n"]
"""Before a command: run it in a network of its own."""
_PROBE = "ip link set lo up && ip link add ronde0 type veth peer name ronde1"


def why_not() -> str:
    """Why no network of our own can be made here; nothing if it can."""
    missing = [name for name in ("unshare", "nsenter", "ip") if shutil.which(name) is None]
    if missing:
        return f"{missing[0]} is not installed"
    done = subprocess.run([*APART, "sh", "-c", _PROBE], capture_output=True, encoding="utf-8", check=False)
    return "" if done.returncode == 0 else f"no network namespaces: {done.stderr.strip()[:200]}"


def cut_lines(folder: Path, seed: int, cuts: int = 2) -> Tally:
    """A whole league whose worker's line is cut so often, some cuts longer than anybody waits."""
    tally = apart("tests.faults.cut", str(folder), str(seed), str(cuts))
    if not tally.clean and (folder / "cluster.log").exists():
        tally.stories.append((folder / "cluster.log").read_text()[-1500:])
    return tally


def apart(module: str, *words: str) -> Tally:
    """Run a module in a network of its own; the counts it prints at its end."""
    process = subprocess.Popen(
        [*APART, sys.executable, "-m", module, *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True, cwd=ROOT,
        env=plain_environment() | BROKEN_LINE | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}"},
    )  # fmt: skip
    try:
        out, complaints = process.communicate(timeout=280)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    tally = Tally()
    if process.returncode:
        tally.crash(complaints[-1500:])
    else:
        tally.add(Tally(**json.loads(out.splitlines()[-1])))
    return tally


@dataclass(frozen=True, slots=True)
class Cable:
    """The cable between the two namespaces."""

    other: int
    """A process that lives at the other end."""

    @property
    def there(self) -> list[str]:
        """Before a command: run it at the other end."""
        return ["nsenter", "-t", str(self.other), "-n"]

    def plug(self) -> None:
        """Lay the cable, give both ends addresses."""
        _ip("link", "set", "lo", "up")
        _ip("link", "add", "ronde0", "type", "veth", "peer", "name", "ronde1")
        _ip("link", "set", "ronde1", "netns", str(self.other))
        _ip("addr", "add", f"{HOME}/30", "dev", "ronde0")
        _ip("link", "set", "ronde0", "up")
        for words in (("addr", "add", f"{AWAY}/30", "dev", "ronde1"), ("link", "set", "ronde1", "up"),
                      ("link", "set", "lo", "up")):  # fmt: skip
            subprocess.run([*self.there, "ip", *words], check=True)

    def cut(self, seconds: float) -> None:
        """Take the line away for a while: nobody is told, packets go nowhere."""
        _ip("link", "set", "ronde0", "down")
        time.sleep(seconds)
        _ip("link", "set", "ronde0", "up")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


@contextmanager
def cable() -> Iterator[Cable]:
    """A second namespace at the end of a cable."""
    other = subprocess.Popen(["unshare", "-n", "sleep", "600"])
    try:
        mine = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{other.pid}/ns/net") == mine:
            time.sleep(0.01)
        laid = Cable(other.pid)
        laid.plug()
        yield laid
    finally:
        other.kill()
        other.wait()


def played(folder: Path, seed: int, cuts: int) -> Tally:
    """Play the league at home, with the worker away and its line cut in the middle of encounters."""
    from ronde.arena.referee import ClusterPool, Series, attached_roster

    tally, chance, cluster = Tally(), random.Random(seed), Cluster(folder, HOME)
    with cable() as line, closing(league(folder, PLAYERS, pause=60)) as desk:
        cluster.open()
        cluster.worker(line.there, cores=4)
        try:
            roster = attached_roster(desk)
            assert roster is not None
            pool = ClusterPool(cluster.address, roster, lambda task: None, slowest=0.1)
            cutting = threading.Thread(target=_cut_all, args=(tally, line, chance, folder, cuts), daemon=True)
            cutting.start()
            Series(desk, roster, pool=pool).run()
            cutting.join(timeout=60)
        finally:
            cluster.close()
    judge(tally, folder / "league.ronde", PLAYERS)
    return tally


def _cut_all(tally: Tally, line: Cable, chance: random.Random, folder: Path, cuts: int) -> None:
    """The first cut is one that a connection survives, the next ones are not."""
    from ronde.app.desk import Desk

    def played() -> int:
        with closing(Desk.open(folder / "league.ronde")) as desk:
            return len(desk.tournament.games)

    for turn in range(cuts):
        while played() <= turn * 2:
            time.sleep(0.05)
        time.sleep(chance.uniform(0.1, 0.5))
        line.cut(chance.uniform(1, 2) if turn == 0 else chance.uniform(13, 15))
        tally.faults += 1


if __name__ == "__main__":
    found = played(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    print(json.dumps(asdict(found)))
