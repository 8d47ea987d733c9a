"""The folder `web`: pages that follow a run and are written without delaying it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from ronde.arena.games import BOTH, NOBODY, Answer, Game, GameRecord, Outcome, Side, page_name
from ronde.arena.pages.replay import LiveFile, course_of, outcome_data, position_data, replay_data, side_data
from ronde.arena.pages.text import main_title, match_score, round_title, section_title
from ronde.render.charts import BracketPart, Fixture, TieSide, bracket_slide, score_chart, tree
from ronde.render.shell import FONTS, SHARED, data_script, other_name, page
from ronde.system import replace_file

# The bracket of a cup of programs: from the scoreboard's data to the chart.


def with_trees(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data with a chart of every part of the cup; the page adds the translated heads."""
    if not data.get("bracket"):
        return dict(data)
    sections = [{**part, "tree": _drawn(part["rounds"], data)} for part in data["sections"] if part["rounds"]]
    return {**data, "tree": _drawn(data["bracket"], data), "sections": sections}


def _drawn(columns: Sequence[Sequence[Mapping[str, Any]]], data: Mapping[str, Any]) -> str:
    return tree(_fixtures(columns, data), ["…"] * len(columns))


def _fixtures(columns: Sequence[Sequence[Mapping[str, Any]]], data: Mapping[str, Any]) -> list[list[Fixture]]:
    return [[_fixture(tie, data) for tie in ties] for ties in columns]


def slide(board: Mapping[str, Any], language: str) -> str:
    """Every part of a cup as one picture."""
    data = {**board, "live": ()}
    titles = [
        main_title(data, place, len(data["bracket"]), language) for place in range(len(data["bracket"]))
    ]
    parts = [BracketPart(data["title"], _fixtures(data["bracket"], data), titles)]
    for part in data["sections"]:
        rounds = [round_title(number, language) for number in part["numbers"]]
        parts.append(BracketPart(section_title(part, language), _fixtures(part["rounds"], data), rounds))
    return bracket_slide(parts)


def _fixture(tie: Mapping[str, Any], data: Mapping[str, Any]) -> Fixture:
    feeds = tuple((at, row) for at, row in tie["feeds"])
    if tie["bye"]:
        return Fixture((TieSide(tie["players"][0]), TieSide("—")), feeds, "alone")
    place = f"{tie['round']}-{tie['table']}"
    live = any(key.rpartition("-")[0] == place for key in data["live"])
    link = f"direct.html?game={place}" if live else f"#m{place}" if tie["table"] else ""
    return Fixture((_seat(tie, 0, data), _seat(tie, 1, data)), feeds, "on" if live else "", link)


def _seat(tie: Mapping[str, Any], at: int, data: Mapping[str, Any]) -> TieSide:
    won = tie["winner"]
    state: Literal["", "won", "out"] = "" if not won else "won" if won == at + 1 else "out"
    seed = tie["seeds"][at]
    return TieSide(tie["players"][at] or "…", str(seed or ""), _score(tie, at, data), state)


def _score(tie: Mapping[str, Any], at: int, data: Mapping[str, Any]) -> str:
    if not tie["games"]:
        return ""
    if data["scored"]:
        return f"{tie['tally']['total'] * (-1 if at else 1):+,}".replace(",", "\u202f").replace("-", "−")
    return match_score(tie, scored=False).split("-")[at]


# The folder `web`: pages that follow a run and are written without delaying it.


_PACE: Final = 0.2
"""Seconds between two writes of the live page; faster games skip positions."""
_NAMES: Final = {"direct": "aap-direct", "partie": "aap-partie", "tournoi": "aap-standalone"}
"""The names of the pages in manual 003."""
_STOPPED: Final = ("crash", "referee")
"""The apparent ending of games that the referee itself stopped."""


