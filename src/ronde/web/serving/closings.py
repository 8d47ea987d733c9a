"""After each closing: the pages of the tournament go into a folder, and a command may carry them further.

The command is an option of the server, never of a tournament: a file from somebody else runs nothing here.
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

from ronde.core.errors import RondeError
from ronde.core.tournament import Round
from ronde.formats.published_folder import publish_into
from ronde.formats.site import site
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.tournaments import Tournaments

_LOG: Final = logging.getLogger("uvicorn.error")
LOOK: Final = 0.5
"""Seconds between looks at the tournaments."""
PATIENCE: Final = 120.0
"""Seconds a command may take."""
_TOLD: Final = 300
"""Letters of what a command says that are kept."""


@dataclass(frozen=True, slots=True)
class AfterClosing:
    """What the server does after a round is closed: the folder of the pages, and what is run then."""

    folder: Path
    command: tuple[str, ...] = ()
    language: str = "en"


@dataclass(frozen=True, slots=True)
class PublishedLast:
    """How publishing went last: when, where, and what went wrong, if anything did."""

    at: datetime
    folder: Path
    error: RondeError | None = None
    code: int = 0
    """What the command ended with; negative if it was stopped."""
    output: str = ""
    """The end of what the command said, where it failed."""


@dataclass
class Closings:
    """Publishes every tournament of a server when it is first seen and whenever a round is closed."""

    tournaments: Tournaments
    wish: AfterClosing
    last: dict[str, PublishedLast] = field(default_factory=dict)
    _seen: dict[str, Round] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _stay(self) -> None:
        while True:
            for opened in list(self.tournaments.by_slug.values()):
                closed = opened.tournament.closed_rounds
                if closed and self._seen.get(opened.slug) is not closed[-1]:
                    self._seen[opened.slug] = closed[-1]
                    await self._publish(opened, closed[-1].number)
            await asyncio.sleep(LOOK)

    async def _publish(self, opened: OpenTournament, round: int) -> None:
        folder, at = self.wish.folder / opened.slug, datetime.now()
        try:
            done = await run_in_threadpool(_published, opened, folder, self.wish.language)
            code, output = await self._run(opened, folder, round) if done and self.wish.command else (0, "")
            self.last[opened.slug] = PublishedLast(at, folder, code=code, output=output)
        except RondeError as error:
            self.last[opened.slug] = PublishedLast(at, folder, error)
        except Exception:  # the next closing must be published all the same
            _LOG.exception("publish")

    async def _run(self, opened: OpenTournament, folder: Path, round: int) -> tuple[int, str]:
        """Run the command with the folder as its last argument; what it ended with, and its last words."""
        variables = {
            "RONDE_TOURNAMENT": opened.slug,
            "RONDE_ROUND": str(round),
            "RONDE_FILE": str(opened.path),
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


def _published(opened: OpenTournament, folder: Path, language: str) -> bool:
    """Write the pages; whether anything changed."""
    return publish_into(folder, site(opened.tournament, language)).changed
