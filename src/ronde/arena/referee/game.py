"""One game: clocks, the state of a running game, and playing it to its end."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

from ronde.arena.games import (
    ALONE,
    SIDES,
    Answer,
    Call,
    Game,
    GameRecord,
    IllegalMove,
    Outcome,
    RecordedFault,
    Side,
    annulled,
    forfeit,
    status,
    switches,
)
from ronde.arena.sandbox import (
    MARGIN,
    Engine,
    EngineEnding,
    EngineFault,
    MoveRequest,
    Opening,
    Reply,
    Verdict,
)

# Clocks: a fixed time per move, or a time for the game with an increment.


_TIME: Final = r"(?:(\d{1,4}):)?(\d{1,6}(?:\.\d{1,3})?)"
_FIXED: Final = re.compile(_TIME + r"/move")
_TOTAL: Final = re.compile(_TIME + r"(?:\+(\d{1,5}(?:\.\d{1,3})?))?")


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of each side: 15 minutes and 30 seconds a move unless said otherwise (manual 003).

    The margin is added to every move and never charged: it is the referee's own uncertainty.
    """

    seconds: float = 900.0
    increment: float = 30.0
    fixed: bool = False
    """Whether the seconds are for each move alone, as with the manuals' defi and TimeOut."""
    margin: float = MARGIN

    def allowance(self, left: float) -> float:
        """How long a side with that much time left may take for its move, margin included."""
        return left + self.margin

    def charged(self, elapsed: float) -> float:
        return max(0.0, elapsed - self.margin)

    def after(self, left: float, elapsed: float) -> float:
        return self.seconds if self.fixed else left - self.charged(elapsed) + self.increment

    def __str__(self) -> str:
        if self.fixed:
            return f"{self.seconds:g}/move"
        whole, rest = divmod(self.seconds, 60)
        minutes = f"{whole:g}:{rest:04.1f}" if rest % 1 else f"{whole:g}:{rest:02g}"
        return f"{minutes}+{self.increment:g}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "seconds": self.seconds,
            "increment": self.increment,
            "fixed": self.fixed,
            "margin": self.margin,
        }


def parse_clock(text: str) -> Clock:
    """Parse `15:00+30`, `900+30`, `60` or `5/move`; ValueError otherwise.

    >>> str(parse_clock("900+30")), str(parse_clock("5/move"))
    ('15:00+30', '5/move')
    """
    if match := _FIXED.fullmatch(text.strip()):
        return Clock(_positive(match[1], match[2]), 0.0, fixed=True)
    match = _TOTAL.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return Clock(_positive(match[1], match[2]), float(match[3] or 0))


def _positive(minutes: str | None, seconds: str) -> float:
    total = 60 * int(minutes or 0) + float(seconds)
    if total <= 0 or (minutes and float(seconds) >= 60):
        raise ValueError(seconds)
    return total


# The state of a running game: position, clocks and answers so far.
#
# It does no I/O and never waits, so that a blocking referee and one with thousands of connections can both
# use
# it.


_ROUNDING: Final = 1e-6
"""Seconds by which a difference of two times may be wrong."""


