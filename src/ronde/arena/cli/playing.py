"""Running a tournament of programs: estimates, pages, output, how it is stopped and continued."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import click

from ronde.app.desk import Desk
from ronde.arena.cli.options import ending, soft_pause
from ronde.arena.games import OPEN, GameError, GameRecord
from ronde.arena.pages import LiveFile, RunPages, bracket_text, follow, match_line, standings_text
from ronde.arena.referee import (
    Begun,
    Expectation,
    GameState,
    Played,
    Pool,
    Roster,
    Series,
    Task,
    Watch,
    Watcher,
    all_watchers,
    played_game,
    player_names,
    replay_name,
    scoreboard,
)
from ronde.cli.session import show
from ronde.cli.speech import LANGUAGE, in_lines, language, translate
from ronde.formats.files import read_file
from ronde.i18n import figures, moment
from ronde.model.errors import RondeError
from ronde.model.tournament import repeated_games
from ronde.system import replace_file

# The interrupted games of a tournament, each in a file, so that they can be continued.


_PACE: Final = 0.25
"""Seconds between two writes of one game: fast games lose no more than that in a power failure."""


class BegunGames:
    """A folder beside the tournament (`cup.begun` for `cup.ronde`) with a file for every running game."""

    def __init__(self, tournament: Path, roster: Roster) -> None:
        self.folder = tournament.with_suffix(".begun")
        self.renew(roster)

    def renew(self, roster: Roster) -> None:
        """Use these programs for games that begin from now on."""
        self._programs = {one.id: one.digest for one in roster.entrants}

    def record(self, task: Task) -> GameRecord | None:
        """The moves of an interrupted game, if the same programs played them."""
        with suppress(RondeError, GameError, ValueError, KeyError, TypeError, RecursionError):
            saved: dict[str, Any] = json.loads(read_file(self._file(task)))
            if saved["programs"] == self._both(task):
                return GameRecord.from_dict(saved["record"])
        return None

    def watcher(self, task: Task) -> Watcher:
        """Writes a game to its file while it is played."""
        written = 0.0

        def watch(state: GameState) -> None:
            nonlocal written
            record = _sound(state)
            if record is not None and (state.faults or time.monotonic() - written >= _PACE):
                written = time.monotonic()
                self._write(task, record)

        return watch

    def forget(self, task: Task) -> None:
        self._file(task).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove the folder after the last game."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _write(self, task: Task, record: GameRecord) -> None:
        data = {"programs": self._both(task), "record": record.to_dict()}
        with suppress(OSError):  # a tournament on a server has no folder beside it: its games start again
            self.folder.mkdir(exist_ok=True)
            replace_file(self._file(task), json.dumps(data, ensure_ascii=False).encode(), lasting=False)

    def _file(self, task: Task) -> Path:
        return self.folder / f"{replay_name(task.record)}.json"

    def _both(self, task: Task) -> list[str]:
        return [self._programs[task.first], self._programs[task.second]]


def _sound(state: GameState) -> GameRecord | None:
    """The moves so far, without the fault that interrupting causes; None if there is no move."""
    plies = tuple(state.plies[:-1] if state.faults else state.plies)
    if not plies or (state.outcome.over and not state.faults):
        return None
    return replace(state.record, plies=plies, faults=(), outcome=OPEN)


# Estimates for a run of many games: how long it will take, and how far it is.


class Timetable:
    """The progress of the games of one run."""

    def __init__(self, expectation: Expectation, jobs: int, *, kept: int = 0) -> None:
        self._expected = expectation
        self._jobs = jobs
        self._kept = kept
        """Games of the tournament that were played before this run."""
        self._begun = time.monotonic()
        self._played = 0

    def before(self) -> str:
        """How many games there are, how long they will take, and when they end."""
        return translate(
            "programs.plan",
            games=self._expected.games,
            jobs=self._jobs,
            time=duration(self._expected.seconds),
            end=_clock(self._expected.seconds),
            most=duration(self._expected.most),
        )

    def begin(self) -> None:
        self._begun, self._played = time.monotonic(), 0

    def count(self) -> None:
        self._played += 1

    def during(self) -> str:
        """How many games were played, how fast, and when the last one ends."""
        data = self.data()
        rate = figures(f"{data['rate']:.3g}", language())
        return translate(
            "programs.progress",
            played=data["played"],
            games=data["games"],
            rate=rate,
            end=_clock(self._left()),
        )

    def data(self) -> dict[str, Any]:
        """The same for a page: the rate is in games a minute, the end in milliseconds."""
        elapsed = max(1e-3, time.monotonic() - self._begun)
        return {
            "played": self._kept + self._played,
            "games": self._kept + max(self._played, self._expected.games),
            "rate": 60 * self._played / elapsed,
            "end": round(1000 * (time.time() + self._left())),
        }

    def _left(self) -> float:
        return self._expected.left(self._played, time.monotonic() - self._begun)


def duration(seconds: float) -> str:
    """`45 s`, `12 min`, `3 h 05 min`: the units are the same in every language."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def _clock(seconds: float) -> str:
    """The time of day in `seconds` from now, with the day if it is another one."""
    now = datetime.now()
    then = now + timedelta(seconds=min(seconds, 10**8))
    return f"{then:%H:%M}" if then.date() == now.date() else moment(then, language())


# Running a tournament of programs: its pages, its output in the terminal, how it is stopped.


