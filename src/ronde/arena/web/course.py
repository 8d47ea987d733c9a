"""The course of a server: its state, its queue of checks, its links and cards."""

from __future__ import annotations

import asyncio
import logging
import os
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from html import escape
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool

from ronde.arena.course import (
    CourseFolder,
    CourseRules,
    CourseRung,
    CourseVersion,
    LadderBook,
    LadderResult,
    Rival,
    VersionOutcome,
    VersionState,
    all_watchers,
    course_rules,
    programs_of,
    read_students,
    receive,
)
from ronde.i18n import say
from ronde.model.errors import RondeError, SubmissionRefused
from ronde.system import python_command, python_environment
from ronde.web.assets import qr_svg
from ronde.web.server.account_store import AccountStore, open_account_store
from ronde.web.server.accounts import PersonalLinks

# The queue of versions to check: each in its own process, a few at a time, in order.


LONGEST: Final = 900.0
"""Seconds after which a check is aborted."""
AGAIN: Final = 60.0
"""Seconds after which a ladder process that ended is restarted."""
_LOG: Final = logging.getLogger("uvicorn.error")

Waiting = tuple[str, int]
"""A program and the number of its version."""
CHECKER: Final = "ronde.arena.course.checker"
LADDER: Final = "ronde.arena.course.ladder"
"""The modules that run in separate processes."""


