"""One game from its first move to its outcome, with a blocking wait for each answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ronde.engines.door import Engine, EngineEnding, EngineFault, Opening, Verdict
from ronde.games.door import SIDES, Game, GameRecord, Side, status
from ronde.referee.clock import Clock
from ronde.referee.sheet import Sheet

Watcher = Callable[[Sheet], None]
"""Called with the state of the game after every ply and at the end."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its record, its clock, and the whole seconds left to both sides."""

    record: GameRecord
    clock: Clock
    seconds: tuple[int, int]
    jail: int = -1
    """The tier of the sandbox; -1 if none was used."""

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
    sheet = Sheet(game, clock, seed=seed, players=(engines[0].name, engines[1].name), start=start)
    return go_on(sheet, engines, watch=watch, jail=jail)


def go_on(
    sheet: Sheet, engines: tuple[Engine, Engine], *, watch: Watcher | None = None, jail: int = -1
) -> Played:
    """Play a game from its current state to the end."""
    try:
        _begin(sheet, engines)
        if watch is not None and not sheet.outcome.over:
            watch(sheet)
        _ask_in_turn(sheet, engines, watch)
    finally:
        _end(sheet, engines)
    return Played(sheet.record, sheet.clock, (int(sheet.left[0]), int(sheet.left[1])), jail)


def _begin(sheet: Sheet, engines: tuple[Engine, Engine]) -> None:
    for side in SIDES:
        try:
            engines[side - 1].begin(Opening(sheet.game.name, side, opponent=engines[2 - side].name))
        except EngineFault as fault:
            sheet.fault(side, fault)
            return
        except Exception as trouble:  # any exception here is a failure of the referee and must not count
            sheet.fault(side, EngineFault(Verdict.REFEREE, repr(trouble)))
            return


def _ask_in_turn(sheet: Sheet, engines: tuple[Engine, Engine], watch: Watcher | None) -> None:
    while asked := sheet.asked:
        _ask(sheet, asked[0], engines[asked[0] - 1])
        if watch is not None and not sheet.outcome.over:
            watch(sheet)
    if watch is not None:
        watch(sheet)


def _ask(sheet: Sheet, side: Side, engine: Engine) -> None:
    timed = engine.timed
    try:
        reply = engine.move(sheet.ask(side, time.monotonic(), timed=timed))
    except EngineFault as fault:
        sheet.fault(side, fault)
    except Exception as trouble:
        sheet.fault(side, EngineFault(Verdict.REFEREE, repr(trouble)))
    else:
        sheet.answer(side, reply, timed=timed)


def _end(sheet: Sheet, engines: tuple[Engine, Engine]) -> None:
    guilty = next((fault.side for fault in sheet.faults), None)
    for side in SIDES:
        code = status(sheet.outcome, side, at_fault=guilty)
        engines[side - 1].end(EngineEnding(code, partial(sheet.last_call, side, code)))