class RunPages:
    """The three pages of a run; every file is replaced atomically, so a browser never reads half of one."""

    def __init__(self, folder: Path, language: str, *, alone: bool = True) -> None:
        self.folder = folder
        self.language = language
        self.alone = alone
        """Whether the games belong to no tournament, so that no page links to one."""
        self._games: dict[str, dict[str, Any]] = {}
        self._before: dict[str, dict[str, Any]] = {}
        """Finished games, as they were before."""
        self._board: dict[str, Any] | None = None
        self._written = 0.0
        self._lock = threading.Lock()
        self._furnish()

    def _furnish(self) -> None:
        """Write the static files; an earlier replay stays until there is a newer one."""
        (self.folder / "parties").mkdir(parents=True, exist_ok=True)
        for name in FONTS:
            replace_file(self.folder / name, (SHARED / name).read_bytes(), lasting=False)
        for kind in ("direct", "partie") if self.alone else _NAMES:
            source = f"{kind}-data.js"
            self._write(f"{kind}.html", page(kind, self.language, source=source, alone=self.alone))
            self._write(f"{_NAMES[kind]}.html", other_name(f"{kind}.html"))
        # an existing one may be somebody else's
        if not self.alone and not (self.folder / "index.html").exists():
            self._write("index.html", other_name("tournoi.html"))
        self._write("direct-data.js", data_script({"over": False, "games": []}))
        if not (self.folder / "partie-data.js").exists():
            self._write("partie-data.js", data_script(None))

    def due(self) -> bool:
        """Whether the live page may be written again."""
        return time.monotonic() - self._written >= _PACE

    def live(self, key: str, game: Mapping[str, Any], *, over: bool = False) -> None:
        """Show the current state of a game."""
        with self._lock:
            known = key in self._games
            if known and game["outcome"] and not self._games[key]["outcome"]:
                self._before[key] = self._games[key]
            self._games[key] = {"key": key, **game}
            running = [shown for shown in self._games.values() if not shown["outcome"]]
            self._games = {shown["key"]: shown for shown in running[-8:]} | {key: self._games[key]}
            self._written = time.monotonic()
            self._write_live({"over": over})
            if not known:
                self._write_board()

    def finish(self, *, interrupted: bool = False) -> None:
        """Tell the pages that the run is over, and whether games were left unplayed."""
        with self._lock:
            state = {"over": True, "interrupted": interrupted}
            if interrupted:
                self._games |= {key: self._before[key] for key in self._cut_off()}
            self._write_live(state)
            if self._board is not None and interrupted:
                self._board |= state
                self._games.clear()
                self._write_board()

    def _cut_off(self) -> list[str]:
        """Games that ended because the run was stopped: they are not stored and will be continued."""
        ended = [one for one in self._games.values() if one["outcome"] and "address" not in one]
        keys = [one["key"] for one in ended if one["outcome"].get("reason") in _STOPPED]
        return [key for key in keys if key in self._before]

    def replay(self, name: str, record: GameRecord, clock: Mapping[str, Any], title: str) -> str:
        """Write the replay of a game as a page of its own, and show it as the latest; returns its address."""
        file = page_name(name, record.players)
        data = {"over": True, "name": file, **replay_data(record, clock, title=title)}
        course = course_of(data)
        data["tide"] = score_chart(
            course["scores"],
            course["times"],
            title,
            counts=data["counts"],
            slow=course["slow"],
            colours=(data["colours"][0], data["colours"][1]),
        )
        address = f"parties/{file}.html"
        with self._lock:
            made = page("partie", self.language, data=data, root="../", alone=self.alone)
            self._write(address, made)
            self._write("partie-data.js", data_script(data))
            if name in self._games:
                self._games[name]["address"] = address
        return address

    def has_replay(self, name: str, players: Sequence[str]) -> bool:
        """Whether the replay of a game was written before."""
        return (self.folder / "parties" / f"{page_name(name, players)}.html").exists()

    def tournament(self, data: Mapping[str, Any]) -> None:
        """Show the bracket or the standings."""
        with self._lock:
            self._board = dict(data)
            self._write_board()

    def _write_live(self, state: Mapping[str, Any]) -> None:
        shown = sorted(self._games.values(), key=lambda one: _in_order(one["key"]))
        self._write("direct-data.js", data_script({**state, "games": shown}))

    def _write_board(self) -> None:
        """The tournament, with the games that are live now."""
        if self._board is not None:
            live = [key for key, game in self._games.items() if not game["outcome"]]
            self._write("tournoi-data.js", data_script(with_trees({**self._board, "live": live})))

    def _write(self, name: str, text: str) -> None:
        replace_file(self.folder / name, text.encode(), lasting=False)


def _in_order(key: str) -> list[tuple[int, str]]:
    """Rounds, tables and games by their numbers, 2 before 10."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in key.split("-")]


# Following a game: the data of a live page while the game is played.


class GameClock(Protocol):
    """A clock."""

    def to_dict(self) -> Mapping[str, Any]:
        """JSON-compatible data."""


class FollowedGame(Protocol):
    """A game that is being played, as far as a page shows it."""

    @property
    def game(self) -> Game[Any]: ...

    @property
    def position(self) -> Any: ...

    @property
    def players(self) -> tuple[str, str]: ...

    @property
    def clock(self) -> GameClock: ...

    @property
    def left(self) -> Sequence[float]: ...

    @property
    def asked(self) -> Sequence[Side]: ...

    @property
    def plies(self) -> Sequence[tuple[Answer, ...]]: ...

    @property
    def outcome(self) -> Outcome: ...


def follow(
    page: RunPages | LiveFile | None,
    key: str,
    title: str,
    timed: tuple[bool, bool] = (True, True),
    eyes: frozenset[Side] = BOTH,
) -> Callable[[FollowedGame], None] | None:
    """A watcher that updates a live page, with a limited rate so that games are not delayed."""
    if page is None:
        return None
    shown = page

    def watch(game: FollowedGame) -> None:
        if shown.due() or game.outcome.over:
            shown.live(key, _live(game, title, timed, BOTH if game.outcome.over else eyes))

    return watch


def _live(game: FollowedGame, title: str, timed: tuple[bool, bool], eyes: frozenset[Side]) -> dict[str, Any]:
    return {
        "title": title,
        "game": game.game.name,
        **side_data(game.game),
        "score": list(game.game.score(game.position)),
        "players": list(game.players),
        "clock": game.clock.to_dict(),
        "left": [round(left, 2) for left in game.left],
        "asked": list(game.asked),
        "timed": list(timed),
        "since": round(time.time() * 1000),
        "ply": len(game.plies),
        "last": "" if _secret(game, eyes) else _last(game),
        "outcome": outcome_data(game.outcome),
        **position_data(game.game, game.position, eyes),
    }


def _last(game: FollowedGame) -> str:
    last = game.plies[-1] if game.plies else ()
    return " ".join(answer.move or "✗" for answer in last)


def _secret(game: FollowedGame, eyes: frozenset[Side]) -> bool:
    """Whether a move might reveal hidden information."""
    rules, position = game.game, game.position
    return eyes == NOBODY and rules.write(position, NOBODY) != rules.write(position)
