"""A folder that PAPP and Ronde take turns in: who has had the last word?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ronde.core.tournament import Tournament
from ronde.counter.live import Live
from ronde.desk import Desk
from ronde.formats.papp.door import Edition, decode, same_workfile, write_files, write_workfile

CLOSED = "ronde-suivante"
"""The word by which a workfile closes a round."""


def papp_went_on(desk: Desk, workfile: bytes, edition: Edition) -> bool:
    """Whether the workfile tells something that this journal never said.

    After a power cut, a full disk, or with deferred saving, the workfile is an earlier word of ours: then the
    journal knows more, and nothing is read back.
    """
    told = decode(workfile)
    if not told.strip():
        return False  # it was emptied, perhaps by a full disk, and not by PAPP
    if workfile in desk.journal.attachments().values():
        return False  # it is still the one that was read in
    return not any(same_workfile(write_workfile(state, edition), told) for state in _states(desk, told))


def kept_aside(desk: Desk, live: Live) -> Path | None:
    """Keep a workfile that another program changed under our feet, before ours takes its place; where."""
    path = live.workfile
    data = path.read_bytes() if path.is_file() else None
    if data is None or data == live.seen or not papp_went_on(desk, data, live.edition):
        return None
    kept = path.with_name(f"{path.stem}-{path.stat().st_mtime_ns}{path.suffix}")
    write_files(kept.parent, {kept.name: data})
    return kept


def _states(desk: Desk, told: str) -> Iterator[Tournament]:
    """The tournament as it is and as it was, the latest first, back to when fewer rounds were closed."""
    closed = told.lower().count(CLOSED)
    yield desk.tournament
    starts = [entry.number for entry, _ in desk.history() if entry.number == entry.action]
    for start in reversed(starts[1:]):
        state = desk.at(start - 1)
        if len(state.closed_rounds) == closed:
            yield state
        elif len(state.closed_rounds) < closed:
            return
