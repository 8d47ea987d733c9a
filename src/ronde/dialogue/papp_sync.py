"""A folder used in turn by PAPP and Ronde: which of the two wrote last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ronde.app.desk import Desk
from ronde.core.decide.rounds import change_settings
from ronde.core.errors import RondeError
from ronde.dialogue.memory import Memory
from ronde.dialogue.papp_folder import LivePappFolder
from ronde.formats.disk import dated, write_changed
from ronde.formats.papp.door import (
    Edition,
    decode,
    kept_config,
    same_workfile,
    write_workfile,
)
from ronde.i18n.door import say, tell

POINTS = ("board", "penalties", "country", "zones")
"""The settings of the configuration; rounds and constant belong to the workfile."""


def changed_by_others(desk: Desk, workfile: bytes, edition: Edition) -> bool:
    """Whether the workfile is neither the one written here last nor the tournament's current state.

    After a power cut, a full disk, or with deferred saving, it is the one written last: the journal is newer.
    Restoring an older one is how an arbiter undoes something in PAPP (manual, 2.4).
    """
    text = decode(workfile)
    if not text.strip():
        return False  # emptied, perhaps by a full disk, and not by PAPP
    return not Memory(desk).wrote(workfile) and not same_workfile(
        write_workfile(desk.tournament, edition), text
    )


def configured_anew(desk: Desk, attachments: Mapping[str, bytes], seat: str, language: str) -> list[str]:
    """Apply what changed in the configuration or in the workfile's commands since the desk last wrote.

    Settings that were changed at the desk stay, unless the files changed the same setting.
    """
    now = kept_config(attachments)
    before = Memory(desk).config or kept_config(desk.journal.attachments())
    settings = desk.tournament.settings
    rounds, constant = settings.rounds, settings.brightwell
    configured = now.settings(rounds=rounds, brightwell=constant)
    known = before.settings(rounds=rounds, brightwell=constant)
    news = {
        name: getattr(configured, name)
        for name in POINTS
        if getattr(configured, name) != getattr(known, name)
    }
    wanted = replace(settings, **news)
    if wanted == settings:
        return []
    try:
        desk.act(seat, change_settings, settings=wanted)
    except RondeError as error:
        return [tell(error, language)]
    return [say("desk.config-applied", language)]


def kept_aside(desk: Desk, live: LivePappFolder) -> Path | None:
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
