"""The lists of a PAPP folder after rounds were paired, closed or undone elsewhere than at `papp`."""

from __future__ import annotations

from pathlib import Path

from ronde.app.desk import Desk
from ronde.core.errors import FolderLocked, RondeError
from ronde.dialogue.memory import Memory
from ronde.dialogue.papp_folder import LivePappFolder
from ronde.formats.disk import read_file
from ronde.formats.papp.door import CONFIG_NAME, Edition, PappFiles, config_at, locked
from ronde.formats.papp_beside import config_beside


def publish(desk: Desk) -> None:
    """Write the lists that the new events ask for; a list that cannot be written is skipped."""
    before, desk.unpublished = desk.unpublished, None
    if before is None or not before.opened:
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
    config, edition = config_beside(file), Memory(desk).edition
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
