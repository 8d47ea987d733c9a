"""All or nothing: a script runs on copies, which replace the files only if every line succeeded."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path

from ronde.cli.speech import language
from ronde.core.errors import FileExists, HalfDone, RondeError
from ronde.desk import Desk
from ronde.disk.door import new_draft
from ronde.i18n.door import tell
from ronde.storage.door import check_room, forget, place


def true_place(path: Path) -> Path:
    """Where a file really is: two names for one tournament are one tournament."""
    return Path(os.path.realpath(path))


class Rehearsal:
    """The copies of the tournaments a script touches, by their true places."""

    def __init__(self) -> None:
        import tempfile  # every command comes by here, and few are rehearsed

        self._folder = Path(tempfile.mkdtemp(prefix="ronde-"))
        self._copies: dict[Path, Path] = {}
        self._new: set[Path] = set()

    def open(self, path: Path) -> Desk:
        """A desk on a copy of the tournament as it is now."""
        if path not in self._copies:
            with closing(Desk.open(path)) as original:
                self._copies[path] = original.journal.backup(self._stage(path))
        return Desk.open(self._copies[path])

    def create(self, path: Path) -> Desk:
        """A desk on a new tournament that will take its place at the end."""
        if path in self._copies:
            raise FileExists(path=str(path))
        check_room(path)
        self._copies[path] = self._stage(path)
        self._new.add(path)
        return Desk.create(self._copies[path])

    def _stage(self, path: Path) -> Path:
        folder = self._folder / str(len(self._copies))
        folder.mkdir()
        return folder / path.name

    def perform(self) -> None:
        """Write the copies back; everything that can be refused is refused before the first byte."""
        known = [path for path in self._copies if path not in self._new]
        new = [path for path in sorted(self._new) if self._copies[path].exists()]
        with ExitStack() as stack:
            pairs = [(self._opened(path, stack), self._opened(self._copies[path], stack)) for path in known]
            for original, rehearsed in pairs:
                original.check_over(rehearsed)
            drafts = {path: _draft(self._copies[path], path, stack) for path in new}
            steps: list[tuple[Path, Callable[[], None]]] = [
                (path, partial(original.take_over, rehearsed))
                for path, (original, rehearsed) in zip(known, pairs, strict=True)
            ]
            steps += [(path, partial(_put, drafts[path], path)) for path in new]
            _all(steps)
        self.abandon()

    def _opened(self, path: Path, stack: ExitStack) -> Desk:
        return stack.enter_context(closing(Desk.open(path)))

    def abandon(self) -> None:
        """Discard the copies."""
        import shutil

        shutil.rmtree(self._folder, ignore_errors=True)


def _all(steps: list[tuple[Path, Callable[[], None]]]) -> None:
    """Do every step; if one fails after others succeeded, report both."""
    done: list[str] = []
    for path, step in steps:
        try:
            step()
        except RondeError as error:
            if not done:
                raise
            raise HalfDone(path=str(path), cause=tell(error, language()), done=done) from error
        done.append(str(path))


def _draft(copy: Path, path: Path, stack: ExitStack) -> Path:
    """The new tournament beside its place, ready to take it."""
    check_room(path)
    draft = new_draft(path)
    stack.callback(forget, draft)
    with closing(Desk.open(copy)) as rehearsed:
        return rehearsed.journal.backup(draft)


def _put(draft: Path, path: Path) -> None:
    place(draft, path)
    with closing(Desk.open(path)) as made:
        made.keep_backup()