class GameState:
    def __init__(
        self,
        game: Game[Any],
        clock: Clock,
        *,
        seed: int,
        players: tuple[str, str] = ("", ""),
        start: str = "",
    ) -> None:
        self.game = game
        self.clock = clock
        self.seed = seed
        self.players = players
        chance = Random(seed)
        self.position: Any = game.place(start, chance) if start else game.start(chance)
        self.start = game.write(self.position)
        self.left = [clock.seconds, clock.seconds]
        self.plies: list[tuple[Answer, ...]] = []
        self.faults: list[RecordedFault] = []
        self.outcome: Outcome = game.outcome(self.position)
        self._answers: dict[Side, Answer] = {}
        self._repeated: Counter[Side] = Counter()
        self._last_seen: dict[Side, Any] = {}
        """The position in which each side gave its last answer, right or wrong."""
        self.asked: list[Side] = self._awaited()
        """The sides whose answer is awaited."""

    @classmethod
    def resume(cls, record: GameRecord, game: Game[Any], clock: Clock) -> GameState:
        """The state of an interrupted game, with its clocks as they were."""
        state = cls(game, clock, seed=record.seed, players=record.players, start=record.start)
        for ply in record.plies:
            if all(answer.move for answer in ply):
                state._write(ply)
        return state

    def _awaited(self) -> list[Side]:
        return [] if self.outcome.over else sorted(self.game.to_move(self.position))

    def ask(self, side: Side, now: float, *, timed: bool = True) -> MoveRequest:
        """The request to a side, whose clock starts now."""
        left = self.left[side - 1]
        deadline = now + self.clock.allowance(left) if timed else float("inf")
        view = self.game.write(self.position, ALONE[side])
        return MoveRequest(view, int(left), deadline, side, len(self.plies) + 1, position=self.position)

    def repeat(self, side: Side) -> None:
        """Record that a move is requested again, after a restart."""
        self._repeated[side] += 1

    def answer(self, side: Side, reply: Reply, *, timed: bool = True) -> None:
        """Take an answer; when all sides asked have answered, the moves are played."""
        if timed and reply.seconds - reply.taken > self.clock.allowance(self.left[side - 1]) + _ROUNDING:
            return self.fault(side, EngineFault(Verdict.LATE, reply=reply))
        try:
            move = self.game.read(self.position, side, reply.text)
        except IllegalMove as wrong:
            verdict = Verdict.UNREADABLE if wrong.unreadable else Verdict.ILLEGAL
            return self.fault(side, EngineFault(verdict, wrong.reason, reply))
        milliseconds = round(reply.seconds * 1000, 3) if timed else 0.0
        repeated = self._repeated.pop(side, 0) if self._repeated else 0
        taken = round(reply.taken * 1000, 3) if timed and reply.taken else 0.0
        answer = Answer(side, move, milliseconds, reply.text, reply.messages, repeated, taken)
        if self.asked == [side] and not self._answers:  # as in nearly every game
            self._write((answer,))
            return None
        self._answers[side] = answer
        self.asked.remove(side)
        if not self.asked:
            self._write(tuple(self._answers[known] for known in sorted(self._answers)))
        return None

    def _write(self, ply: tuple[Answer, ...]) -> None:
        before = self.position
        self.position = self.game.play(before, {answer.side: answer.move for answer in ply})
        for answer in ply:
            self._last_seen[answer.side] = before
            at = answer.side - 1
            self.left[at] = self.clock.after(self.left[at], (answer.milliseconds - answer.taken) / 1000)
        self.plies.append(ply)
        self._answers.clear()
        self.outcome = self.game.outcome(self.position)
        self.asked = self._awaited()

    def fault(self, side: Side, fault: EngineFault) -> None:
        """End the game by a fault: the side loses with an empty clock; nobody does if it is the referee's."""
        self.asked = []
        self._last_seen[side] = self.position
        reply = fault.reply
        milliseconds, repeated = round(reply.seconds * 1000, 3), self._repeated.pop(side, 0)
        taken = round(reply.taken * 1000, 3)
        spoilt = Answer(side, "", milliseconds, reply.text, reply.messages, repeated, taken)
        given = [self._answers[known] for known in sorted(self._answers)]
        self.plies.append((*given, spoilt))
        score = self.game.score(self.position)
        guilty = None if fault.verdict is Verdict.REFEREE else side
        self.faults.append(RecordedFault(fault.verdict.value, len(self.plies), guilty, fault.detail))
        if guilty is None:
            self.outcome = annulled(fault.verdict.value, score)
        else:
            self.left[side - 1] = 0.0
            self.outcome = forfeit(side, fault.verdict.value, score)

    def status(self, side: Side) -> str:
        """What the engine of a side is told at the end."""
        return status(self.outcome, side, at_fault=next((fault.side for fault in self.faults), None))

    def last_call(self, side: Side, status: str) -> Call:
        """What an engine is sent after the end; it keeps the Turn of its last answer (spec GEN-4)."""
        seen = self._last_seen.get(side)
        turn = str(side) if seen is None else self.game.call(seen, side)["Turn"]
        return {**self.game.last_call(self.position, side, status), "Turn": turn}

    @property
    def record(self) -> GameRecord:
        return GameRecord(
            game=self.game.name,
            start=self.start,
            seed=self.seed,
            settings=switches(self.game),
            players=self.players,
            plies=tuple(self.plies),
            faults=tuple(self.faults),
            outcome=self.outcome,
        )


