"""A tournament in a PAPP folder: its files are kept as PAPP would have written them."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from ronde.app.command import Actor
from ronde.app.commands import ChangeSettings
from ronde.app.desk import Desk, config_beside
from ronde.app.settings_text import flat, setting_text
from ronde.formats.files import ProtectedFiles, dated, read_file, write_changed
from ronde.formats.papp import (
    CARD_FIELDS,
    CONFIG_NAME,
    LOCK,
    OLD_WORKFILE,
    TEMPLATE_NAMES,
    DeskChanges,
    Edition,
    FolderPlan,
    LiveFolder,
    PappConfig,
    PappFiles,
    SaveMoment,
    config_at,
    config_for,
    decode,
    folder_now,
    locked,
    read_stored_config,
    same_workfile,
    send_to_printer,
    stored_config,
    stored_files,
    with_country_change,
    write_config,
    write_plan,
    write_workfile,
)
from ronde.i18n import error_text, say
from ronde.model.errors import FileExists, FolderLocked, FormatError, RondeError
from ronde.model.events import PlayerChanged, PlayerEntered
from ronde.model.player import Player, PlayerId
from ronde.model.tournament import Tournament

# What the desk in a PAPP folder stores between runs, outside the journal.


_TYPED, _PLACES, _CONFIG, _WORKFILE = "desk/newcomers", "desk/places", "desk/papp.cfg", "desk/workfile"


@dataclass(frozen=True, slots=True)
class PappDeskState:
    """The newcomers this desk wrote, the allowed list folders, the last configuration and workfile."""

    desk: Desk

    @property
    def typed(self) -> frozenset[PlayerId]:
        """The newcomers whose lines in the new-players file are ours."""
        return frozenset(self._read(_TYPED) or ())

    def remember(self, *, typed: Iterable[PlayerId], registered: Collection[PlayerId]) -> None:
        """Add newcomers that were written; those no longer registered were removed from the file."""
        before = self.typed
        now = frozenset(number for number in {*before, *typed} if number in registered)
        if now != before:
            self._write(_TYPED, sorted(now))

    @property
    def places(self) -> dict[str, bool]:
        """The folders outside the tournament's that were asked about, and the answers."""
        return dict(self._read(_PLACES) or {})

    def answer(self, place: Path, *, allowed: bool) -> None:
        self._write(_PLACES, {**self.places, str(place): allowed})

    @property
    def config(self) -> PappConfig | None:
        """The contents of configuration and workfile when this desk last wrote."""
        kept = self.desk.journal.attachment(_CONFIG)
        return None if kept is None else read_stored_config(kept)

    def remember_config(self, config: PappConfig) -> None:
        text = write_config(config).encode()
        if self.desk.journal.attachment(_CONFIG) != text:
            self.desk.keep({_CONFIG: text})

    def wrote(self, workfile: bytes) -> bool:
        """Whether this is the workfile that was written last or, if none was, the one that was imported."""
        kept = self._read(_WORKFILE)
        if kept is not None:
            return bool(kept["sha256"] == sha256(workfile).hexdigest())
        return stored_files(self.desk.journal.attachments()).data.get("workfile") == workfile

    @property
    def edition(self) -> Edition | None:
        """The PAPP version that this desk writes for; None if it never wrote."""
        kept = self._read(_WORKFILE)
        return None if kept is None else Edition(kept["version"], kept["language"])

    def remember_workfile(self, workfile: bytes, edition: Edition) -> None:
        """Store the workfile that was written, and the PAPP version."""
        kept = {"sha256": sha256(workfile).hexdigest(), **asdict(edition)}
        if self._read(_WORKFILE) != kept:
            self._write(_WORKFILE, kept)

    def _read(self, name: str) -> Any:
        kept = self.desk.journal.attachment(name)
        return None if kept is None else json.loads(kept)

    def _write(self, name: str, value: object) -> None:
        self.desk.keep({name: json.dumps(value).encode()})


def desk_changes(desk: Desk) -> DeskChanges:
    """The changed fields of each player, whoever made them; and what was changed and undone."""
    cards: dict[PlayerId, Player] = {}
    changed: dict[PlayerId, set[str]] = {}
    undone: dict[PlayerId, dict[str, set[object]]] = {}
    for entry, counts in desk.history():
        event = entry.event
        if isinstance(event, PlayerEntered) and counts:
            cards[event.player.id] = event.player
        elif isinstance(event, PlayerChanged):
            before, after = cards.get(event.id, event.player), event.player
            for name in CARD_FIELDS:
                if getattr(before, name) == getattr(after, name):
                    continue
                if counts:
                    changed.setdefault(after.id, set()).add(name)
                else:
                    undone.setdefault(after.id, {}).setdefault(name, set()).add(getattr(after, name))
            if counts:
                cards[after.id] = after
    return DeskChanges(changed, undone, PappDeskState(desk).typed)


# A PAPP folder kept up to date: at PAPP's moments by `papp`, after every action by all other faces.
#
# It may be used in turn by PAPP and by Ronde; what the other one wrote is recognised and kept.


