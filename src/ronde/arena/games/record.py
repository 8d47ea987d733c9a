"""The record of a game: everything needed to show it, replay it, judge it again and resume it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from random import Random
from typing import Any, Final, Generic, Protocol, TypeVar

from ronde.arena.games.base import OPEN, SIDES, BadRecord, Outcome, Side

VERSION: Final = 1

P = TypeVar("P")


class _Rules(Protocol[P]):
    """The part of a game that a replay needs."""

    def place(self, text: str, rng: Random) -> P: ...

    def play(self, position: P, moves: Mapping[Side, str]) -> P: ...


def page_name(game: str, players: Sequence[str]) -> str:
    """The name of the page of a game, with its players in characters that are safe in files and URLs."""
    names = (re.sub(r"[^0-9A-Za-z_]+", "_", name)[:30] for name in players)
    return "-".join((game, *names))


@dataclass(frozen=True, slots=True)
class Answer:
    """What one side answered, and the move it was read as."""

    side: Side
    move: str
    """The canonical move; empty if nothing was played."""
    milliseconds: float = 0.0
    raw: str = ""
    """The answer as it came."""
    messages: str = ""
    """What the program wrote to standard error."""
    repeated: int = 0
    """How often it was asked again because the referee itself was late."""
    taken: float = 0.0
    """Milliseconds in which the machine was busy with something else; they were not charged."""


@dataclass(frozen=True, slots=True)
class RecordedFault:
    """A fault: its code, its ply, and its side; None is the referee's own."""

    code: str
    ply: int
    side: Side | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Frame(Generic[P]):
    """A moment of a replay: the position after `number` plies and the answers that led to it."""

    number: int
    position: P
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was played, from its seed and start to its outcome."""

    game: str
    start: str
    """The whole start position, as the rules write it; a replay needs no randomness."""
    seed: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The switches that are not at their defaults."""
    players: tuple[str, str] = ("", "")
    plies: tuple[tuple[Answer, ...], ...] = ()
    """For each ply the answer of the side that moved, or of both sides at once."""
    faults: tuple[RecordedFault, ...] = ()
    outcome: Outcome = OPEN
    withheld: tuple[Side, ...] = field(default=(), compare=False)
    """The sides whose messages were removed for this reader; not stored."""

    @property
    def fingerprint(self) -> str:
        """Equal for two games with the same start and moves; empty if a fault ended the game."""
        if self.faults or not self.plies:
            return ""
        return sha256(f"{self.game} {self.start} {self.moves}".encode()).hexdigest()[:24]

    @property
    def moves(self) -> list[dict[Side, str]]:
        complete = (ply for ply in self.plies if all(answer.move for answer in ply))
        return [{answer.side: answer.move for answer in ply} for ply in complete]

    def frames(self, rules: _Rules[P]) -> Iterator[Frame[P]]:
        """The start and the position after every ply; a ply spoilt by a fault changes nothing."""
        position = rules.place(self.start, Random(self.seed))
        yield Frame(0, position)
        for number, answers in enumerate(self.plies, start=1):
            if all(answer.move for answer in answers):
                position = rules.play(position, {answer.side: answer.move for answer in answers})
            yield Frame(number, position, answers)

    def resume(self, rules: _Rules[P]) -> P:
        """The position after the recorded moves."""
        position = rules.place(self.start, Random(self.seed))
        for moves in self.moves:
            position = rules.play(position, moves)
        return position

    def quiet(self, heard: Side | None = None) -> GameRecord:
        """The record without standard error of programs, except for one side if it is named."""
        plies = tuple(
            tuple(answer if answer.side == heard else replace(answer, messages="") for answer in ply)
            for ply in self.plies
        )
        return replace(self, plies=plies, withheld=tuple(side for side in SIDES if side != heard))

    def unprinted(self) -> GameRecord:
        """The record without raw answers: a server may print what only its owner should read."""
        plies = tuple(tuple(replace(answer, raw="") for answer in ply) for ply in self.plies)
        return replace(self, plies=plies)

    def to_dict(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "game": self.game,
            "settings": dict(self.settings),
            "players": list(self.players),
            "seed": self.seed,
            "start": self.start,
            "plies": [[_answer_to_dict(answer) for answer in ply] for ply in self.plies],
            "faults": [_fault_to_dict(fault) for fault in self.faults],
            "outcome": _outcome_to_dict(self.outcome),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> GameRecord:
        """The inverse of `to_dict`, or BadRecord."""
        try:
            return _read(data)
        except (KeyError, TypeError, ValueError, AttributeError) as trouble:
            raise BadRecord("bad-record", type(trouble).__name__, detail=str(trouble)) from trouble


def _read(data: Mapping[str, Any]) -> GameRecord:
    if data["version"] != VERSION:
        raise BadRecord("bad-record", "version", version=data["version"])
    first, second = map(_text, data["players"])
    return GameRecord(
        game=_text(data["game"]),
        start=_text(data["start"]),
        seed=int(data["seed"]),
        settings={_text(name): _frozen(value) for name, value in data["settings"].items()},
        players=(first, second),
        plies=tuple(tuple(map(_answer_from_dict, ply)) for ply in data["plies"]),
        faults=tuple(map(_fault_from_dict, data["faults"])),
        outcome=_outcome_from_dict(data["outcome"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _side(value: object) -> Side:
    if value == 1:
        return 1
    if value == 2:
        return 2
    raise ValueError(value)


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _answer_to_dict(answer: Answer) -> dict[str, Any]:
    plain: dict[str, Any] = {"side": answer.side, "move": answer.move, "milliseconds": answer.milliseconds}
    plain["raw"] = answer.raw
    if answer.messages:
        plain["messages"] = answer.messages
    if answer.repeated:
        plain["repeated"] = answer.repeated
    if answer.taken:
        plain["taken"] = answer.taken
    return plain


def _answer_from_dict(data: Mapping[str, Any]) -> Answer:
    return Answer(
        _side(data["side"]),
        _text(data["move"]),
        float(data["milliseconds"]),
        _text(data["raw"]),
        _text(data.get("messages", "")),
        int(data.get("repeated", 0)),
        float(data.get("taken", 0.0)),
    )


def _fault_to_dict(fault: RecordedFault) -> dict[str, Any]:
    return {"code": fault.code, "ply": fault.ply, "side": fault.side, "detail": fault.detail}


def _fault_from_dict(data: Mapping[str, Any]) -> RecordedFault:
    side = None if data["side"] is None else _side(data["side"])
    return RecordedFault(_text(data["code"]), int(data["ply"]), side, _text(data["detail"]))


def _outcome_to_dict(outcome: Outcome) -> dict[str, Any]:
    return {
        "reason": outcome.reason,
        "winner": outcome.winner,
        "score": list(outcome.score),
        "counts": outcome.counts,
    }


def _outcome_from_dict(data: Mapping[str, Any]) -> Outcome:
    winner = None if data["winner"] is None else _side(data["winner"])
    first, second = map(int, data["score"])
    return Outcome(_text(data["reason"]), winner, (first, second), counts=bool(data["counts"]))
