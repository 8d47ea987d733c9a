"""The check of a program before it plays: many positions, both sides, and a whole game against random moves.

It returns data; sentences are made of it elsewhere.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, Final

from ronde.arena.games import ALONE, Game, IllegalMove, Side
from ronde.arena.referee.game import Clock, play
from ronde.arena.sandbox import (
    Engine,
    EngineEnding,
    EngineFault,
    InsideEngine,
    MoveRequest,
    Opening,
    Reply,
    Verdict,
    random_player,
)

FULL: Final = 6
SHORT: Final = 1
"""Positions of each kind and side in a short check."""
TELLING: Final = ("start", "anywhere", "last", "five-markers")
"""The stages in which otherwise good programs fail."""
_GAMES: Final = 40
_LONG: Final = 0.5
"""Seconds after which a slow program is not asked again before a tournament."""
_LATE: Final = 3
"""Late answers in a row after which a program is not asked any more: it would delay other checks."""
_NEARLY: Final = 0.8
"""The part of its time that a program may use without a remark."""
_FILES: Final = re.compile(r"no such file|filenotfound|cannot open|can't open|could not open|errno 2\b", re.I)


@dataclass(frozen=True, slots=True)
class Question:
    """A position that a program is asked about: its stage of the game, and how it is written."""

    stage: str
    side: Side
    position: Any
    view: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a program: a `fault` loses games, a `remark` may."""

    level: str
    code: str
    stage: str = ""
    view: str = ""
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass
class Checkup:
    asked: int = 0
    good: int = 0
    slowest: float = 0.0
    memory: int = 0
    """Peak kilobytes, where the kernel tells it."""
    findings: list[Finding] = field(default_factory=list)

    @property
    def fit(self) -> bool:
        return all(one.level != "fault" for one in self.findings)

    def to_dict(self) -> dict[str, Any]:
        return {
            "fit": self.fit,
            "asked": self.asked,
            "good": self.good,
            "slowest": round(self.slowest, 3),
            "kilobytes": self.memory,
            "findings": [asdict(one) for one in self.findings],
        }

    def add(self, finding: Finding) -> None:
        """Record it, unless the same was found before: what happens everywhere is listed once."""
        if all(_same(one) != _same(finding) for one in self.findings):
            self.findings.append(finding)


