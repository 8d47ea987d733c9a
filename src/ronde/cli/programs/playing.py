"""Running a tournament of programs: its pages, its output in the terminal, how it is stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ronde.app.desk import Desk
from ronde.cli.programs.begun import BegunGames
from ronde.cli.programs.interrupting import soft_pause
from ronde.cli.programs.options import ending
from ronde.cli.programs.timetable import Timetable
from ronde.cli.session import show
from ronde.cli.speech import LANGUAGE, in_lines, language, spoken
from ronde.core.repeats import repeats
from ronde.formats.pages.door import Gallery, LiveFile, bracket_text, follow, match_line, standings_text
from ronde.referee.door import (
    Begun,
    Played,
    Pool,
    Roster,
    Series,
    Sheet,
    Task,
    Watch,
    Watcher,
    played_game,
    player_names,
    replay_name,
    scoreboard,
)

Hands = Callable[[Watch, Begun], Pool]
"""Makes the pool that plays the games, from an observer and the interrupted games."""


class Performance:
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
        self._gallery = None if web is None else Gallery(web, self._tongue, alone=False)
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
            sentence = spoken("programs.interrupted", path=self._desk.journal.path)
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
            click.echo(spoken("programs.follow", path=self._gallery.folder / "tournoi.html"))

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
        return _all_of([*pages, self._begun.watcher(task)])

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

    def _write_missing_replays(self, gallery: Gallery) -> None:
        """Write the pages of games that were stored before a run was killed."""
        for game in self._desk.tournament.games:
            name = replay_name(game.record)
            players = player_names(self._desk.tournament, game)
            played = None if gallery.has_replay(name, players) else played_game(self._desk, game.record)
            if played is not None:
                self._replay(gallery, name, played, players)

    def _replay(self, gallery: Gallery, name: str, played: Played, players: tuple[str, str]) -> None:
        """Write the page of a game, without what programs wrote to standard error unless that is public."""
        public = self._desk.tournament.settings.public.messages
        record = played.record if public else played.record.quiet()
        title = f"{name} {' – '.join(players)}"
        gallery.replay(name, replace(record, players=players), played.clock.to_dict(), title)

    def _tell(self, task: Task, played: Played) -> None:
        players = " – ".join(played.record.players)
        place = replay_name(task.record)
        line = spoken("programs.game-line", place=place, players=players, ending=ending(played))
        same = repeats(self._desk.tournament.games).get(task.record)
        if same is not None:
            line += "  " + spoken("programs.same", place=replay_name(same.record))
        click.echo(in_lines(f"{line}  {self._progress.during()}"))
        table = self._desk.tournament.open_round.table(task.table)
        if table.result is not None:
            data = self._board()
            ties = data["rounds"][-1]["matches"]
            tie = next(tie for tie in ties if tie["table"] == task.table)
            click.echo(match_line(tie, self._tongue, scored=data["scored"]))


def _all_of(watchers: Iterable[Watcher | None]) -> Watcher:
    """Combine the observers of a game."""
    looking = [watcher for watcher in watchers if watcher is not None]

    def watch(sheet: Sheet) -> None:
        for watcher in looking:
            watcher(sheet)

    return watch
