"""Running competitions, and those that their host has paused, stopped or deleted."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as kept
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool

from ronde.app.files import bring_back, delete, is_deleted
from ronde.arena.http import (
    CompetitionState,
    League,
    PausedCompetition,
    Slots,
    engines_league,
    event_of,
    pause_competition,
    paused_competitions,
    resume_competition,
    unfinished,
)
from ronde.arena.referee import Roster, attached_roster
from ronde.arena.web.visitor import RefereeSite
from ronde.model.errors import EngineRefused, NotATournament, RondeError
from ronde.model.schedule import finished
from ronde.web.server.live_tournament import LiveTournament

_LOG: Final = logging.getLogger("ronde.arbitre")


@dataclass
class Leagues:
    site: RefereeSite
    slots: Slots = kept(default_factory=Slots)
    """The limits of all of them together."""
    _running: dict[Path, asyncio.Task[None]] = kept(default_factory=dict)
    _rosters: dict[int, Roster] = kept(default_factory=dict)
    """The engines of open tournaments by their serial: reading a roster of 500 is slow."""

    # listing

    def competing(self) -> dict[str, LiveTournament]:
        tournaments = list(self.site.tournaments.by_slug.values())
        return {event: live for live in tournaments if (event := self._event(live))}

    def _event(self, live: LiveTournament) -> str:
        """The event of a tournament, empty if it is not one of engines."""
        roster = None if live.gone else self.roster(live)
        return event_of(live.path, roster) if roster else ""

    def roster(self, live: LiveTournament) -> Roster | None:
        """The engines of a tournament, if it is one of engines."""
        roster = self._rosters.get(live.serial)
        if roster is not None:
            return roster
        with live.lock, suppress(NotATournament):  # its attachment is not a roster
            roster = None if live.gone else attached_roster(live.desk)
        if roster is None or not engines_league(roster):
            return None  # it may get a roster while it is being created
        self._rosters[live.serial] = roster
        return roster

    def paused(self) -> dict[str, PausedCompetition]:
        return paused_competitions(self.site.book)

    # playing

    def resume(self) -> None:
        """Continue every competition of the folder that is neither over nor paused."""
        try:
            paths = unfinished(self.site.tournaments.folder, self.paused())
        except RondeError as trouble:  # one bad file must not hide the others
            _LOG.error("competitions are not resumed: %s", trouble.code)
            return
        for path in paths:
            self.play(path)

    def play(self, path: Path) -> None:
        league = League(self.site.server, path, self.slots)
        task = asyncio.get_running_loop().create_task(league.run())
        self._running[path] = task
        task.add_done_callback(lambda done: self._ended(path, done))

    def playing(self, path: Path) -> bool:
        return path in self._running

    def event_being_played(self, live: LiveTournament) -> str:
        """The event of a tournament being played on this server; empty if it is not."""
        return self._event(live) if self.playing(live.path) else ""

    def _ended(self, path: Path, task: asyncio.Task[None]) -> None:
        if self._running.get(path) is task:
            del self._running[path]
        if not task.cancelled() and task.exception() is not None:
            _LOG.error("competition %s stopped: %r", path.name, task.exception())

    # actions of the host

    async def pause(self, event: str, live: LiveTournament) -> None:
        """Start no more games until it is continued; running games are played to their end."""
        await self._halt(live.path)
        self._keep_state(event, live, CompetitionState.PAUSED)

    async def stop(self, event: str, live: LiveTournament) -> None:
        """Stop a competition: unfinished games are deleted, finished ones count."""
        await self._halt(live.path)
        self._keep_state(event, live, CompetitionState.STOPPED)
        await self.site.server.abandon(event)

    async def delete(self, event: str, live: LiveTournament) -> None:
        """Hide a competition; its file is renamed and stays in the folder."""
        await self.stop(event, live)
        await run_in_threadpool(self._remove, live)
        self._keep_state(event, live, CompetitionState.DELETED)

    def _remove(self, live: LiveTournament) -> None:
        self.site.tournaments.remove(live)
        try:
            delete(live.path)
        except RondeError:
            self.site.tournaments.add(live.path)
            raise

    async def restore(self, gone: PausedCompetition) -> LiveTournament:
        """Restore a deleted competition as stopped."""
        path = await run_in_threadpool(self._bring_back, gone)
        pause_competition(self.site.server.book, replace(gone, state=CompetitionState.STOPPED))
        return await run_in_threadpool(self.site.tournaments.add, path)

    def _bring_back(self, gone: PausedCompetition) -> Path:
        path = self.site.tournaments.folder / Path(gone.file).name
        if path.exists() or not is_deleted(path):
            raise EngineRefused(reason="not-restored", name=gone.name, file=path.name)
        bring_back(path)
        return path

    def go_on(self, event: str, live: LiveTournament) -> None:
        """Continue a paused or stopped competition."""
        resume_competition(self.site.server.book, event)
        if not self.playing(live.path) and not finished(live.tournament):
            self.play(live.path)

    async def _halt(self, path: Path) -> None:
        """Start no more games, and wait until the file is closed."""
        task = self._running.get(path)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _keep_state(self, event: str, live: LiveTournament, state: CompetitionState) -> None:
        name = live.tournament.name
        pause_competition(self.site.server.book, PausedCompetition(event, state, name, live.path.name))

    async def close(self) -> None:
        """Stop; finished games are stored, the rest continues after the next start."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
