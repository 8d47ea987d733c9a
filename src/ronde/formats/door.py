"""The door of the printing room: which files can be read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ronde.core.errors import FileMissing, FormatUnknown
from ronde.core.events import Event, PlayerEntered, TournamentOpened
from ronde.core.player import PlayerId
from ronde.core.settings import Settings
from ronde.core.tournament import Tournament
from ronde.formats.imported import Imported

Actions = Sequence[tuple[int, str, str, Sequence[Event]]]
"""A journal by action: number, time, seat and facts."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file that was written, or several of a folder, by name; a single file has the empty name."""

    files: dict[str, bytes]


Importer = Callable[[Path], Imported]
Exporter = Callable[[Tournament, Actions, str], Exported]


def _import_json(path: Path) -> Imported:
    from ronde.formats.json import read_journal

    return read_journal(path)


def _import_csv(path: Path) -> Imported:
    """A list of people becomes a tournament in which all of them are registered."""
    from dataclasses import replace

    from ronde.formats.csv import read_players

    facts: list[Event] = [TournamentOpened(path.stem, "", Settings())]
    players = read_players(path)
    taken: set[PlayerId] = {player.id for player in players}
    free = (number for number in range(1, len(players) * 2 + 2) if number not in taken)
    facts += [PlayerEntered(replace(one, id=one.id or next(free)), 1) for one in players]
    return Imported(tuple(facts))


def _export_json(tournament: Tournament, actions: Actions, language: str) -> Exported:
    from ronde.formats.json import write_journal

    return Exported({"": write_journal(actions)})


def _export_csv(tournament: Tournament, actions: Actions, language: str) -> Exported:
    from ronde.formats.lists import standings_csv

    return Exported({"": standings_csv(tournament, language)})


def _export_players(tournament: Tournament, actions: Actions, language: str) -> Exported:
    from ronde.formats.lists import players_csv

    return Exported({"": players_csv(tournament, language)})


def _export_text(tournament: Tournament, actions: Actions, language: str) -> Exported:
    from ronde.formats.lists import standings_text

    return Exported({"": (standings_text(tournament, language) + "\n").encode()})


IMPORTS: dict[str, Importer] = {"json": _import_json, "csv": _import_csv}
EXPORTS: dict[str, Exporter] = {
    "json": _export_json,
    "csv": _export_csv,
    "players-csv": _export_players,
    "text": _export_text,
}


def import_path(path: Path, format: str | None = None) -> Imported:
    """Read a file or folder in the named format, or in the one its name tells."""
    if not path.exists():
        raise FileMissing(path=str(path))
    name = format or path.suffix.lower().removeprefix(".")
    if name not in IMPORTS:
        raise FormatUnknown(format=name or path.name, known=list(IMPORTS))
    return IMPORTS[name](path)


def export(tournament: Tournament, actions: Actions, format: str, language: str) -> Exported:
    """The tournament in the named format."""
    if format not in EXPORTS:
        raise FormatUnknown(format=format, known=list(EXPORTS))
    return EXPORTS[format](tournament, actions, language)