# One game from its first move to its outcome, with a blocking wait for each answer.


Watcher = Callable[[GameState], None]
"""Called with the state of the game after every ply and at the end."""


def all_watchers(*watchers: Watcher | None) -> Watcher:
    """Several observers of one game as one."""
    present = [watcher for watcher in watchers if watcher is not None]

    def watch(state: GameState) -> None:
        for watcher in present:
            watcher(state)

    return watch


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its record, its clock, and the whole seconds left to both sides."""

    record: GameRecord
    clock: Clock
    seconds: tuple[int, int]
    jail: int = -1
    """The number of its `SandboxKind`; -1 if no program of this machine played."""

    @classmethod
    def of(cls, state: GameState, jail: int = -1) -> Played:
        return cls(state.record, state.clock, (int(state.left[0]), int(state.left[1])), jail)

    def to_dict(self) -> dict[str, Any]:
        return {
            "record": self.record.to_dict(),
            "clock": self.clock.to_dict(),
            "seconds": list(self.seconds),
            "jail": self.jail,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Played:
        first, second = map(int, data["seconds"])
        clock, record = Clock(**data["clock"]), GameRecord.from_dict(data["record"])
        return cls(record, clock, (first, second), int(data["jail"]))


def play(
    game: Game[Any],
    engines: tuple[Engine, Engine],
    clock: Clock,
    *,
    seed: int,
    start: str = "",
    watch: Watcher | None = None,
    jail: int = -1,
) -> Played:
    """Play one game; whatever the engines do, it ends with an outcome and a reason."""
    state = GameState(game, clock, seed=seed, players=(engines[0].name, engines[1].name), start=start)
    return go_on(state, engines, watch=watch, jail=jail)


def go_on(
    state: GameState, engines: tuple[Engine, Engine], *, watch: Watcher | None = None, jail: int = -1
) -> Played:
    """Play a game from its current state to the end."""
    try:
        _begin(state, engines)
        if watch is not None and not state.outcome.over:
            watch(state)
        _ask_in_turn(state, engines, watch)
    finally:
        _end(state, engines)
    return Played.of(state, jail)


def _begin(state: GameState, engines: tuple[Engine, Engine]) -> None:
    for side in SIDES:
        try:
            engines[side - 1].begin(Opening(state.game.name, side, opponent=engines[2 - side].name))
        except Exception as trouble:
            state.fault(side, fault_of(trouble))
            return


def _ask_in_turn(state: GameState, engines: tuple[Engine, Engine], watch: Watcher | None) -> None:
    while asked := state.asked:
        _ask(state, asked[0], engines[asked[0] - 1])
        if watch is not None and not state.outcome.over:
            watch(state)
    if watch is not None:
        watch(state)


def _ask(state: GameState, side: Side, engine: Engine) -> None:
    timed = engine.timed
    try:
        reply = engine.move(state.ask(side, time.monotonic(), timed=timed))
    except Exception as trouble:
        state.fault(side, fault_of(trouble))
    else:
        state.answer(side, reply, timed=timed)


def fault_of(trouble: Exception) -> EngineFault:
    """A fault of the engine; any other exception is a failure of the referee and must not count."""
    return trouble if isinstance(trouble, EngineFault) else EngineFault(Verdict.REFEREE, repr(trouble))


def _end(state: GameState, engines: tuple[Engine, Engine]) -> None:
    for side in SIDES:
        code = state.status(side)
        engines[side - 1].end(EngineEnding(code, partial(state.last_call, side, code)))
