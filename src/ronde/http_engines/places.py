"""Game slots: which of the waiting games starts next.

A game needs a place in the hall and one with each of its two engines. Of all games that could begin, the one
that came first does; a game that waits for a busy engine holds nothing, so that it delays nobody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from heapq import heappop, heappush
from math import inf
from typing import Final, Generic, TypeVar

from ronde.core.player import PlayerId

MOST: Final = 2_500
"""Games of competitions at once. A game that waits for a slow engine costs some kilobytes; a hall so small
that slow engines fill it would let the fast ones wait."""
EACH: Final = 8
"""Games of one engine at once."""

K = TypeVar("K", bound=Hashable)


class Places(Generic[K]):
    """How many games are played at once, in all and by one engine, and who waits for a place."""

    def __init__(self, most: int = MOST, each: int = EACH) -> None:
        self.most = most
        self.each = each
        self.busy: Counter[PlayerId] = Counter()
        """How many games every engine plays now."""
        self.playing: dict[K, frozenset[PlayerId]] = {}
        self.waiting: dict[K, frozenset[PlayerId]] = {}
        self._came = 0
        self._ready: list[tuple[int, K]] = []
        self._parked: dict[PlayerId, list[tuple[int, K]]] = {}

    def wait(self, game: K, first: PlayerId, second: PlayerId) -> None:
        """Let a game queue up behind those that came before it."""
        self._came += 1
        self.waiting[game] = frozenset((first, second))
        heappush(self._ready, (self._came, game))

    @property
    def ready(self) -> bool:
        """Whether a game might begin at once."""
        return bool(self._ready) and len(self.playing) < self.most

    def begin(self, most: float = inf) -> list[K]:
        """The games that begin now, so many at most; they have their places until they leave."""
        begun: list[K] = []
        while self.ready and len(begun) < most:
            number, game = heappop(self._ready)
            if game in self.waiting and not self._park(number, game):
                self.playing[game] = self.waiting.pop(game)
                self.busy.update(self.playing[game])
                begun.append(game)
        return begun

    def leave(self, game: K) -> None:
        """Give up the places of a game that is over, or its place in the queue if it never began."""
        engines = self.playing.pop(game, frozenset())
        self.busy.subtract(engines)
        for engine in engines or self.waiting.pop(game, frozenset()):
            self._call(engine)

    def _park(self, number: int, game: K) -> bool:
        """Lay a game aside with the engine that is busy, if one is; the free one may take another."""
        full = [engine for engine in self.waiting[game] if self.busy[engine] >= self.each]
        if not full:
            return False
        heappush(self._parked.setdefault(full[0], []), (number, game))
        for engine in self.waiting[game].difference(full):
            self._call(engine)
        return True

    def _call(self, engine: PlayerId) -> None:
        """Let the oldest game that was laid aside with an engine try again."""
        parked = self._parked.get(engine)
        while parked:
            number, game = heappop(parked)
            if game in self.waiting:
                heappush(self._ready, (number, game))
                return
        self._parked.pop(engine, None)
        if not self.busy[engine]:
            del self.busy[engine]
