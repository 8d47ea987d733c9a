"""Files of the folder that changed since a tournament began: the user is asked about each."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from ronde.app.desk import Desk
from ronde.cli.programs.changes import change_program, newcomer, take_in
from ronde.cli.programs.person import LeftOff, agreed
from ronde.cli.session import CommandRun
from ronde.cli.speech import language, option, spoken
from ronde.core.errors import RosterDiffers, RuleError
from ronde.core.events import ProgramChanged
from ronde.i18n.door import tell
from ronde.referee.door import ATTACHMENT, EnterProgram, Entrant, Roster, attached_roster

ASK, ACCEPT, IGNORE = "ask", "accept", "ignore"

changes_option = option(
    "--changes", type=click.Choice([ASK, ACCEPT, IGNORE]), default=ASK, help="tournoi-changes"
)


@dataclass(frozen=True, slots=True)
class Differences:
    """Decides about files that are new or changed."""

    session: CommandRun
    desk: Desk
    folder: Path
    path: Path
    wish: str
    silent: bool
    """Whether only JSON may be printed."""

    def changed(self, roster: Roster, there: Iterable[Entrant]) -> Roster:
        """The roster after every changed program was accepted or refused."""
        here = {Path(one.path).name: one for one in there}
        for kept in roster.entrants:
            program = here.get(Path(kept.path).name)
            if program is not None and program.digest != kept.digest:
                self._changed(roster, kept, program)
        return attached_roster(self.desk) or roster

    def new(self, roster: Roster, there: Iterable[Entrant]) -> Roster:
        """The roster after every new program was accepted, ignored or refused."""
        known = _known(self.desk, roster)
        for program in there:
            if Path(program.path).name not in known:
                self._new(roster, program)
        return attached_roster(self.desk) or roster

    def _changed(self, roster: Roster, kept: Entrant, program: Entrant) -> None:
        facts = {"name": Path(program.path).name, "folder": str(self.folder), "path": str(self.path)}
        if not self._agreed("programs.ask-changed", **facts):
            raise RosterDiffers(reason="changed", entrant=kept.name, **facts)
        change_program(self.session, self.desk, roster, kept.id, Path(program.path))

    def _new(self, roster: Roster, program: Entrant) -> None:
        facts = {"name": Path(program.path).name, "folder": str(self.folder), "path": str(self.path)}
        refusal = self._refusal(roster, program)
        if refusal is not None or self.wish == IGNORE:
            click.echo(spoken("programs.newcomer", **facts), err=True)
            if refusal is not None:
                click.echo(tell(refusal, language()), err=True)
        elif self._agreed("programs.ask-new", **facts):
            take_in(self.session, self.desk, roster, Path(program.path))
        elif not self._asks:
            raise RosterDiffers(reason="new", **facts)

    def _refusal(self, roster: Roster, entrant: Entrant) -> RuleError | None:
        """Why a new program could not enter even if the arbiter accepted it."""
        program = Path(entrant.path)
        try:
            self.desk.preview(EnterProgram(roster, newcomer(program), program.name, entrant.digest))
        except RuleError as error:
            return error
        return None

    def _agreed(self, key: str, **facts: str) -> bool:
        if self.wish == ACCEPT:
            return True
        try:
            return self._asks and agreed(spoken(key, **facts))
        except LeftOff:
            return False

    @property
    def _asks(self) -> bool:
        return self.wish == ASK and not self.silent and sys.stdin.isatty() and sys.stdout.isatty()


def _known(desk: Desk, roster: Roster) -> set[str]:
    """The files of all programs that play or played, including replaced ones."""
    data = desk.journal.attachment(ATTACHMENT) or b"{}"
    first = Roster.from_json(data).entrants
    changed = [entry.event for entry, _ in desk.history() if isinstance(entry.event, ProgramChanged)]
    later = [one.file for one in changed if one.player in desk.tournament.players]
    return {Path(one.path).name for one in (*first, *roster.entrants)} | set(later)
