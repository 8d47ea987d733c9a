"""Workers of a cluster killed at moments nobody chose, over a whole league."""

from __future__ import annotations

import random
import threading
from contextlib import closing
from pathlib import Path

from tests.faults.leagues import Cluster, judge, league
from tests.faults.tally import Tally

from ronde.arena.referee import ClusterPool, Series, attached_roster


def killed_workers(folder: Path, seed: int, kills: int = 3, players: int = 6) -> Tally:
    """Two workers play a league; one or the other is killed so often, and another takes its place."""
    tally, chance, cluster = Tally(), random.Random(seed), Cluster(folder)
    over = threading.Event()
    with closing(league(folder, players, pause=40)) as desk:
        cluster.open()
        workers = [cluster.worker(), cluster.worker()]

        def kill() -> None:
            while tally.kills < kills and not over.wait(chance.uniform(0.8, 2.5)):
                at = chance.randrange(2)
                cluster.kill(workers[at])
                tally.kills += 1
                workers[at] = cluster.worker()
                tally.restarts += 1

        killer = threading.Thread(target=kill)
        try:
            roster = attached_roster(desk)
            assert roster is not None
            pool = ClusterPool(cluster.address, roster, lambda task: None, slowest=0.1)
            killer.start()
            Series(desk, roster, pool=pool).run()
        finally:
            over.set()
            killer.join()
            cluster.close()
    judge(tally, folder / "league.ronde", players)
    return tally
