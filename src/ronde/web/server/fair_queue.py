"""A fair queue: many requests from one payer wait behind each other, not in front of others."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class QueueFull(Exception):
    """One payer, or all together, have too many jobs waiting."""

    def __init__(self, *, own: bool) -> None:
        super().__init__(own)
        self.own = own
        """Whether it is this payer alone."""


class FairQueue(Generic[T]):
    """Waiting jobs by payer; payers are served in turn, and none may use everything."""

    def __init__(self, *, share: int, each: int, most: int) -> None:
        self.share = share
        """How many jobs of one payer run at a time."""
        self.each, self.most = each, most
        """The total weight of waiting jobs, of one payer and in all."""
        self._waiting: OrderedDict[str, deque[tuple[T, int]]] = OrderedDict()
        self._weights: Counter[str] = Counter()
        self._under_way: Counter[str] = Counter()
        self._count = 0

    def __len__(self) -> int:
        """The total weight of waiting jobs."""
        return self._count

    def put(self, payer: str, work: T, weight: int = 1) -> None:
        """Add a job; QueueFull if its payer, or all together, have too many."""
        own = self._weights[payer] + weight > self.each
        if own or self._count >= self.most:
            raise QueueFull(own=own)
        self._waiting.setdefault(payer, deque()).append((work, weight))
        self._weights[payer] += weight
        self._count += 1

    def take(self) -> tuple[str, T] | None:
        """The next job of the payer who has waited longest; None if nothing may start now."""
        for payer, own in self._waiting.items():
            if self._under_way[payer] < self.share:
                work, weight = own.popleft()
                self._count -= 1
                self._weights[payer] -= weight
                del self._waiting[payer]
                if own:
                    self._waiting[payer] = own  # to the end of the queue
                else:
                    del self._weights[payer]
                self._under_way[payer] += 1
                return payer, work
        return None

    def done(self, payer: str) -> None:
        self._under_way[payer] -= 1
        if self._under_way[payer] <= 0:
            del self._under_way[payer]
