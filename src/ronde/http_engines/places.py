"""Game slots: which of the waiting games starts next.

A game needs a slot in total and one of each of its two engines. Of all games that could start, the oldest
does; a game that waits for a busy engine holds nothing, so it delays no other game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from heapq import heappop, heappush
from math import inf
from typing import Final, Generic, TypeVar

from ronde.core.player import PlayerId

MOST: Final = 2_500
"""Games of competitions at once. A game that waits for a slow engine costs a few kilobytes; with fewer slots
slow engines would fill them all and delay the fast ones.
"""
EACH: Final = 8
"""Games of one engine at once."""

K = TypeVar("K", bound=Hashable)


class Places(Generic[K]):
    """How many games are played at once, in total and by one engine, and the queue of waiting games."""

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
        """Whether a game might start at once."""
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