def _same(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.facts.get("hint") or finding.stage


def questions(game: Game[Any], number: int, seed: int = 1) -> Iterator[Question]:
    """Positions of all stages of a game, for both sides, `number` of each kind."""
    count: dict[tuple[str, Side], int] = {}
    for one in range(_GAMES):
        for question in _random_game(game, Random(f"{seed} {one}")):
            key = question.stage, question.side
            count[key] = count.get(key, 0) + 1
            if count[key] <= number:
                yield question
    for stage, view in game.description.hard:
        position = game.place(view, Random(seed))
        yield Question(stage, min(game.to_move(position)), position, view)


def _random_game(game: Game[Any], chance: Random) -> list[Question]:
    """The positions of a random game."""
    position, asked = game.start(chance), []
    while not game.outcome(position).over:
        sides = sorted(game.to_move(position))
        asked += [(side, position, _sent_anywhere(game, position, side)) for side in sides]
        position = game.play(position, {side: game.any_move(position, side, chance) for side in sides})
    last = len(asked)
    return [
        Question(_stage(at, last, free=free), side, here, game.write(here, ALONE[side]))
        for at, (side, here, free) in enumerate(asked)
    ]


def _sent_anywhere(game: Game[Any], position: Any, side: Side) -> bool:
    return game.description.free_choice(game.moves(position, side))


def _stage(at: int, last: int, *, free: bool) -> str:
    if at < 2:
        return "start"
    if free:
        return "anywhere"
    if at >= last - 2:
        return "last"
    return ("opening", "middle", "end")[min(2, 3 * at // last)]


def _unseen(seconds: float) -> None:
    return None


def first_fault(
    engine: Engine,
    game: Game[Any],
    *,
    seconds: float,
    stages: Collection[str] = ("start",),
    took: Callable[[float], None] = _unseen,
) -> EngineFault | None:
    """The fault that an engine would lose by in a position of each of these stages; None if there is none.

    A slow engine is asked about the first of them only. `took` gets the seconds of each answer, everything
    included.
    """
    asked: set[str] = set()
    try:
        for question in questions(game, 1):
            if question.stage in asked or question.stage not in stages:
                continue
            asked.add(question.stage)
            begun = time.monotonic()
            reply = _answer(engine, game, question, seconds)
            took(time.monotonic() - begun)
            try:
                game.read(question.position, question.side, reply.text)
            except IllegalMove as wrong:
                verdict = Verdict.UNREADABLE if wrong.unreadable else Verdict.ILLEGAL
                return EngineFault(verdict, wrong.reason, reply)
            if reply.seconds > _LONG:
                return None
    except EngineFault as fault:
        return fault
    finally:
        engine.close()
    return None


def check_up(
    open_program: Callable[[], Engine], game: Game[Any], *, seconds: float, number: int = FULL, seed: int = 1
) -> Checkup:
    """Ask a program about everything, and let it play both sides of a game if it has made no fault."""
    result = Checkup()
    engine = open_program()
    try:
        _ask_all(result, engine, game, questions(game, number, seed), seconds)
        if result.fit:
            _again(result, engine, game, seconds, seed)
            _whole_games(result, engine, game, seconds, seed)
        _look(result, engine)
    finally:
        engine.close()
    return result


def _ask_all(
    result: Checkup, engine: Engine, game: Game[Any], asked: Iterable[Question], seconds: float
) -> None:
    """Ask until it is clear that no more answers will come."""
    late = 0
    for question in asked:
        verdict = _ask(result, engine, game, question, seconds)
        late = late + 1 if verdict is Verdict.LATE else 0
        if late == _LATE:
            result.add(Finding("remark", "given-up", facts={"count": late}))
        if late == _LATE or verdict in (Verdict.START, Verdict.REFEREE):
            return


def _answer(engine: Engine, game: Game[Any], question: Question, seconds: float) -> Reply:
    engine.begin(Opening(game.name, question.side))
    deadline = time.monotonic() + seconds + Clock().margin
    ask = MoveRequest(question.view, int(seconds), deadline, question.side, position=question.position)
    try:
        return engine.move(ask)
    finally:  # a remote engine must not wait for the rest of a game that nobody plays
        engine.end(EngineEnding("5", lambda: game.last_call(question.position, question.side, "5")))


def _ask(
    result: Checkup, engine: Engine, game: Game[Any], question: Question, seconds: float
) -> Verdict | None:
    """Ask once; returns the verdict on an answer that would lose."""
    result.asked += 1
    before = {one.code for one in result.findings if one.stage != question.stage}
    try:
        reply = _answer(engine, game, question, seconds)
        game.read(question.position, question.side, reply.text)
    except EngineFault as fault:
        result.add(_fault(game, question, fault, seconds, before))
        return fault.verdict
    except IllegalMove as wrong:
        verdict = Verdict.UNREADABLE if wrong.unreadable else Verdict.ILLEGAL
        result.add(_fault(game, question, EngineFault(verdict, wrong.reason, reply), seconds, before))
        return verdict
    result.good += 1
    result.slowest = max(result.slowest, reply.seconds - reply.taken)
    for code in _remarks(reply, seconds):
        result.add(Finding("remark", code, facts={"seconds": round(reply.seconds, 3), "given": seconds}))
    return None


def _remarks(reply: Reply, seconds: float) -> Iterator[str]:
    text = reply.text
    if "\r" in text:
        yield "carriage-return"
    if not text.endswith("\n"):
        yield "no-newline"
    elif text.strip("\r\n") != text.strip():
        yield "spaces"
    if reply.seconds - reply.taken > _NEARLY * seconds:
        yield "all-the-time"


def _fault(
    game: Game[Any], question: Question, fault: EngineFault, given: float, before: Collection[str]
) -> Finding:
    reply = fault.reply
    facts = {
        "verdict": fault.verdict.value,
        "detail": fault.detail,
        "side": question.side,
        "answer": reply.text,
        "seconds": round(reply.seconds, 3),
        "given": given,
        "messages": reply.messages,
        "hint": _hint(game, question, fault, before),
    }
    return Finding("fault", fault.verdict.value, question.stage, question.view, facts)


def _hint(game: Game[Any], question: Question, fault: EngineFault, before: Collection[str]) -> str:
    """What students usually have done when a program fails like this; empty if unknown.

    `before` has the faults of other positions: a program that fails everywhere does not fail by five boards.
    """
    code, _, status = fault.detail.partition(" ")
    silent = not fault.reply.text.strip()
    if fault.verdict is Verdict.CRASH and code == "status" and silent and _is_move(game, question, status):
        return "exit-status"
    if _FILES.search(fault.reply.messages):
        return "files"
    if question.stage == "five-markers" and fault.verdict.value not in before:
        return "five-markers"
    if fault.verdict is Verdict.LATE:
        return "late"
    if fault.verdict is Verdict.UNREADABLE:
        return "noise"
    return ""


def _is_move(game: Game[Any], question: Question, text: str) -> bool:
    try:
        game.read(question.position, question.side, text)
    except IllegalMove:
        return False
    return True


def _again(result: Checkup, engine: Engine, game: Game[Any], seconds: float, seed: int) -> None:
    """Ask about one position twice: for debugging the answer should be the same."""
    question = next(one for one in questions(game, 1, seed) if one.stage == "start")
    try:
        first, second = (_answer(engine, game, question, seconds).text.split() for _ in range(2))
    except EngineFault:
        return
    if first != second:
        facts = {"first": " ".join(first), "second": " ".join(second)}
        result.add(Finding("remark", "changing", question.stage, question.view, facts))


def _whole_games(result: Checkup, engine: Engine, game: Game[Any], seconds: float, seed: int) -> None:
    for side in (1, 2):
        chance = InsideEngine("random", random_player(game, seed + side))
        engines = (engine, chance) if side == 1 else (chance, engine)
        played = play(game, engines, Clock(seconds, 0.0, fixed=True), seed=seed)
        result.slowest = max(result.slowest, _slowest(played.record.plies, side))
        for fault in played.record.faults:
            if fault.side == side:
                spoilt = played.record.plies[-1][-1]
                facts: dict[str, Any] = {
                    "verdict": fault.code,
                    "detail": fault.detail,
                    "side": side,
                    "answer": spoilt.raw,
                }
                facts |= {"messages": spoilt.messages, "ply": fault.ply, "hint": ""}
                result.add(Finding("fault", fault.code, "game", facts=facts))


def _slowest(plies: Any, side: Side | int) -> float:
    spent = [one.milliseconds - one.taken for ply in plies for one in ply if one.side == side]
    return float(max(spent, default=0.0)) / 1000


def _look(result: Checkup, engine: Engine) -> None:
    """What the sandbox saw: memory, files and processes that were left."""
    result.memory = getattr(engine, "most_memory", 0)
    left = getattr(engine, "left_behind", 0)
    if left:
        result.add(Finding("remark", "left-processes", facts={"count": left}))
    sandbox = getattr(engine, "sandbox", None)
    files = sandbox.files() if sandbox is not None and not sandbox.closed else []
    if files:
        result.add(Finding("remark", "files-written", facts={"names": ", ".join(files[:5])}))
