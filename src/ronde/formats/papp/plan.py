"""What PAPP would write at each moment of a tournament, and writing it (papp 3.7, 3.8 and 11)."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path, PurePosixPath

from ronde.formats.files import file_error, write_changed
from ronde.formats.papp.config import PappConfig
from ronde.formats.papp.config_writer import config_for, write_changes
from ronde.formats.papp.folder import LOCK
from ronde.formats.papp.html import crosstable_html, default_template
from ronde.formats.papp.lists import (
    BACKUP,
    BEFORE_CORRECTION,
    NAMELESS_BACKUP,
    Edition,
    inside,
    numbered,
    pairings,
    results,
    standings_list,
    subfolder_name,
    teams_list,
)
from ronde.formats.papp.players_files import DeskChanges, PeopleFiles, different_fields, with_comments
from ronde.formats.papp.stored_folder import TEMPLATE_NAME, PappFiles, read_config, stored_files
from ronde.formats.papp.tokens import decode
from ronde.formats.papp.workfile import check_size, stored_or_default_config, write_workfile
from ronde.formats.papp.xml import rounds_xml, standings_xml
from ronde.model.errors import FormatError, Problem
from ronde.model.player import PlayerId
from ronde.model.tournament import Tournament, at_closing

# The live folder: what PAPP would write at each moment of a tournament (papp 3.7, 3.8 and 11).
#
# Nothing here touches the disk: a plan has the contents of files, and what is to be printed.


GAP = "\n\n\n"
"""The separator of lists that share a file."""


class SaveMoment(StrEnum):
    """When PAPP saves; the letter is the key that causes the moment."""

    OPENED = "opened"
    LISTED = "listed"
    """L, T, S."""
    TYPED = "typed"
    """A result; PAPP waits for V, `!` or X, and loses what was typed if it crashes."""
    SHOWN = "shown"
    """V."""
    PAIRED = "paired"
    """A."""
    CONFIRMED = "confirmed"
    """`!`."""
    CORRECTED = "corrected"
    """C, or a player erased."""
    TURNED = "turned"
    """O, U or Y."""
    LEFT = "left"
    """X, and every other end."""


ALWAYS = (SaveMoment.OPENED, SaveMoment.CONFIRMED, SaveMoment.CORRECTED, SaveMoment.TURNED, SaveMoment.LEFT)
"""When the workfile is saved even with `sauvegarde differee`."""


@dataclass(frozen=True, slots=True)
class Print:
    """A file to print, and the number of copies."""

    name: str
    copies: int


@dataclass(slots=True)
class FolderPlan:
    """The files to write at a moment, by their path in the folder."""

    files: dict[str, bytes] = field(default_factory=dict)
    prints: list[Print] = field(default_factory=list)
    keep: dict[str, str] = field(default_factory=dict)
    """Files whose old content is to be stored under another name."""
    problems: list[Problem] = field(default_factory=list)
    """Why a file is missing: too many players for PAPP, a template without a cell.

    Other files are written.
    """
    lists: set[str] = field(default_factory=set)
    """The files that are lists, which may be outside the folder if the arbiter allows it."""
    gone: set[str] = field(default_factory=set)
    """The lists to remove."""
    people: dict[str, bytes] = field(default_factory=dict)
    """The players files that change, by their path in the folder."""
    base: str = ""
    """The club's base, if a line of it is to be changed."""
    touched: list[PlayerId] = field(default_factory=list)
    """The players whose lines in the base change."""
    added: list[PlayerId] = field(default_factory=list)
    """The players added to the newcomers."""


