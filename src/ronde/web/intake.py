"""Files of other programs on their way in: kept aside, read, shown, and only then put into the house."""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from ronde.core.errors import FactImpossible, FormatError, FormatUnknown, NotAFile, Problem, RondeError
from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.disk.door import new_draft
from ronde.formats.door import IMPORTS, format_of, import_path
from ronde.formats.imported import Imported
from ronde.formats.papp.door import read_folder
from ronde.storage.door import copy_journal, forget, on_server, open_journal, place
from ronde.web.tray import Tray

MOST_FILES = 200
MOST_WAITING = 8
READY = "ready.ronde"
LOOSE = "papp"
"""The folder of files that came without one."""
LONGEST_NAME = 200
"""Bytes of a file name; disks take 255."""


@dataclass(frozen=True, slots=True)
class Intake:
    """A tournament that was read and waits to be accepted."""

    token: str
    folder: Path
    tournament: Tournament
    names: tuple[str, ...]
    remarks: tuple[Problem, ...]

    @property
    def ready(self) -> Path:
        """The file that will be put into the house."""
        return self.folder / READY


@dataclass
class Intakes:
    """What waits to be accepted, the oldest forgotten first; nothing of it survives the server."""

    _waiting: OrderedDict[str, Intake] = field(default_factory=OrderedDict)
    _tray: Tray = field(default_factory=Tray)

    def sweep(self) -> None:
        """Remove what servers have left that were killed."""
        self._tray.sweep()

    def close(self) -> None:
        """Remove everything that was dropped."""
        self._waiting.clear()
        self._tray.close()

    def read(self, files: Mapping[str, bytes], format: str, seat: str) -> Intake:
        """Read what was dropped; a refusal names every fault and keeps nothing."""
        folder = Path(tempfile.mkdtemp(dir=self._tray.folder()))
        try:
            intake = _read(folder, files, format, seat)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._waiting[intake.token] = intake
        while len(self._waiting) > MOST_WAITING:
            self.forget(next(iter(self._waiting)))
        return intake

    def get(self, token: str) -> Intake | None:
        """The one of that token, if it still waits."""
        return self._waiting.get(token)

    def accept(self, token: str, target: Path) -> None:
        """Put the file into its place, complete or not at all."""
        intake = self._waiting[token]
        if on_server(target):
            with closing(open_journal(intake.ready)) as journal:
                copy_journal(journal, target)
            self.forget(token)
            return
        draft = new_draft(target)
        try:
            shutil.copyfile(intake.ready, draft)
            place(draft, target)  # never over a file that came meanwhile
        finally:
            forget(draft)
        self.forget(token)

    def forget(self, token: str) -> None:
        """Let go of one, and of its files."""
        intake = self._waiting.pop(token, None)
        if intake is not None:
            shutil.rmtree(intake.folder, ignore_errors=True)


def _read(folder: Path, files: Mapping[str, bytes], format: str, seat: str) -> Intake:
    dropped = folder / "dropped" / _folder_name(files)  # whose name may be that of the file we make
    dropped.mkdir(parents=True)
    names = flat(files)
    for name, data in names.items():
        (dropped / name).write_bytes(data)
    try:
        imported = _imported(dropped, list(names), format)
        tournament = _tried(folder, dropped, list(names), imported, seat)
    except RondeError as error:
        raise _without_place(error, dropped, names) from error
    remarks = tuple(_shown(one, dropped) for one in imported.remarks) if imported else ()
    return Intake(secrets.token_urlsafe(12), folder, tournament, tuple(names), remarks)


def _folder_name(files: Mapping[str, bytes]) -> str:
    """A dropped folder keeps its name: a PAPP tournament without a title is called by it."""
    first = next(iter(files))
    return plain_name(first.split("/")[0]) if "/" in first else LOOSE


def flat(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the folder itself by their plain names; two of one name are refused, never mixed.

    What lies in folders below it are lists that PAPP has printed.
    """
    top = min(name.count("/") for name in files)
    found: dict[str, bytes] = {}
    for name, data in files.items():
        if name.count("/") > top:
            continue
        plain = plain_name(name)
        if plain in found:
            raise FormatError([Problem(plain, 0, 0, "formats.same-name", name)])
        found[plain] = data
    return found


def plain_name(name: str) -> str:
    """The last part of a name a browser tells, without what could leave the folder or hide in it."""
    last = re.split(r"[/\\]", name)[-1]
    clean = re.sub(r"[\x00-\x1f\x7f]", "", last).encode(errors="replace")
    return clean[-LONGEST_NAME:].decode(errors="ignore").lstrip(".") or "file"  # its end says the format


def _imported(dropped: Path, names: Sequence[str], format: str) -> Imported | None:
    """What the files tell; None for a tournament of our own, which needs no reading."""
    if len(names) != 1:
        if any(name.lower().endswith(".ronde") for name in names):
            raise FormatUnknown(format=", ".join(names), known=list(IMPORTS))
        return read_folder(dropped)
    path = dropped / names[0]
    chosen = format or format_of(path)
    if chosen == "ronde":
        return None
    if chosen == "papp" and path.suffix.lower() != ".cfg":
        return read_folder(dropped)  # a workfile alone
    return import_path(path, chosen)


def _tried(
    folder: Path, dropped: Path, names: Sequence[str], imported: Imported | None, seat: str
) -> Tournament:
    """The tournament in a file of ours, made aside."""
    ready = folder / READY
    if imported is None:
        shutil.copyfile(dropped / names[0], ready)
        desk = Desk.open(ready)
    else:
        desk = Desk.create(ready)
    try:
        if imported is not None:
            desk.take_in(imported.actions(seat), imported.attachments)
        return desk.tournament
    except FactImpossible as error:
        number = f"{error.facts['number']}: " if "number" in error.facts else ""
        told = f"{number}{error.facts['kind']}"
        raise FormatError([Problem(names[0], 1, 1, "formats.contradiction", told)]) from error
    finally:
        desk.close()


def _shown(problem: Problem, dropped: Path) -> Problem:
    return replace(problem, path=problem.path.removeprefix(f"{dropped}/").removeprefix(str(dropped)))


def _without_place(error: RondeError, dropped: Path, names: Iterable[str]) -> RondeError:
    """The same refusal in the names of the files, not those they had on this machine for a moment."""
    ours = {READY: ", ".join(names)} | ({LOOSE: ", ".join(names)} if dropped.name == LOOSE else {})
    if isinstance(error, FormatError):
        problems = [_shown(problem, dropped) for problem in error.problems]
        return FormatError([replace(one, path=ours.get(one.path, one.path)) for one in problems])
    if "path" in error.facts and not isinstance(error, NotAFile):
        name = Path(str(error.facts["path"])).name
        return type(error)(**error.facts | {"path": ours.get(name, name)})
    return error
