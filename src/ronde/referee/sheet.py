"""The state of a running game: position, clocks and answers so far.

It does no I/O and never waits, so that a blocking referee and one with thousands of connections can both use
it.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from ronde.engines.door import EngineFault, MoveRequest, Reply, Verdict
from ronde.games.door import (
    ALONE,
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
    switches,
)
from ronde.referee.clock import Clock

_ROUNDING: Final = 1e-6
"""Seconds by which a difference of two times may be wrong."""


class Sheet:
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
    def resume(cls, record: GameRecord, game: Game[Any], clock: Clock) -> Sheet:
        """The state of an interrupted game, with its clocks as they were."""
        sheet = cls(game, clock, seed=record.seed, players=record.players, start=record.start)
        for ply in record.plies:
            if all(answer.move for answer in ply):
                sheet._write(ply)
        return sheet

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
