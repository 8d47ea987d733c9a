"""A game as frames: the picture after every ply, with moves, times, clocks and messages."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ronde.games.door import ALONE, BOTH, Answer, Game, GameRecord, Leg, Outcome, Side, find_game, token

_PIECE: Final = re.compile(r"<[^>]*>[^<]*")
_LONGEST_MESSAGE: Final = 4_000
"""Maximum number of characters of a message in a page; the record has all of it."""


def replay_data(record: GameRecord, clock: Mapping[str, Any], *, title: str = "") -> dict[str, Any]:
    """Everything a replay shows; repeated parts of pictures are stored once."""
    game = find_game(record.game, record.settings)
    pieces: dict[str, int] = {}
    left = [clock["seconds"], clock["seconds"]]
    frames = []
    for frame in record.frames(game):
        given = tuple(left)
        for answer in frame.answers:
            left[answer.side - 1] = _left_after(left[answer.side - 1], answer, clock)
        spoilt = any(not answer.move for answer in frame.answers)
        picture = _PIECE.findall(game.svg(frame.position, BOTH, f"{title} {frame.number}".strip()))
        frames.append(
            {
                "pieces": [pieces.setdefault(piece, len(pieces)) for piece in picture],
                "text": game.as_text(frame.position, BOTH),
                "answers": [answer_data(answer) for answer in frame.answers],
                "left": [round(one, 1) for one in left],
                "score": list(game.score(frame.position)),
                **_asking(game, frame.position, given if spoilt else left),
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
        "sum": _sum(game, record.outcome, left),
        "settings": dict(record.settings),
        "tried": game.description.tried,
        "withheld": list(record.withheld),
    }


def _asking(game: Game[Any], position: Any, left: Sequence[float]) -> dict[str, Any]:
    """The position on one line, and the input of a program that is asked for the next move."""
    asked = sorted(game.to_move(position))
    if not asked:
        return {"position": game.write(position), "asked": 0, "arguments": ""}
    side = asked[0]
    view = game.write(position, ALONE[side])
    words = game.description.given(view, int(left[side - 1]), side)
    return {"position": game.write(position), "asked": side, "arguments": command_words(words)}


def command_words(words: Sequence[str]) -> str:
    """Arguments of a command line, in double quotes where that is safe."""
    return " ".join(word if shlex.quote(word) == word else _quoted(word) for word in words)


def _quoted(text: str) -> str:
    return shlex.quote(text) if set(text) & set('"$`\\!') else f'"{text}"'


def _sum(game: Game[Any], outcome: Outcome, left: Sequence[float]) -> list[int]:
    """The points of one game of a match from the first side's view: won, markers, seconds; or nothing."""
    if game.description.match_score is None or not outcome.over or not outcome.counts:
        return []
    return list(Leg(1, outcome, (int(left[0]), int(left[1]))).terms)


def _left_after(left: float, answer: Answer, clock: Mapping[str, Any]) -> float:
    if clock["fixed"]:
        return float(clock["seconds"])
    if not answer.move:
        return 0.0
    charged = max(0.0, (answer.milliseconds - answer.taken) / 1000 - clock["margin"])
    return float(left - charged + clock["increment"])


def side_data(game: Game[Any]) -> dict[str, Any]:
    """The marks of both sides: the words of their colours, their marks, and what their score counts."""
    about = game.description
    return {
        "colours": list(about.colours),
        "tokens": [token(colour) for colour in about.colours],
        "counts": about.counts,
    }


def course_of(replay: dict[str, Any]) -> dict[str, Any]:
    """The course of a game: scores and times by move, and the moves marked as slow or wrong."""
    frames, clock = replay["frames"], replay["clock"]
    limit = clock["seconds"] * (500 if clock["fixed"] else 50)
    times = [[(answer["side"], charged(answer)) for answer in frame["answers"]] for frame in frames[1:]]
    slow = {
        number
        for number, frame in enumerate(frames)
        if any(not answer["move"] or charged(answer) > limit for answer in frame["answers"])
    }
    return {"scores": [frame["score"] for frame in frames], "times": times, "slow": slow}


def charged(answer: Mapping[str, Any]) -> float:
    """The milliseconds of an answer that are charged to its side."""
    return max(0.0, float(answer["ms"] - answer["taken"]))


def answer_data(answer: Answer) -> dict[str, Any]:
    """An answer with its messages cut to what a page shows."""
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
    """One position as a picture and as text, with the hidden information of the sides in `eyes` only."""
    return {"svg": game.svg(position, eyes), "text": game.as_text(position, eyes)}
