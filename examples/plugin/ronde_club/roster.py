"""Lists of players as a club writes them: a name on each line, the rating in parentheses if there is one."""

from __future__ import annotations

import re
from pathlib import Path

from ronde.app.exchange import ExportContext, ExportResult
from ronde.formats.csv import read_text
from ronde.formats.files import ImportResult
from ronde.model.errors import FormatError, Problem
from ronde.model.events import PlayerEntered, TournamentOpened
from ronde.model.player import Player, split_name
from ronde.model.settings import Settings

_LINE = re.compile(r"([^()\s][^()]*?)\s*(?:\((\d{1,4})\))?\s*")


def write(context: ExportContext) -> ExportResult:
    """The players by number, for `ronde export --as roster`."""
    lines = [_line(player) for player in context.tournament.players.values()]
    return ExportResult({"": "".join(lines).encode()})


def read(path: Path) -> ImportResult:
    """A tournament in which everybody on the list is registered, or a refusal that names the wrong lines."""
    found = [_LINE.fullmatch(line) for line in read_text(path).splitlines()]
    wrong = [at for at, match in enumerate(found, start=1) if match is None]
    if wrong:
        raise FormatError([Problem(str(path), at, 1, "formats.roster-line") for at in wrong])
    players = [_player(number, match) for number, match in enumerate(found, start=1) if match]
    opened = TournamentOpened(path.stem, "", Settings())
    return ImportResult((opened, *(PlayerEntered(player, 1) for player in players)))


def _line(player: Player) -> str:
    return f"{player.full_name} ({player.rating})\n" if player.rating else f"{player.full_name}\n"


def _player(number: int, line: re.Match[str]) -> Player:
    name, first_name = split_name(line[1])
    return Player(number, name, first_name, rating=int(line[2] or 0))
