"""A contest of two engines over many games, both sides of every opening, until a number or a verdict."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from random import Random
from typing import Any

from ronde.arena.games import Game
from ronde.arena.referee.game import Clock, GameState, Played, Watcher, go_on, play
from ronde.arena.sandbox import Engine
from ronde.standings.ratings import Sprt

Pair = tuple[Engine, Engine]


@dataclass(frozen=True, slots=True)
class ContestPlan:
    """What is played: the rules, the clock, the openings in turn, and the maximal number of games."""

    game: Game[Any]
    clock: Clock
    games: int = 1
    openings: Sequence[str] = ("",)
    seed: int = 1
    sprt: Sprt | None = None
    jail: int = -1
    begun: GameState | None = None
    """The first game, if it was begun before."""


@dataclass
class ContestScore:
    """The games so far from the side of the first engine."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    annulled: int = 0
    repeated: list[tuple[int, int]] = field(default_factory=list)
    """Games that repeat an earlier one, and which; they are counted, but not in the ratings."""
    distinct: Counter[float] = field(default_factory=Counter)
    """The distinct games by the points of the first engine."""
    _seen: dict[tuple[int, str], int] = field(default_factory=dict)
    pairs: Counter[float] = field(default_factory=Counter)
    """Pairs of games on the same opening, by their mean score."""
    _half: dict[int, float] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """Games that count."""
        return self.wins + self.draws + self.losses

    def add(self, number: int, played: Played) -> None:
        """Count a game; in even games the second engine had the first move."""
        outcome = played.record.outcome
        if not outcome.counts:
            self.annulled += 1
            return
        first = 1 if number % 2 else 2
        points = 0.5 if outcome.winner is None else float(outcome.winner == first)
        self.wins, self.draws, self.losses = (
            self.wins + (points == 1),
            self.draws + (points == 0.5),
            self.losses + (points == 0),
        )
        if self._repeats(number, first, played.record.fingerprint):
            return
        self.distinct[points] += 1
        pair = (number - 1) // 2
        if pair in self._half:
            self.pairs[(self._half.pop(pair) + points) / 2] += 1
        else:
            self._half[pair] = points

    def _repeats(self, number: int, first: int, moves: str) -> bool:
        before = self._seen.setdefault((first, moves), number) if moves else number
        if before != number:
            self.repeated.append((number, before))
        return before != number


Note = Callable[[int, Played, ContestScore], None]
Watch = Callable[[int], Watcher | None]


class Contest:
    """Threads that play game after game, each with its own engines."""

    def __init__(self, plan: ContestPlan, open_pair: Callable[[], Pair], *, note: Note, watch: Watch) -> None:
        self.plan = plan
        self.score = ContestScore()
        self._open_pair = open_pair
        self._note = note
        self._watch = watch
        self._next = 1
        self._lock = threading.Lock()
        self._pairs: list[Pair] = []
        self._stopping = False
        self._pausing = False

    @property
    def paused(self) -> bool:
        """Whether games were left out because of a pause."""
        return self._pausing and self._next <= self.plan.games

    def pause(self) -> None:
        """Begin no further game, so that `run` ends with those being played; safe in a signal handler."""
        self._pausing = True

    def run(self, jobs: int = 1) -> ContestScore:
        """Play everything; an interruption stops all running games."""
        if jobs == 1:  # in this thread, where Ctrl-C also interrupts somebody who is asked to press Enter
            self._work()
            return self.score
        with ThreadPoolExecutor(jobs) as threads:
            workers = [threads.submit(self._work) for _ in range(jobs)]
            try:
                for worker in as_completed(workers):
                    worker.result()
            except BaseException:
                self._stop()
                raise
        return self.score

    def _work(self) -> None:
        pair = self._open_pair()
        with self._lock:
            self._pairs.append(pair)
        try:
            while number := self._take():
                played = self._play(number, pair)
                with self._lock:
                    if not self._stopping:
                        self.score.add(number, played)
                        self._note(number, played, self.score)
        finally:
            for engine in pair:
                engine.close()

    def _take(self) -> int:
        """The number of the next game; 0 if none is left or the test has ended."""
        with self._lock:
            test = self.plan.sprt
            decided = test is not None and test.verdict(self.score.pairs) != "open"
            if self._stopping or self._pausing or decided or self._next > self.plan.games:
                return 0
            self._next += 1
            return self._next - 1

    def _play(self, number: int, pair: Pair) -> Played:
        plan = self.plan
        opening = (number - 1) // 2
        chance = Random(f"{plan.seed} {opening}").randrange(2**53)
        engines = pair if number % 2 else (pair[1], pair[0])
        start = plan.openings[opening % len(plan.openings)]
        watch = self._watch(number)
        if number == 1 and plan.begun is not None:
            return go_on(plan.begun, engines, watch=watch, jail=plan.jail)
        return play(plan.game, engines, plan.clock, seed=chance, start=start, watch=watch, jail=plan.jail)

    def _stop(self) -> None:
        self._stopping = True
        for pair in self._pairs:
            for engine in pair:
                engine.abort()