class CheckQueue:
    """Waiting and running checks; after a restart they are read from the folder of the course."""

    def __init__(self, folder: CourseFolder, at_once: int = 0) -> None:
        self.folder = folder
        self.at_once = at_once or max(1, (os.cpu_count() or 1) // 2)
        self._waiting: list[Waiting] = []
        self._busy: dict[Waiting, asyncio.Task[None]] = {}

    async def resume(self) -> None:
        """Queue what the last server did not check."""
        for one in await run_in_threadpool(self._unchecked):
            self.add(*one)

    def _unchecked(self) -> list[Waiting]:
        versions = [one for name in self.folder.names() for one in self.folder.versions(name)]
        missing = sorted((one.at, one.name, one.number) for one in versions if one.outcome is None)
        return [(name, number) for _, name, number in missing]

    def add(self, name: str, number: int) -> None:
        self._waiting.append((name, number))
        self._assign()

    def pending(self, name: str) -> bool:
        """Whether a version of that program waits or is being checked."""
        return any(one[0] == name for one in (*self._waiting, *self._busy))

    def before(self, name: str) -> int:
        """How many checks come before that of a program; 0 if it is being checked."""
        at = next((at for at, one in enumerate(tuple(self._waiting)) if one[0] == name), -1)
        return at + 1

    def _assign(self) -> None:
        while self._waiting and len(self._busy) < self.at_once:
            one = self._waiting.pop(0)
            task = asyncio.get_running_loop().create_task(self._check(one))
            self._busy[one] = task
            task.add_done_callback(partial(self._freed, one))

    def _freed(self, one: Waiting, task: asyncio.Task[None]) -> None:
        self._busy.pop(one, None)
        self._assign()

    async def _check(self, one: Waiting) -> None:
        name, number = one
        process = await start_process(CHECKER, str(self.folder.path.absolute()), name, str(number))
        try:
            async with asyncio.timeout(LONGEST):
                await process.wait()
        except TimeoutError:
            _LOG.warning("the check of %s, version %d, was given up", name, number)
        finally:
            await end_process(process)
        await run_in_threadpool(self._settle, name, number)

    def _settle(self, name: str, number: int) -> None:
        """Store an outcome for a check that did not end."""
        version = self.folder.version(name, number)
        if version is not None and version.outcome is None:
            self.folder.conclude(self.folder.place(name, number), VersionOutcome(VersionState.LOST))

    async def close(self) -> None:
        """Stop; pending versions are checked after the next start."""
        self._waiting.clear()
        await _cancelled(*self._busy.values())


class LadderProcess:
    """The process that plays the ladder, restarted if it ends."""

    def __init__(self, folder: CourseFolder) -> None:
        self.folder = folder
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            process = await start_process(LADDER, str(self.folder.path.absolute()))
            try:
                await process.wait()
                _LOG.error("the ladder of the course ended with %s", process.returncode)
            finally:
                await end_process(process)
            await asyncio.sleep(AGAIN)

    async def close(self) -> None:
        """Stop; the game being played is not counted."""
        if self._task is not None:
            await _cancelled(self._task)


async def start_process(module: str, *words: str) -> Process:
    """Start one of our modules: it ends with its standard input, and gets no signals of the terminal."""
    return await asyncio.create_subprocess_exec(
        *python_command(module, *words),
        stdin=PIPE,
        stdout=DEVNULL,
        env=python_environment(),
        start_new_session=os.name == "posix",
    )


async def end_process(process: Process) -> None:
    """End a process, and with it its programs, unless it has ended."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _cancelled(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


# The personal links of students, derived from a key in the folder of the course.


class CourseLinks:
    """The link of every program of a course; a new link invalidates the old one."""

    def __init__(self, folder: CourseFolder) -> None:
        self.folder = folder
        self.store: AccountStore = open_account_store([folder.path])
        self._links = PersonalLinks(self.store)

    def students(self) -> dict[str, list[str]]:
        """The students of each program, as the class list says."""
        return programs_of(read_students(self.folder.students)) if self.folder.students.exists() else {}

    def path(self, name: str) -> str:
        """The address of a program's page on this server."""
        return f"/course/{name}/{self._links.token(_slug(name), 0)}"

    def holds(self, name: str, word: str) -> bool:
        """Whether that is the current token of a program."""
        return self._links.holds(_slug(name), 0, word)

    def renew(self, name: str) -> None:
        """Replace the link of a program, because it was lost or shared."""
        self._links.renew(_slug(name), 0)

    def close(self) -> None:
        self.store.close()


def _slug(name: str) -> str:
    """Cannot collide with a tournament, whose slug has no slash."""
    return f"course/{name}"


def course_links(folder: Path, address: str, renewed: str = "") -> list[tuple[str, list[str], str]]:
    """Every program of a course with its students and its link; those in `renewed` get a new link first."""
    links = CourseLinks(CourseFolder(folder))
    try:
        there = address.rstrip("/")
        links.store.move(there)  # the next links need not be told
        if renewed:
            links.renew(renewed)
        return [(name, names, there + links.path(name)) for name, names in links.students().items()]
    finally:
        links.close()


def course_address(folder: Path) -> str:
    """Where a course was served or linked to last; empty if nowhere."""
    store = open_account_store([folder])
    try:
        return store.address()
    finally:
        store.close()


# The state shared by the pages of a course: folder, rules, links, ranking and running checks.


MOST_VERSIONS: Final = 200
"""How many files one link may hand in."""
GAMES: Final = 20
"""How many games of the ladder a page lists."""


@dataclass(frozen=True, slots=True)
class StudentView:
    name: str
    students: list[str]
    versions: list[CourseVersion]
    """The newest first."""
    playing: int
    rung: CourseRung | None
    games: list[LadderResult]
    rules: CourseRules
    frozen: bool


@dataclass
class CourseState:
    """One course on a server."""

    folder: CourseFolder
    rules: CourseRules
    trouble: RondeError | None = None
    """What is wrong with the rules or the class list on disk."""
    _ranked: tuple[object, list[CourseRung]] = field(default=(None, []))

    def __post_init__(self) -> None:
        self.links = CourseLinks(self.folder)
        self.checks = CheckQueue(self.folder)
        self.ladder = LadderProcess(self.folder)
        self._students: dict[str, list[str]] = {}

    async def open(self) -> None:
        await self.checks.resume()
        self.ladder.open()

    async def close(self) -> None:
        await self.ladder.close()
        await self.checks.close()
        self.links.close()

    def renewed(self) -> CourseRules:
        """The current rules, since a teacher may move the deadline; invalid ones are ignored."""
        try:
            self.rules, self._students = course_rules(self.folder.rules), self.links.students()
            self.trouble = None
        except RondeError as error:
            self.trouble = error
        return self.rules

    def students(self) -> dict[str, list[str]]:
        self.renewed()
        return self._students

    def ranking(self) -> list[CourseRung]:
        """The versions that play, best first; computed again only after a change."""
        book, playing = LadderBook(self.folder.ladder), self._playing()
        key, (known, ranking) = (book.number(), playing), self._ranked
        if known != key:
            ranking = book.standing(playing)
            self._ranked = key, ranking
        return ranking

    def _playing(self) -> list[Rival]:
        rivals = [Rival(name, self.folder.playing(name)) for name in self.folder.names()]
        return [rival for rival in rivals if rival.version]

    def view(self, name: str) -> StudentView:
        students, now = self.students(), datetime.now().astimezone()
        rung = next((one for one in self.ranking() if one.entrant.name == name), None)
        return StudentView(
            name=name,
            students=[one for one in students.get(name, []) if one],
            versions=self.folder.versions(name)[::-1],
            playing=self.folder.playing(name),
            rung=rung,
            games=LadderBook(self.folder.ladder).games_of(name, GAMES),
            rules=self.rules,
            frozen=self.rules.frozen(now),
        )

    def received(self, name: str, files: Sequence[tuple[str, bytes]]) -> int:
        """Store what a student sent; the number of its version, or a refusal in one sentence."""
        rules = self.renewed()
        data = all_watchers(files, rules)
        if not data:
            raise SubmissionRefused(reason="nothing")
        if len(data) > rules.largest:
            raise SubmissionRefused(reason="large", most=megabytes(rules.largest))
        if len(self.folder.versions(name)) >= MOST_VERSIONS:
            raise SubmissionRefused(reason="many", most=MOST_VERSIONS)
        now = datetime.now().astimezone()
        return int(receive(self.folder, rules, name, data, now).name)


def megabytes(count: int) -> str:
    """A number of bytes in megabytes, as people write it.

    >>> megabytes(16_000_000), megabytes(10_000)
    ('16', '0.01')
    """
    return f"{count / 10**6:g}"


# The links of a class as a page of cards to print and cut up, in one file.


_STYLE: Final = (
    "body{font:15px/1.4 system-ui;margin:1rem;color:#000;background:#fff}"
    "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.6rem}"
    "section{border:1px dashed #888;padding:.7rem;break-inside:avoid;text-align:center}"
    "h2{margin:0;font-size:1.1rem}p{margin:.2rem 0}svg{width:9rem;height:9rem}"
    "code{font-size:.72rem;overflow-wrap:anywhere}@media print{h1,h1+p{display:none}}"
)


def card_sheet(links: Iterable[tuple[str, list[str], str]], language: str) -> str:
    """The page, with a card for each program: its name, its students, and its link as text and code."""
    title, rule = say("course.cards", language), say("course.cards-rule", language)
    cards = "\n".join(_card(name, ", ".join(students), link) for name, students, link in links)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1><p>{escape(rule)}</p>"
        f"<main>\n{cards}\n</main></body></html>\n"
    )


def _card(name: str, students: str, link: str) -> str:
    return (
        f"<section><h2>{escape(name)}</h2><p>{escape(students)}</p>{qr_svg(link)}"
        f"<p><code>{escape(link)}</code></p></section>"
    )
