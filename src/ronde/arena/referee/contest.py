"""A competition of two over many games, both sides of every opening, until a number or a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from ronde.arena.referee.game import GameState, Played, go_on
from ronde.arena.referee.roster import Roster, Task
from ronde.arena.referee.series import GameLoop, LocalPool
from ronde.arena.sandbox import Engine
from ronde.standings.ratings import Sprt


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


class ContestPool(LocalPool):
    """Keeps its engines from game to game, and plays both games of an opening by one seed."""

    keep = True

    def _game(self, roster: Roster, task: Task, engines: tuple[Engine, Engine]) -> Played:
        if begun := self._begun(task):
            state = GameState.resume(begun, roster.rules, roster.clock)
        else:
            names, start = (engines[0].name, engines[1].name), roster.start_of(task.round, task.leg)
            seed = Random(f"{roster.seed} {(task.leg - 1) // 2}").randrange(2**53)
            state = GameState(roster.rules, roster.clock, seed=seed, players=names, start=start)
        return go_on(state, engines, watch=self._watch(task), jail=roster.jail.kind)


class Contest(GameLoop):
    """The games of the two entrants of a roster, who take turns in moving first."""

    def __init__(self, roster: Roster, pool: ContestPool, note: Note, sprt: Sprt | None = None) -> None:
        super().__init__(pool)
        self.score = ContestScore()
        self._roster = roster
        self._note = note
        self._sprt = sprt
        self._left = iter(range(1, roster.rule.games + 1))

    @property
    def _decided(self) -> bool:
        played = self.score.games + self.score.annulled
        test = self._sprt is not None and self._sprt.verdict(self.score.pairs) != "open"
        return test or played == self._roster.rule.games

    @property
    def over(self) -> bool:
        return self._decided and not self._pool.busy

    def _ready(self) -> Iterator[Sequence[Task]]:
        one, other = (entrant.id for entrant in self._roster.entrants)
        while not self._decided and (number := next(self._left, 0)):
            yield [Task(1, 1, number, *((one, other) if number % 2 else (other, one)))]

    def _end(self, task: Task, played: Played) -> None:
        self.score.add(task.leg, played)
        self._note(task.leg, played, self.score)
