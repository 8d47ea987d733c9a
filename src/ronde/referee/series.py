"""A series: a competition played by threads or a cluster; each game is stored once it has ended.

A referee that is killed and started again plays only the missing games.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from ronde.app.desk import Desk
from ronde.core.errors import NotATournament
from ronde.core.schedule import finished
from ronde.engines.door import clear_away
from ronde.games.door import GameError
from ronde.referee.command import write
from ronde.referee.competition import Competition
from ronde.referee.game import Played, Watcher
from ronde.referee.pool import LocalPool, Pool, Watch
from ronde.referee.roster import ATTACHMENT, Roster
from ronde.referee.task import Task

Note = Callable[[Task, Played], None]


def _nobody(task: Task) -> Watcher | None:
    return None


def _silent(task: Task, played: Played) -> None:
    return None


class Series:
    """The referee of a whole tournament; its desk holds all its state."""

    def __init__(
        self,
        desk: Desk,
        roster: Roster,
        *,
        jobs: int = 1,
        watch: Watch = _nobody,
        note: Note = _silent,
        pool: Pool | None = None,
        renew: Callable[[], Roster] | None = None,
    ) -> None:
        self.desk = desk
        self._competition = Competition(roster)
        self._note = note
        self._pool = pool or LocalPool(roster, jobs, watch)
        self._renew = renew
        self._programs = desk.tournament.programs
        self._pausing = False

    @property
    def over(self) -> bool:
        return finished(self.desk.tournament)

    def pause(self) -> None:
        """Begin no further game; `run` ends with those being played. Safe in a signal handler."""
        self._pausing = True
        self._pool.pause()

    def run(self, after_round: Callable[[], None] = lambda: None) -> None:
        """Play everything that is missing, round by round, or until a pause."""
        clear_away()
        try:
            while not self.over and (self._pool.busy or not self._pausing):
                played = len(self.desk.tournament.closed_rounds)
                self._go_on()
                if len(self.desk.tournament.closed_rounds) > played:
                    after_round()
        finally:
            self._pool.stop()

    def _go_on(self) -> None:
        """Start what can start and wait for running games; if there are none, pair or close a round."""
        if not self._pausing:
            self._begin()
        if self._pool.busy:
            for task, played in self._pool.finished():
                self._end(task, played)
            self._end_decided()
        elif not self._pausing:
            write(self.desk, self._competition.turn(self.desk.tournament))

    def _begin(self) -> None:
        """Start the games of as many tables as there are free threads."""
        self._look_at_programs()
        games = self._competition.begin(self.desk.tournament)
        while self._pool.free or not self._competition.running:
            encounter = next(games, None)
            if encounter is None:
                return
            self._pool.submit(encounter)

    def _look_at_programs(self) -> None:
        """Apply what another command changed in between."""
        if self._renew is not None and self.desk.tournament.programs != self._programs:
            self._programs = self.desk.tournament.programs
            self._competition.roster = self._renew()
            self._pool.renew(self._competition.roster)

    def _end(self, task: Task, played: Played) -> None:
        if command := self._competition.end(task, played):
            write(self.desk, command)
            self._note(task, played)

    def _end_decided(self) -> None:
        """End the games of programs that another command withdrew."""
        self.desk.refresh()
        for task in self._competition.decided(self.desk.tournament):
            if self._pool.drop(task):
                self._competition.drop(task)


def attached_roster(desk: Desk) -> Roster | None:
    """The roster of a tournament of programs; None for one of people."""
    data = desk.journal.attachment(ATTACHMENT)
    try:
        return None if data is None else _playable(Roster.from_json(data)).with_programs(desk.tournament)
    except (GameError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        detail = f"{ATTACHMENT}: {error}"[:200]
        raise NotATournament(
            path=str(desk.journal.path), reason="damaged", detail=detail, backup=""
        ) from error


def _playable(roster: Roster) -> Roster:
    """A roster whose game exists; GameError if not."""
    _ = roster.rules
    return roster


def played_game(desk: Desk, record: str) -> Played | None:
    """A game by the name of its record."""
    data = desk.journal.attachment(record)
    return None if data is None else Played.from_dict(json.loads(data))
