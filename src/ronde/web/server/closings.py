"""After each closing: the pages of the tournament are written to a folder, and a command may publish them.

The command is an option of the server, never of a tournament: a received file cannot run anything.
"""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool

from ronde.model.errors import RondeError
from ronde.model.tournament import Round
from ronde.render.site import publish_into, site
from ronde.web.server.live_tournament import LiveTournament
from ronde.web.server.tournaments import Tournaments

_LOG: Final = logging.getLogger("uvicorn.error")
LOOK: Final = 0.5
"""Seconds between two checks of the tournaments."""
PATIENCE: Final = 120.0
"""Timeout of the command in seconds."""
_TOLD: Final = 300
"""How many characters of the command's output are kept."""


@dataclass(frozen=True, slots=True)
class AfterClosing:
    """What the server does after a closing: the folder of the pages, and the command."""

    folder: Path
    command: tuple[str, ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True)
class PublishedLast:
    """The last publication: when, where, and what went wrong."""

    at: datetime
    folder: Path
    error: RondeError | None = None
    code: int = 0
    """The exit status of the command; negative if it was killed."""
    output: str = ""
    """The end of the command's output, if it failed."""


@dataclass
class Closings:
    """Publishes every tournament of a server when it is first seen and whenever a round is closed."""

    tournaments: Tournaments
    wish: AfterClosing
    last: dict[str, PublishedLast] = field(default_factory=dict)
    _seen: dict[str, Round] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _stay(self) -> None:
        while True:
            for live in list(self.tournaments.by_slug.values()):
                closed = live.tournament.closed_rounds
                if closed and self._seen.get(live.slug) is not closed[-1]:
                    self._seen[live.slug] = closed[-1]
                    await self._publish(live, closed[-1].number)
            await asyncio.sleep(LOOK)

    async def _publish(self, live: LiveTournament, round: int) -> None:
        folder, at = self.wish.folder / live.slug, datetime.now()
        try:
            done = await run_in_threadpool(_published, live, folder, self.wish.language)
            code, output = await self._run(live, folder, round) if done and self.wish.command else (0, "")
            self.last[live.slug] = PublishedLast(at, folder, code=code, output=output)
        except RondeError as error:
            self.last[live.slug] = PublishedLast(at, folder, error)
        except Exception:  # the next closing must still be published
            _LOG.exception("publish")

    async def _run(self, live: LiveTournament, folder: Path, round: int) -> tuple[int, str]:
        """Run the command with the folder as its last argument; its exit status and the end of its output."""
        variables = {
            "RONDE_TOURNAMENT": live.slug,
            "RONDE_ROUND": str(round),
            "RONDE_FILE": str(live.path),
        }
        try:
            process = await asyncio.create_subprocess_exec(
                *self.wish.command,
                str(folder),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env={**os.environ, **variables},
            )
        except OSError as error:
            return 127, str(error)
        try:
            async with asyncio.timeout(PATIENCE):
                said, _ = await process.communicate()
        except TimeoutError:
            process.kill()
            await process.wait()
            return -9, ""
        code = process.returncode or 0
        return code, said.decode(errors="replace").strip()[-_TOLD:] if code else ""


def _published(live: LiveTournament, folder: Path, language: str) -> bool:
    """Write the pages; whether anything changed."""
    return publish_into(folder, site(live.tournament, language)).changed
