"""The workers of a cluster: which of them are given games, and why the others are not.

A worker reports its speed, its version of Ronde and its sandboxes. One that would play by other rules, with a
weaker sandbox, or more slowly than the others gets no games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from ronde import __version__
from ronde.engines.door import possible_tiers
from ronde.referee.roster import Roster

CORES: Final = 2
"""What an encounter takes of a worker's resource `core`: one for each playing side."""

Refuse = Callable[[str, str], None]
"""Called with the address of a worker that gets no games, and the reason."""


def silent(address: str, reason: str) -> None:
    """Report nothing."""


class Workers:
    """The known workers of one scheduler."""

    def __init__(self, roster: Roster, slowest: float, refuse: Refuse = silent) -> None:
        local = any(not entrant.remote and "://" not in entrant.path for entrant in roster.entrants)
        self._tier = roster.jail.tier if local else -1
        self._slowest = slowest
        self._refuse = refuse
        self._reports: dict[str, Mapping[str, Any]] = {}
        """What every worker reported; empty if it does not have Ronde."""
        self.refused: dict[str, str] = {}

    def fit(self, client: Any, present: Mapping[str, Any]) -> list[str]:
        """The workers that may play; new ones are asked for a report first."""
        for address in present.keys() - self._reports.keys():
            if _cores(present[address]) < CORES:  # not one of ours: it may not have Ronde at all
                self._reports[address] = {}
            else:
                self._ask(client, address)
        self._reports = {address: report for address, report in self._reports.items() if address in present}
        faults = {address: self._fault(present[address], report) for address, report in self._reports.items()}
        best = max(
            (report["speed"] for address, report in self._reports.items() if not faults[address]), default=0
        )
        for address, report in self._reports.items():
            if not faults[address] and report["speed"] < self._slowest * best:
                faults[address] = "unfit-slow"
        self._note({address: fault for address, fault in faults.items() if fault})
        return [address for address, fault in faults.items() if not fault]

    def _ask(self, client: Any, address: str) -> None:
        try:
            (report,) = client.run(fitness, workers=[address], on_error="return").values()
        except (OSError, TimeoutError, ValueError):  # it left while it was asked
            return
        if not isinstance(report, OSError | TimeoutError):
            self._reports[address] = report if isinstance(report, dict) else {}

    def _fault(self, worker: Mapping[str, Any], report: Mapping[str, Any]) -> str:
        if _cores(worker) < CORES:
            return "unfit-cores"
        if report.get("version") != __version__:
            return "unfit-version"
        return "unfit-jail" if self._tier >= 0 and self._tier not in report["tiers"] else ""

    def _note(self, refused: dict[str, str]) -> None:
        for address, reason in refused.items():
            if self.refused.get(address) != reason:
                self._refuse(address, reason)
        self.refused = refused


def capacity(present: Mapping[str, Any], fit: list[str]) -> int:
    """How many encounters the fit workers play at once."""
    return sum(int(_cores(present[address]) // CORES) for address in fit if address in present)


def _cores(worker: Mapping[str, Any]) -> float:
    return float(worker.get("resources", {}).get("core", 0))


def fitness() -> dict[str, Any]:
    """What a worker reports: its version, its speed and its sandboxes."""
    return {"version": __version__, "speed": speed(), "tiers": possible_tiers()}


def speed() -> float:
    """How fast this machine is at a small fixed task, by CPU time; larger is faster."""
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        sum(number * number % 7 for number in range(200_000))
        best = max(best, 1 / max(1e-6, time.process_time() - begun))
    return best