POINTS = ("board", "penalties", "country", "zones")
"""The settings of the configuration; rounds and constant belong to the workfile."""


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
    behind: Tournament | None = None
    """The tournament before everything that the lists do not show yet."""

    def note(self, desk: Desk, before: Tournament) -> None:
        """Remember that an action has changed the tournament."""
        self.behind = before if self.behind is None else self.behind

    def plan(self, moment: SaveMoment, desk: Desk, *, lists_again: bool = False) -> FolderPlan:
        """The files to write at this moment."""
        done = desk_changes(desk)
        now = datetime.now()
        plan = self._live.plan(moment, desk.tournament, now, lists_again=lists_again, doings=done)
        if moment is SaveMoment.TURNED and self.behind is not None:
            lists = self._live.follow(self.behind, desk.tournament, now)
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

    def unasked_folders(self, plan: FolderPlan, desk: Desk) -> list[Path]:
        """The target folders outside this one that the arbiter was not asked about yet."""
        asked = PappDeskState(desk).places
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
        self.behind = None
        self.look()
        memory = PappDeskState(desk)
        if self.config.files.workfile in plan.files and self.seen is not None:
            memory.remember_workfile(self.seen, self.edition)
        sentences += self._write_people(plan, desk)
        memory.remember(typed=plan.added, registered=desk.tournament.players.keys())
        memory.remember_config(self.current_config(desk))
        sentences += [error_text(FormatError(plan.problems), self.edition.language)] if plan.problems else []
        problems = send_to_printer(self.folder, plan.prints)
        return sentences + [
            say(problem.key, self.edition.language, text=problem.text) for problem in problems
        ]

    def _withheld(self, plan: FolderPlan, desk: Desk) -> list[str]:
        """Drop lists that would overwrite a file of the tournament, and those not allowed outside.

        Returns sentences about the former.
        """
        allowed, precious = PappDeskState(desk).places, self.precious(desk)
        sentences = []
        for name in sorted(plan.lists):
            place = self._outside(name)
            if precious.has(self.folder / name):
                sentences.append(error_text(FileExists(path=name, reason="ours"), self.edition.language))
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
        name, data = with_country_change(self._now, number, country)
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
        return stored_config(self.attachments)

    def current_config(self, desk: Desk) -> PappConfig:
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
        return folder_now(self.folder, stored_files(self.attachments))

    def precious(self, desk: Desk) -> ProtectedFiles:
        """The files of the tournament, which no list may overwrite."""
        files = self.config.files
        names = {files.players, f"{files.players}.txt", files.new_players, files.workfile}
        names |= {CONFIG_NAME, OLD_WORKFILE, LOCK, *TEMPLATE_NAMES}
        paths = [self.folder / name for name in names if name]
        return ProtectedFiles([*paths, *([self.config_path] if self.config_path else []), desk.journal.path])


def publish(desk: Desk, before: Tournament) -> None:
    """Write the lists that an action asks for; a list that cannot be written is skipped."""
    if not before.opened:
        return
    try:
        live = _folder(desk)
        if live is not None:
            live.follow(before, desk)
    except RondeError as error:
        desk.notices.append(error)


def _folder(desk: Desk) -> LivePappFolder | None:
    """The PAPP folder of the tournament, if `papp` wrote a workfile of the same name there."""
    file = desk.journal.path
    config, edition = config_beside(file), PappDeskState(desk).edition
    if config is None or edition is None:
        return None
    name = config_at(config).files.workfile
    workfile = file.parent / name
    if not workfile.is_file() or workfile.with_suffix(".ronde") != file:
        return None
    if locked(file.parent):
        raise FolderLocked(path=str(file.parent))
    return _live(config, workfile, name, edition)


def _live(config: Path, workfile: Path, name: str, edition: Edition) -> LivePappFolder:
    data = {"config": read_file(config), "workfile": read_file(workfile)}
    kept = PappFiles(data, {"config": CONFIG_NAME, "workfile": name})
    return LivePappFolder(workfile.parent, edition, kept.attachments(), config)


def changed_by_others(desk: Desk, workfile: bytes, edition: Edition) -> bool:
    """Whether the workfile is neither the one written here last nor the tournament's current state.

    After a power cut, a full disk, or with deferred saving, it is the one written last: the journal is newer.
    Restoring an older one is how an arbiter undoes something in PAPP (manual, 2.4).
    """
    text = decode(workfile)
    if not text.strip():
        return False  # emptied, perhaps by a full disk, and not by PAPP
    return not PappDeskState(desk).wrote(workfile) and not same_workfile(
        write_workfile(desk.tournament, edition), text
    )


def configured_anew(desk: Desk, attachments: Mapping[str, bytes], seat: str, language: str) -> list[str]:
    """Apply what changed in the configuration or in the workfile's commands since the desk last wrote.

    Settings that were changed at the desk stay, unless the files changed the same setting.
    """
    now = stored_config(attachments)
    before = PappDeskState(desk).config or stored_config(desk.journal.attachments())
    here = flat(desk.tournament.settings)
    configured, known = (flat(one.settings(rounds=1, brightwell=0)) for one in (now, before))
    news = {
        name: setting_text(value)
        for name, value in configured.items()
        if name.split(".")[0] in POINTS and value not in (known[name], here[name])
    }
    if not news:
        return []
    try:
        troubles = desk.run(ChangeSettings(news), Actor(seat)).troubles
    except RondeError as error:
        return [error_text(error, language)]
    return [say("desk.config-applied", language), *(error_text(one, language) for one in troubles)]


def save_foreign_workfile(desk: Desk, live: LivePappFolder) -> Path | None:
    """Back up a workfile that another program changed before ours replaces it; returns the copy's path."""
    path = live.workfile
    data = path.read_bytes() if path.is_file() else None
    if data is None or data == live.seen or not changed_by_others(desk, data, live.edition):
        return None
    return keep_copy(path, data)


def keep_copy(path: Path, data: bytes) -> Path:
    """Store the bytes of a workfile beside it; returns the path."""
    kept = dated(path)
    write_changed(kept.parent, {kept.name: data})
    return kept
