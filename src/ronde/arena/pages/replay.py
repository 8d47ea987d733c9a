"""A game as frames, and the file that tells a server which games are being played."""

from __future__ import annotations

import json
import re
import shlex
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypedDict
from xml.parsers.expat import ExpatError, ParserCreate

import msgspec
from msgspec import Meta

from ronde.app.files import live_path
from ronde.arena.games import (
    ALONE,
    BOTH,
    Answer,
    Game,
    GameError,
    GameRecord,
    Leg,
    Outcome,
    Side,
    find_game,
    token,
)
from ronde.formats.files import read_file
from ronde.model.errors import RondeError
from ronde.system import replace_file

# A game as frames: the picture after every ply, with moves, times, clocks and messages.


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


# Checks that an SVG of another process contains shapes and text only: no script, style or address.


_LONGEST: Final = 100_000
"""Maximum number of characters; our largest board has a third of that."""
_DEEPEST: Final = 20
_SHAPES: Final = frozenset({
    "svg", "title", "desc", "g", "rect", "circle", "ellipse", "path", "line", "polyline", "polygon",
    "text", "tspan",
})  # fmt: skip
_MEASURES: Final = frozenset({
    "class", "role", "viewBox", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "width", "height", "rx", "ry",
    "cx", "cy", "r", "d", "points", "transform", "font-size", "aria-hidden",
})  # fmt: skip
"""None of these attributes is an address, a style or a script, or is used by the scripts of a page."""
_SPACE: Final = ("xmlns", "http://www.w3.org/2000/svg")


class _Foreign(ValueError):
    """Something that no picture of ours has."""


def is_plain_picture(svg: str) -> bool:
    """Whether it is one SVG element with nothing in it but shapes and text.

    Every `<` of well-formed XML without declarations begins a tag, and each tag is checked: so a browser that
    parses the same text finds no others.
    """
    if len(svg) > _LONGEST or not svg.startswith("<svg") or "<!" in svg or "<?" in svg:
        return False
    depth = 0

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if name not in _SHAPES or depth > _DEEPEST:
            raise _Foreign(name)
        foreign = attributes.keys() - _MEASURES
        if foreign and any((one, attributes[one]) != _SPACE for one in foreign):
            raise _Foreign(name)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    reader = ParserCreate()
    reader.StartElementHandler, reader.EndElementHandler = begin, end
    try:
        reader.Parse(svg, True)
    except (ExpatError, _Foreign, UnicodeError):
        return False
    return True


# The running games in a file beside the tournament, for a server in another process.


_PACE: Final = 0.25
"""Seconds between two writes; faster games skip positions."""
_LARGEST: Final = 8_000_000
"""Maximum size of the file in bytes."""
_MOST: Final = 256
"""Maximum number of games shown at a time."""

Name = Annotated[str, Meta(max_length=1_000)]
_TWO: Final = Meta(min_length=2, max_length=2)


class LiveClock(TypedDict):
    """The clock of a game."""

    seconds: float
    increment: float
    fixed: bool
    margin: float


class _Content(msgspec.Struct):
    games: list[msgspec.Raw]


class LiveFile:
    """Replaced atomically at most once per interval, removed at the end."""

    def __init__(self, tournament: Path) -> None:
        self.path = live_path(tournament)
        self._games: dict[str, dict[str, Any]] = {}
        self._written = 0.0
        self._finished = False
        self._lock = threading.Lock()

    def due(self) -> bool:
        """Whether the file may be written again."""
        return time.monotonic() - self._written >= _PACE

    def live(self, key: str, game: Mapping[str, Any]) -> None:
        """Show the current state of a game; a finished one is removed, as its record is in the tournament."""
        with self._lock:
            if self._finished:  # other threads may still be playing
                return
            self._games[key] = {"key": key, **game}
            if game["outcome"]:
                del self._games[key]
            self._written = time.monotonic()
            self._write([self._games[name] for name in sorted(self._games)])

    def finish(self) -> None:
        """Remove the file; later updates are not written."""
        with self._lock:
            self._finished = True
            self.path.unlink(missing_ok=True)

    def _write(self, games: list[dict[str, Any]]) -> None:
        replace_file(self.path, json.dumps({"games": games}, ensure_ascii=False).encode(), lasting=False)


class LiveGame(TypedDict):
    """A running game in such a file."""

    key: Annotated[str, Meta(max_length=100)]
    title: Name
    game: Name
    players: Annotated[list[Name], _TWO]
    clock: LiveClock
    left: Annotated[list[Annotated[float, Meta(ge=-1e6, le=1e7)]], _TWO]
    asked: Annotated[list[Literal[1, 2]], Meta(max_length=2)]
    timed: Annotated[list[bool], _TWO]
    since: Annotated[int, Meta(ge=0, le=10**14)]
    ply: Annotated[int, Meta(ge=0, le=10**6)]
    score: Annotated[list[int], _TWO]
    last: Name
    outcome: None
    svg: str
    text: Annotated[str, Meta(max_length=20_000)]


def read_live(path: Path) -> list[dict[str, Any]]:
    """The games of such a file; none if it is missing or unreadable.

    Any program that may write into the folder may write this file, and it is shown on pages: a game of
    another shape, or whose picture does more than draw, is left out.
    """
    try:
        file = msgspec.json.decode(read_file(path, _LARGEST), type=_Content)
    except (RondeError, msgspec.MsgspecError, UnicodeError, RecursionError):
        return []
    return [game for data in file.games[:_MOST] for game in _sound(data)]


def _sound(data: msgspec.Raw) -> list[dict[str, Any]]:
    try:
        game = msgspec.json.decode(data, type=LiveGame)
        marks = side_data(find_game(game["game"]))
    except (msgspec.MsgspecError, UnicodeError, RecursionError, GameError):
        return []
    return [{**game, **marks}] if is_plain_picture(game["svg"]) else []
