"""A PAPP folder kept alive beside the tournament: its files are written at the moments PAPP wrote them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ronde.core.tournament import Tournament
from ronde.formats.papp.door import (
    Edition,
    LiveFolder,
    Moment,
    kept_config,
    kept_template,
    send_to_printer,
    write_plan,
)
from ronde.i18n.door import say

__all__ = ["Live", "Moment"]


@dataclass(slots=True)
class Live:
    """The folder, and what an import kept of it."""

    folder: Path
    edition: Edition
    attachments: Mapping[str, bytes] = field(default_factory=dict)
    seen: bytes | None = None
    """The workfile as it was read or written last."""

    def write(self, moment: Moment, tournament: Tournament, *, lists_again: bool = False) -> list[str]:
        """Write what the moment asks for; sentences about a printer that did not work."""
        plan = LiveFolder(self.attachments, self.edition).plan(
            moment, tournament, datetime.now(), lists_again=lists_again
        )
        write_plan(self.folder, plan)
        self.look()
        problems = send_to_printer(self.folder, plan.prints)
        return [say(problem.key, self.edition.language, text=problem.text) for problem in problems]

    def look(self) -> None:
        """Remember the workfile as it is now."""
        self.seen = self.workfile.read_bytes() if self.workfile.is_file() else None

    @property
    def workfile(self) -> Path:
        """Where PAPP keeps the tournament."""
        return self.folder / kept_config(self.attachments).files.workfile

    @property
    def has_lists(self) -> bool:
        """Whether standings, teams or a crosstable are written after each round."""
        files = kept_config(self.attachments).files
        return bool(files.standings or files.teams or files.crosstable)

    @property
    def template(self) -> bytes | None:
        """The folder's own page for crosstables, if it has one."""
        return kept_template(self.attachments)
