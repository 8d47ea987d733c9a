"""Admission control: how many games of competitions are played at once, and when the next ones start.

Hundreds of games starting in the same moment would delay the event loop for all of them and falsify every
clock. So a few start at a time, and none while the loop is late.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from math import inf
from typing import Final, Generic, TypeVar

from ronde.model.player import PlayerId

MOST: Final = 2_500
"""Games of competitions at once. A game that waits for a slow engine costs a few kilobytes; with fewer slots
slow engines would fill them all and delay the fast ones.
"""
EACH: Final = 8
"""Games of one engine at once."""

K = TypeVar("K", bound=Hashable)


class SlotQueue(Generic[K]):
    """How many games are played at once, in total and by one engine, and the queue of waiting games.

    Of all games that could start, the oldest does; a game that waits for a busy engine holds nothing, so it
    delays no other game.
    """

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self.most = most
        self.each = each
        self.busy: Counter[PlayerId] = Counter()
        """How many games each engine is playing."""
        self.playing: dict[K, frozenset[PlayerId]] = {}
        self.waiting: dict[K, frozenset[PlayerId]] = {}
        self._came = 0
        self._ready: list[tuple[int, K]] = []
        self._parked: dict[PlayerId, list[tuple[int, K]]] = {}

    def wait(self, game: K, first: PlayerId, second: PlayerId) -> None:
        """Queue a game behind those that came before it."""
        self._came += 1
        self.waiting[game] = frozenset((first, second))
        heappush(self._ready, (self._came, game))

    @property
    def ready(self) -> bool:
        return bool(self._ready) and len(self.playing) < self.most

    def begin(self, most: float = inf) -> list[K]:
        """The games that start now, at most so many; they hold their slots until they leave."""
        begun: list[K] = []
        while self.ready and len(begun) < most:
            number, game = heappop(self._ready)
            if game in self.waiting and not self._park(number, game):
                self.playing[game] = self.waiting.pop(game)
                self.busy.update(self.playing[game])
                begun.append(game)
        return begun

    def leave(self, game: K) -> None:
        """Free the slots of a finished game, or remove a game that never started from the queue."""
        engines = self.playing.pop(game, frozenset())
        self.busy.subtract(engines)
        for engine in engines or self.waiting.pop(game, frozenset()):
            self._call(engine)

    def _park(self, number: int, game: K) -> bool:
        """Park a game with its busy engine, if one is busy; the free engine may take another game."""
        full = [engine for engine in self.waiting[game] if self.busy[engine] >= self.each]
        if not full:
            return False
        heappush(self._parked.setdefault(full[0], []), (number, game))
        for engine in self.waiting[game].difference(full):
            self._call(engine)
        return True

    def _call(self, engine: PlayerId) -> None:
        """Queue the oldest game parked with an engine again."""
        parked = self._parked.get(engine)
        while parked:
            number, game = heappop(parked)
            if game in self.waiting:
                heappush(self._ready, (number, game))
                return
        self._parked.pop(engine, None)
        if not self.busy[engine]:
            del self.busy[engine]


BEAT: Final = 0.02
"""Seconds until more games may start."""
STEP: Final = 4
"""Games that start at once."""
LATE: Final = 0.005
"""Delay of the loop, in seconds, above which no game starts."""
FEW: Final = 8
"""Games that are always played, however busy the machine is."""


class Slots:
    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self._places: SlotQueue[asyncio.Future[None]] = SlotQueue(most, each)
        self._timer: asyncio.TimerHandle | None = None
        self._left = STEP
        """Games that may still start before the delay of the loop is measured again."""
        self._late = False
        """Whether the loop was late at the last measurement."""

    @asynccontextmanager
    async def boards(self, first: PlayerId, second: PlayerId) -> AsyncIterator[None]:
        """Wait until both engines and a slot are free, without holding any of them meanwhile."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._places.wait(turn, first, second)
        self._call()
        try:
            await turn
            yield
        finally:
            self._places.leave(turn)
            self._left += 0 if self._late else 1  # a further game costs no more than this one
            self._call()

    def _call(self) -> None:
        """Start waiting games, and the rest after the loop has proven to be on time."""
        begun = self._places.begin(self._left)
        for turn in begun:
            if not turn.done():  # nobody waits where the competition was stopped
                turn.set_result(None)
        self._left -= len(begun)
        if self._timer is None and (begun or self._places.ready):
            due = time.monotonic() + BEAT
            self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat, due)

    def _beat(self, due: float) -> None:
        """Measure the loop: while it is late no game starts, except the few that are always played."""
        self._timer = None
        self._late = time.monotonic() - due > LATE
        few = max(0, FEW - len(self._places.playing))
        self._left = min(STEP, few) if self._late else STEP
        self._call()
