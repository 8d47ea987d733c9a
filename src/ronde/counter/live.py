"""A PAPP folder kept alive beside the tournament: its files are written at the moments PAPP wrote them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ronde.core.errors import FormatError
from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.papp.door import (
    CONFIG_NAME,
    Edition,
    LiveFolder,
    Moment,
    Plan,
    kept_config,
    kept_template,
    only_read,
    send_to_printer,
    template_now,
    with_emigrant,
    write_files,
    write_plan,
)
from ronde.i18n.door import say, tell

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
        """Write what the moment asks for; sentences about a list that could not be made or printed."""
        plan = LiveFolder(template_now(self.folder, self.attachments), self.edition).plan(
            moment, tournament, datetime.now(), lists_again=lists_again
        )
        self._spare(plan)
        write_plan(self.folder, plan)
        self.look()
        told = [tell(FormatError(plan.problems), self.edition.language)] if plan.problems else []
        problems = send_to_printer(self.folder, plan.prints)
        return told + [say(problem.key, self.edition.language, text=problem.text) for problem in problems]

    def _spare(self, plan: Plan) -> None:
        """Leave files alone that we only read: an arbiter may have edited them while the desk was open.

        The configuration may even lie elsewhere, and serve other tournaments too.
        """
        workfile = self.workfile
        for name, data in list(plan.files.items()):
            path = self.folder / name
            there = path.is_file() or name == CONFIG_NAME
            if path != workfile and there and only_read(self.attachments, name, data):
                del plan.files[name]

    def emigrates(self, number: PlayerId, country: str) -> None:
        """Note in the new-players file that somebody who is not registered plays for another country."""
        before = self.attachments
        self.attachments = with_emigrant(before, number, country)
        changed = {name for name, data in self.attachments.items() if before.get(name) != data}
        write_files(self.folder, {Path(name).name: self.attachments[name] for name in changed})

    def look(self) -> None:
        """Remember the workfile as it is now."""
        self.seen = self.workfile.read_bytes() if self.workfile.is_file() else None

    @property
    def workfile(self) -> Path:
        """Where PAPP keeps the tournament."""
        return self.folder / kept_config(self.attachments).files.workfile

    @property
    def subfolder(self) -> bool:
        """Whether the lists go to a subfolder named after the tournament."""
        return kept_config(self.attachments).subfolder

    @property
    def has_lists(self) -> bool:
        """Whether standings, teams or a crosstable are written after each round."""
        files = kept_config(self.attachments).files
        return bool(files.standings or files.teams or files.crosstable)

    @property
    def template(self) -> bytes | None:
        """The folder's own page for crosstables as it is now, if it has one."""
        return kept_template(template_now(self.folder, self.attachments))