Hands = Callable[[Watch, Begun], Pool]
"""Makes the pool that plays the games, from an observer and the interrupted games."""


class TournamentRun:
    """One run of `tournoi` over one tournament."""

    def __init__(
        self,
        desk: Desk,
        roster: Roster,
        web: Path | None,
        renew: Callable[[], Roster],
        progress: Timetable,
        *,
        as_json: bool,
    ) -> None:
        self._desk = desk
        self._roster = roster
        self._find = renew
        self._progress = progress
        self._as_json = as_json
        self._tongue = language()
        self._gallery = None if web is None else RunPages(web, self._tongue, alone=False)
        self._live = LiveFile(desk.journal.path)
        self._begun = BegunGames(desk.journal.path, roster)
        self._drawn: set[int] = set()
        """Rounds whose matches are on the pages."""

    def play(self, hands: Hands, *, soft: bool = True) -> None:
        """Play all missing games and print how it ended; `soft` if the first Ctrl-C is a pause."""
        pool = hands(self._watch, self._begun.record)
        series = Series(self._desk, self._roster, note=self._note, pool=pool, renew=self._renew)
        self._show_before(series)
        self._progress.begin()
        try:
            with soft_pause(series.pause) if soft else nullcontext():
                series.run(lambda: self._after_round(series))
            if not series.over:
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            sentence = translate("programs.interrupted", path=self._desk.journal.path)
            click.echo("\n" + in_lines(sentence), err=True)
            raise
        finally:
            self._live.finish()
            if self._gallery is not None and not series.over:
                self._gallery.finish(interrupted=True)
        self._begun.clear()
        self._show_after()

    def _renew(self) -> Roster:
        """The programs, read again after another command has changed some."""
        self._roster = self._find()
        self._begun.renew(self._roster)
        return self._roster

    def _show_before(self, series: Series) -> None:
        if self._gallery is None:
            return
        self._write_missing_replays(self._gallery)
        self._gallery.tournament(self._board(over=series.over))
        if not self._as_json:
            click.echo(translate("programs.follow", path=self._gallery.folder / "tournoi.html"))

    def _show_after(self) -> None:
        data = self._board(over=True)
        if self._gallery is not None:
            self._gallery.tournament(data)
            self._gallery.finish()
        text = f"{bracket_text(data, self._tongue)}\n\n{standings_text(data, self._tongue)}"
        show(data, text, as_json=self._as_json)

    def _board(self, *, over: bool = False) -> dict[str, Any]:
        board = scoreboard(self._desk.tournament, self._roster, over=over)
        return board if over else {**board, "progress": self._progress.data()}

    def _names(self, task: Task) -> tuple[str, str]:
        player = self._desk.tournament.player
        return player(task.first).name, player(task.second).name

    def _title(self, task: Task) -> str:
        return f"{replay_name(task.record)} {' – '.join(self._names(task))}"

    def _watch(self, task: Task) -> Watcher | None:
        LANGUAGE.set(self._tongue)  # a context variable of the game's thread
        if self._gallery is not None and task.round not in self._drawn:
            self._drawn.add(task.round)
            self._gallery.tournament(self._board())
        key = replay_name(task.record)
        pages = [follow(shown, key, self._title(task)) for shown in (self._gallery, self._live)]
        return all_watchers(*pages, self._begun.watcher(task))

    def _note(self, task: Task, played: Played) -> None:
        self._begun.forget(task)
        self._progress.count()
        if self._gallery is not None:
            self._replay(self._gallery, replay_name(task.record), played, self._names(task))
            self._gallery.tournament(self._board())
        if not self._as_json:
            self._tell(task, played)

    def _after_round(self, series: Series) -> None:
        if not self._as_json and not series.over:
            click.echo(f"\n{bracket_text(self._board(), self._tongue)}\n")

    def _write_missing_replays(self, gallery: RunPages) -> None:
        """Write the pages of games that were stored before a run was killed."""
        for game in self._desk.tournament.games:
            name = replay_name(game.record)
            players = player_names(self._desk.tournament, game)
            played = None if gallery.has_replay(name, players) else played_game(self._desk, game.record)
            if played is not None:
                self._replay(gallery, name, played, players)

    def _replay(self, gallery: RunPages, name: str, played: Played, players: tuple[str, str]) -> None:
        """Write the page of a game, without what programs wrote to standard error unless that is public."""
        public = self._desk.tournament.settings.public.messages
        record = played.record if public else played.record.quiet()
        title = f"{name} {' – '.join(players)}"
        gallery.replay(name, replace(record, players=players), played.clock.to_dict(), title)

    def _tell(self, task: Task, played: Played) -> None:
        players = " – ".join(played.record.players)
        place = replay_name(task.record)
        line = translate("programs.game-line", place=place, players=players, ending=ending(played))
        same = repeated_games(self._desk.tournament.games).get(task.record)
        if same is not None:
            line += "  " + translate("programs.same", place=replay_name(same.record))
        click.echo(in_lines(f"{line}  {self._progress.during()}"))
        table = self._desk.tournament.open_round.table(task.table)
        if table.result is not None:
            data = self._board()
            ties = data["rounds"][-1]["matches"]
            tie = next(tie for tie in ties if tie["table"] == task.table)
            click.echo(match_line(tie, self._tongue, scored=data["scored"]))
