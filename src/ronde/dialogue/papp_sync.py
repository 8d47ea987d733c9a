"""A folder used in turn by PAPP and Ronde: which of the two wrote last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ronde.core.decide.rounds import change_settings
from ronde.core.errors import RondeError
from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.dialogue.memory import Memory
from ronde.dialogue.papp_folder import LivePappFolder
from ronde.formats.disk import write_changed
from ronde.formats.papp.door import (
    Edition,
    decode,
    kept_config,
    same_workfile,
    write_workfile,
)
from ronde.i18n.door import say, tell

POINTS = ("board", "penalties", "country", "zones")
"""The settings that are a configuration's; rounds and constant are the workfile's."""
CLOSED = "ronde-suivante"
"""The word by which a workfile closes a round."""


def papp_went_on(desk: Desk, workfile: bytes, edition: Edition) -> bool:
    """Whether the workfile tells something that this journal never said.

    After a power cut, a full disk, or with deferred saving, the workfile is an earlier word of ours: then the
    journal knows more, and nothing is read back.
    """
    text = decode(workfile)
    if not text.strip():
        return False  # it was emptied, perhaps by a full disk, and not by PAPP
    if workfile in desk.journal.attachments().values():
        return False  # it is still the one that was read in
    return not any(same_workfile(write_workfile(state, edition), text) for state in _states(desk, text))


def configured_anew(desk: Desk, attachments: Mapping[str, bytes], seat: str, language: str) -> list[str]:
    """Play on under what the configuration, or a command in the workfile, says since the desk last wrote.

    Settings that were changed at the desk stay, unless the files have changed in the same point.
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
    """Keep a workfile that another program changed under our feet, before ours takes its place; where."""
    path = live.workfile
    data = path.read_bytes() if path.is_file() else None
    if data is None or data == live.seen or not papp_went_on(desk, data, live.edition):
        return None
    kept = path.with_name(f"{path.stem}-{path.stat().st_mtime_ns}{path.suffix}")
    write_changed(kept.parent, {kept.name: data})
    return kept


def _states(desk: Desk, text: str) -> Iterator[Tournament]:
    """The tournament as it is and as it was, the latest first, back to when fewer rounds were closed."""
    closed = text.lower().count(CLOSED)
    yield desk.tournament
    starts = [entry.number for entry, _ in desk.history() if entry.number == entry.action]
    for start in reversed(starts[1:]):
        state = desk.at(start - 1)
        if len(state.closed_rounds) == closed:
            yield state
        elif len(state.closed_rounds) < closed:
            return
