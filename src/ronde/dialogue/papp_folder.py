"""A live PAPP folder: its files are written at the moments when PAPP would write them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ronde.app.desk import Desk
from ronde.core.errors import FileExists, FormatError
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.dialogue.memory import Memory, doings
from ronde.dialogue.protected_files import ProtectedFiles
from ronde.formats.disk import dated, write_changed
from ronde.formats.papp.door import (
    CONFIG_NAME,
    LOCK,
    OLD_WORKFILE,
    TEMPLATE_NAMES,
    Edition,
    FolderPlan,
    LiveFolder,
    Moment,
    PappConfig,
    PappFiles,
    config_for,
    folder_now,
    kept_config,
    send_to_printer,
    shelved,
    with_emigrant,
    write_plan,
)
from ronde.i18n.door import say, tell


@dataclass(slots=True)
class LivePappFolder:
    """The folder, and the files that an import stored."""

    folder: Path
    edition: Edition
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    config_path: Path | None = None
    """The configuration, which may be elsewhere and shared by other tournaments."""
    remarks: tuple[str, ...] = ()
    """Remarks on the configuration, which can be read again at the desk."""
    seen: bytes | None = None
    """The workfile as last read or written."""

    def plan(self, moment: Moment, desk: Desk, *, lists_again: bool = False) -> FolderPlan:
        """The files to write at this moment."""
        done = doings(desk)
        now = datetime.now()
        plan = self._live.plan(moment, desk.tournament, now, lists_again=lists_again, doings=done)
        if moment is Moment.TURNED and desk.unpublished is not None:
            lists = self._live.follow(desk.unpublished, desk.tournament, now)
            plan.files |= lists.files
            plan.lists |= lists.lists
            plan.gone = lists.gone
            plan.problems += lists.problems
        return plan

    def follow(self, before: Tournament, desk: Desk) -> None:
        """Write and remove the lists of rounds that have changed."""
        plan = self._live.follow(before, desk.tournament, datetime.now())
        self._withheld(plan, desk)
        write_plan(self.folder, plan)

    @property
    def _live(self) -> LiveFolder:
        return LiveFolder(self.attachments, self.edition, self._now, outside=True)

    def strange_places(self, plan: FolderPlan, desk: Desk) -> list[Path]:
        """The target folders outside this one that the arbiter was not asked about yet."""
        asked = Memory(desk).places
        places = (self._outside(name) for name in sorted(plan.lists))
        return [place for place in dict.fromkeys(places) if place is not None and str(place) not in asked]

    def _outside(self, name: str) -> Path | None:
        """The target folder of a list, if outside ours; links are followed."""
        place = Path(os.path.realpath(self.folder / name)).parent
        return None if place.is_relative_to(os.path.realpath(self.folder)) else place

    def write(self, plan: FolderPlan, desk: Desk) -> list[str]:
        """Write the planned files; returns sentences about what failed, and about a changed base."""
        sentences = self._withheld(plan, desk)
        write_plan(self.folder, plan)
        desk.unpublished = None
        self.look()
        memory = Memory(desk)
        if self.config.files.workfile in plan.files and self.seen is not None:
            memory.remember_workfile(self.seen, self.edition)
        sentences += self._write_people(plan, desk)
        memory.remember(typed=plan.added, registered=desk.tournament.players.keys())
        memory.remember_config(self.config_told(desk))
        sentences += [tell(FormatError(plan.problems), self.edition.language)] if plan.problems else []
        problems = send_to_printer(self.folder, plan.prints)
        return sentences + [
            say(problem.key, self.edition.language, text=problem.text) for problem in problems
        ]

    def _withheld(self, plan: FolderPlan, desk: Desk) -> list[str]:
        """Drop lists that would overwrite a file of the tournament, and those not allowed outside.

        Returns sentences about the former.
        """
        allowed, precious = Memory(desk).places, self.precious(desk)
        sentences = []
        for name in sorted(plan.lists):
            place = self._outside(name)
            if precious.has(self.folder / name):
                sentences.append(tell(FileExists(path=name, reason="ours"), self.edition.language))
            elif place is None or allowed.get(str(place)):
                continue
            plan.files.pop(name, None)
            plan.gone.discard(name)
            plan.prints = [job for job in plan.prints if job.name != name]
        return sentences

    def _write_people(self, plan: FolderPlan, desk: Desk) -> list[str]:
        """Write the players files last, because a club's may be read-only for us.

        The base is backed up before a line of it changes, and a sentence says so.
        """
        write_changed(self.folder, {name: data for name, data in plan.people.items() if name != plan.base})
        if not plan.base:
            return []
        kept = dated(self.folder / plan.base)
        write_plan(self.folder, FolderPlan({plan.base: plan.people[plan.base]}, keep={plan.base: str(kept)}))
        players = (desk.tournament.player(number) for number in plan.touched)
        whom = ", ".join(f"{card.full_name} ({card.id})" for card in players)
        facts = {"path": plan.base, "players": whom, "kept": kept}
        return [say("desk.base-changed", self.edition.language, **facts)]

    def emigrates(self, number: PlayerId, country: str) -> None:
        """Note in the new-players file that an unregistered player plays for another country."""
        name, data = with_emigrant(self._now, number, country)
        write_changed(self.folder, {name: data})

    def look(self) -> None:
        """Remember the current workfile."""
        self.seen = self.workfile.read_bytes() if self.workfile.is_file() else None

    @property
    def workfile(self) -> Path:
        """The path of PAPP's workfile."""
        return self.folder / self.config.files.workfile

    @property
    def config(self) -> PappConfig:
        """The contents of configuration and workfile when they were read."""
        return kept_config(self.attachments)

    def config_told(self, desk: Desk) -> PappConfig:
        """The contents of configuration and workfile after the desk has written."""
        return config_for(desk.tournament.settings, self.config)

    @property
    def subfolder(self) -> bool:
        """Whether the lists go to a subfolder named after the tournament."""
        return self.config.subfolder

    @property
    def has_lists(self) -> bool:
        """Whether standings, teams or a crosstable are written after each round."""
        files = self.config.files
        return bool(files.standings or files.teams or files.crosstable)

    @property
    def template(self) -> bytes | None:
        """The folder's own template for crosstables, if it has one."""
        return self._now.data.get("template")

    @property
    def _now(self) -> PappFiles:
        return folder_now(self.folder, shelved(self.attachments))

    def precious(self, desk: Desk) -> ProtectedFiles:
        """The files of the tournament, which no list may overwrite."""
        files = self.config.files
        names = {files.players, f"{files.players}.txt", files.new_players, files.workfile}
        names |= {CONFIG_NAME, OLD_WORKFILE, LOCK, *TEMPLATE_NAMES}
        paths = [self.folder / name for name in names if name]
        return ProtectedFiles([*paths, *([self.config_path] if self.config_path else []), desk.journal.path])