@dataclass(frozen=True, slots=True)
class LiveFolder:
    """The configuration, base and template of a tournament that is also a PAPP folder."""

    attachments: Mapping[str, bytes] = field(default_factory=dict)
    """The folder's files as imported."""
    edition: Edition = field(default_factory=Edition)
    now: PappFiles | None = None
    """The folder's current files; None for those imported."""
    outside: bool = False
    """Whether lists may be outside the folder."""

    def plan(
        self,
        moment: SaveMoment,
        tournament: Tournament,
        at: datetime,
        *,
        lists_again: bool = False,
        doings: DeskChanges | None = None,
    ) -> FolderPlan:
        """The files to write after `moment` has led to `tournament`.

        `lists_again` is the answer to the question PAPP asks after a correction; `doings` says which players
        the desk has changed, by default everybody who differs from the base.
        """
        kept = stored_files(self.attachments)
        desk = self._desk(tournament, at)
        plan = FolderPlan()
        if desk.config.immediate or moment in ALWAYS:
            self._save(desk, kept, plan, doings)
        if moment in (SaveMoment.CORRECTED, SaveMoment.TURNED):
            plan.keep[desk.config.files.workfile] = BEFORE_CORRECTION
        if moment is SaveMoment.PAIRED:
            desk.paired(plan)
        # lists of the closing; those of a correction use the current presence
        elif moment is SaveMoment.CONFIRMED:
            replace(desk, tournament=at_closing(tournament)).confirmed(plan)
        elif moment is SaveMoment.CORRECTED and lists_again:
            desk.corrected(plan)
        return plan

    def follow(self, before: Tournament, after: Tournament, at: datetime) -> FolderPlan:
        """The lists of rounds that differ from `before`, and the lists to remove."""
        since = _first_difference(before, after)
        if since is None:
            return FolderPlan()
        old, new = (self._desk(one, at).standing(since) for one in (before, after))
        gone = old.lists - new.lists
        files = {name: data for name, data in new.files.items() if old.files.get(name) != data}
        return FolderPlan(files, problems=new.problems, lists=new.lists & files.keys() | gone, gone=gone)

    def _desk(self, tournament: Tournament, at: datetime) -> _Desk:
        kept = stored_files(self.attachments)
        config = config_for(tournament.settings, stored_or_default_config(kept))
        return _Desk(tournament, config, self.edition, at, self.now or kept, self.outside)

    def _save(self, desk: _Desk, kept: PappFiles, plan: FolderPlan, doings: DeskChanges | None) -> None:
        """The workfile and what belongs to it.

        A tournament too big for PAPP still gets its lists, and a players file that became invalid is not
        touched.
        """
        try:
            check_size(desk.tournament)
        except FormatError as error:
            plan.problems += error.problems
            return
        self._workfile(desk, kept, plan)
        try:
            _people(desk, plan, doings)
        except FormatError as error:
            plan.problems += error.problems

    def _workfile(self, desk: _Desk, kept: PappFiles, plan: FolderPlan) -> None:
        """The workfile: with the commands that the configuration lacks, and the handwritten comments."""
        name = desk.config.files.workfile
        commands = write_changes(desk.config, read_config(kept.page("config", outside=True)))
        text = write_workfile(desk.tournament, self.edition, commands if kept.data.get("config") else "")
        data = with_comments(text, decode(desk.kept.data.get("workfile", b""))).encode()
        plan.files[name] = data
        if desk.config.subfolder:
            copy = f"{desk.folder}{name}{BACKUP}" if desk.folder else NAMELESS_BACKUP
            plan.files[copy] = data + b"\n"
            plan.lists.add(copy)


def _first_difference(before: Tournament, after: Tournament) -> int | None:
    """The first round in which two states differ, ignoring results of the open one."""
    rounds = zip_longest(_as_paired(before).rounds, _as_paired(after).rounds)
    return next((number for number, (old, new) in enumerate(rounds, start=1) if old != new), None)


def _as_paired(tournament: Tournament) -> Tournament:
    """The tournament with the open round as in its list of pairs: without results."""
    tables = {number: replace(table, result=None) for number, table in tournament.open_round.tables.items()}
    return replace(
        tournament, rounds=(*tournament.closed_rounds, replace(tournament.open_round, tables=tables))
    )


def _people(desk: _Desk, plan: FolderPlan, doings: DeskChanges | None) -> None:
    """Both players files, each only if it changes; PAPP creates an empty one of newcomers at once."""
    base = PeopleFiles.of(desk.kept, desk.tournament.settings.country)
    done = DeskChanges(different_fields(desk.tournament, base.known)) if doings is None else doings
    base.follow(desk.tournament, done)
    names, data = desk.kept.names, desk.kept.data
    if base.news != data.get("new_players"):
        plan.people[names["new_players"]] = base.news
        plan.added = base.added
    if base.players != data.get("players", b""):
        plan.people[names["players"]] = base.players
        plan.base, plan.touched = names["players"], base.touched


