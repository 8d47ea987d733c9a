"""A game as frames: the picture after every ply, with moves, times, clocks and messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ronde.games.door import BOTH, Answer, Game, GameRecord, Outcome, Side, find_game, token

_PIECE: Final = re.compile(r"<[^>]*>[^<]*")
_LONGEST_MESSAGE: Final = 4_000
"""Characters of a message in a page; the record keeps all of it."""


def replay_data(record: GameRecord, clock: Mapping[str, Any], *, title: str = "") -> dict[str, Any]:
    """Everything a replay shows; pieces of pictures that repeat are kept once."""
    game = find_game(record.game, record.settings)
    pieces: dict[str, int] = {}
    left = [clock["seconds"], clock["seconds"]]
    frames = []
    for frame in record.frames(game):
        for answer in frame.answers:
            left[answer.side - 1] = _left_after(left[answer.side - 1], answer, clock)
        picture = _PIECE.findall(game.svg(frame.position, BOTH, f"{title} {frame.number}".strip()))
        frames.append(
            {
                "pieces": [pieces.setdefault(piece, len(pieces)) for piece in picture],
                "text": game.as_text(frame.position, BOTH),
                "answers": [answer_data(answer) for answer in frame.answers],
                "left": [round(one, 1) for one in left],
                "score": list(game.score(frame.position)),
            }
        )
    return {
        "title": title,
        "game": record.game,
        **side_data(game),
        "players": list(record.players),
        "clock": dict(clock),
        "pieces": list(pieces),
        "frames": frames,
        "faults": [{"ply": fault.ply, "code": fault.code, "detail": fault.detail} for fault in record.faults],
        "outcome": outcome_data(record.outcome),
    }


def _left_after(left: float, answer: Answer, clock: Mapping[str, Any]) -> float:
    if clock["fixed"]:
        return float(clock["seconds"])
    if not answer.move:
        return 0.0
    charged = max(0.0, (answer.milliseconds - answer.taken) / 1000 - clock["margin"])
    return float(left - charged + clock["increment"])


def side_data(game: Game[Any]) -> dict[str, Any]:
    """How both sides are marked: the words of their colours, their marks, and what their score counts."""
    about = game.description
    return {
        "colours": list(about.colours),
        "tokens": [token(colour) for colour in about.colours],
        "counts": about.counts,
    }


def answer_data(answer: Answer) -> dict[str, Any]:
    """An answer with its messages cut to what a page can show."""
    return {
        "side": answer.side,
        "move": answer.move,
        "ms": round(answer.milliseconds, 1),
        "raw": answer.raw[:200],
        "messages": answer.messages[:_LONGEST_MESSAGE],
        "repeated": answer.repeated,
        "taken": round(answer.taken, 1),
    }


def outcome_data(outcome: Outcome) -> dict[str, Any] | None:
    """How a game ended; None while it goes on."""
    if not outcome.over:
        return None
    return {
        "reason": outcome.reason,
        "winner": outcome.winner,
        "score": list(outcome.score),
        "counts": outcome.counts,
    }


def position_data(game: Game[Any], position: Any, eyes: frozenset[Side] = BOTH) -> dict[str, str]:
    """One position as a picture and as text, with the secrets of the sides in `eyes` only."""
    return {"svg": game.svg(position, eyes), "text": game.as_text(position, eyes)}
