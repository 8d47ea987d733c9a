"""Proposals for a round that are being computed or shown; kept in memory only."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

from ronde.app.proposal import Proposal


@dataclass
class PendingDraw:
    """A proposal with its token: being computed, or done."""

    token: str
    slug: str
    task: Future[Proposal]
    since: float

    @property
    def proposal(self) -> Proposal | None:
        """The proposal, once it is computed."""
        done = self.task.done() and self.task.exception() is None
        return self.task.result() if done else None
