"""What the referee writes: commands, some of them with files in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ronde.app.command import Command
from ronde.app.desk import Desk
from ronde.app.rights import Actor

SEAT: Final = "referee"
REFEREE: Final = Actor(SEAT)


class WithFiles(Command, frozen=True):
    """A command whose files are stored with it, such as the record of a game."""

    @property
    def files(self) -> Mapping[str, bytes]:
        raise NotImplementedError


def write(desk: Desk, command: Command) -> None:
    """Run a command of the referee; troubles stay with the desk, to be told when it is closed."""
    files = command.files if isinstance(command, WithFiles) else None
    desk.notices += desk.run(command, REFEREE, attach=files).troubles