@dataclass(slots=True)
class _Desk:
    """The lists of one tournament in one configuration."""

    tournament: Tournament
    config: PappConfig
    edition: Edition
    at: datetime
    kept: PappFiles
    outside: bool

    @property
    def folder(self) -> str:
        name = subfolder_name(self.tournament.name, self.edition) if self.config.subfolder else ""
        return f"{name}/" if name else ""

    def paired(self, plan: FolderPlan) -> None:
        number = self.tournament.open_round.number
        generic = self.config.files.pairings
        if generic:
            self._put(plan, generic, number, self._pairings(number))
            self._print(plan, [generic], number)
        if self.config.xml:
            self._list(plan, "rounds.xml", rounds_xml(self.tournament, self.edition, self.at))

    def standing(self, since: int) -> FolderPlan:
        """All lists of the rounds from `since` on."""
        plan, closed = FolderPlan(), len(self.tournament.closed_rounds)
        if self.config.xml and closed:
            self._rounds_xml(plan, closed)
        for number in range(since, closed + 1):
            replace(self, tournament=at_closing(self.tournament, number)).confirmed(plan)
        if self.tournament.open_round.tables:
            replace(self, tournament=_as_paired(self.tournament)).paired(plan)
        return plan

    def confirmed(self, plan: FolderPlan) -> None:
        """Results, standings, teams, crosstable and XML of the round that was just closed."""
        files, number = self.config.files, len(self.tournament.closed_rounds)
        if not number:
            return
        self._lists(plan, number, [files.results, files.standings, files.teams])
        self._crosstable(plan, number)
        if self.config.xml:
            self._standings_xml(plan, number)
            if files.results:
                self._rounds_xml(plan, number)
        generics = [files.results, files.standings, files.teams]
        self._print(plan, generics, number)

    def corrected(self, plan: FolderPlan) -> None:
        """What PAPP rewrites: the standings of the last round; in our own profile the results as well."""
        files, number = self.config.files, len(self.tournament.closed_rounds)
        if not number:
            return
        ours = self.tournament.settings.profile != "papp"
        self._lists(plan, number, [files.standings, files.teams])
        self._crosstable(plan, number)
        if ours:
            for earlier in range(1, number + 1):
                self._lists(plan, earlier, [files.results])
        if self.config.xml:
            self._standings_xml(plan, number)
            if ours:
                self._rounds_xml(plan, number)

    def _lists(self, plan: FolderPlan, number: int, generics: list[str]) -> None:
        """The files of these names, each with all lists that share it."""
        files = self.config.files
        writers: list[tuple[str, Callable[[int], str]]] = [
            (files.pairings, self._pairings),
            (files.results, lambda n: results(self.tournament, self.edition, n)),
            (files.standings, lambda n: standings_list(self.tournament, self.edition, n)),
            (files.teams, lambda n: teams_list(self.tournament, self.edition, n)),
        ]
        for generic in dict.fromkeys(name for name in generics if name):
            parts = [write(number) for name, write in writers if name == generic]
            self._put(plan, generic, number, GAP.join(parts))

    def _pairings(self, number: int) -> str:
        return pairings(
            self.tournament, self.edition, number, scores=number > len(self.tournament.closed_rounds)
        )

    def _crosstable(self, plan: FolderPlan, number: int) -> None:
        generic = self.config.files.crosstable
        if not generic:
            return
        template = self.kept.data.get("template")
        if template is None:
            plan.files[TEMPLATE_NAME] = default_template(self.edition).encode()
        try:
            page = crosstable_html(self.tournament, self.edition, template)
        except FormatError as error:
            plan.problems += error.problems
            return
        self._put(plan, generic, number, page)

    def _rounds_xml(self, plan: FolderPlan, number: int) -> None:
        text = rounds_xml(self.tournament, self.edition, self.at, upto=number, scored=number - 1)
        self._list(plan, "rounds.xml", text)

    def _standings_xml(self, plan: FolderPlan, number: int) -> None:
        text = standings_xml(self.tournament, self.edition, self.at, number)
        self._put(plan, "stand###.xml", number, text)

    def _put(self, plan: FolderPlan, generic: str, number: int, text: str) -> None:
        self._list(plan, numbered(generic, number), text)

    def _list(self, plan: FolderPlan, name: str, text: str) -> None:
        path = self._path(name)
        plan.files[path] = text.encode()
        plan.lists.add(path)

    def _path(self, name: str) -> str:
        """The path of a list, relative to the folder."""
        if not self.outside:
            return self.folder + inside(name)
        return str(PurePosixPath(self.folder) / name)

    def _print(self, plan: FolderPlan, generics: list[str], number: int) -> None:
        """Print each file once, however many lists share it."""
        if self.config.copies:
            for generic in dict.fromkeys(name for name in generics if name):
                name = self._path(numbered(generic, number))
                plan.prints.append(Print(name, self.config.copies))


# Writes a plan into its folder, each file atomically, and sends lists to the printer.


_PRINTER_TIMEOUT = 20.0


def locked(folder: Path) -> bool:
    """Whether PAPP seems to be running in the folder."""
    return (folder / LOCK).exists()


def write_plan(folder: Path, plan: FolderPlan) -> list[str]:
    """Write the files that have changed and return their names; DiskFull or ReadOnly on failure."""
    for name, other in plan.keep.items():
        with suppress(FileNotFoundError):
            write_changed(folder, {other: (folder / name).read_bytes()})
    for name in plan.gone:
        _remove(folder / name)
    return write_changed(folder, plan.files)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise file_error(path, error) from error


def send_to_printer(
    folder: Path, prints: Iterable[Print], run: Callable[[bytes], None] | None = None
) -> list[Problem]:
    """Send the files to `lpr`; a printer failure is reported and does not interrupt."""
    feed = run or _lpr
    problems = []
    for job in prints:
        try:
            data = (folder / job.name).read_bytes()
            for _ in range(job.copies):
                feed(data)
        except (OSError, subprocess.SubprocessError) as error:
            problems.append(Problem(job.name, 0, 0, "papp.print-failed", str(error)))
    return problems


def _lpr(data: bytes) -> None:
    subprocess.run(["lpr"], input=data, check=True, capture_output=True, timeout=_PRINTER_TIMEOUT)
