"""The process that reads uploaded files, with limits of memory and time, outside the server's loop.

python -m ronde.web.intake_reader READY FOLDER FORMAT SEAT NAME...      # started by `intake.py`
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ronde.core.errors import FactImpossible, FormatError, FormatUnknown, Problem
from ronde.core.tournament import Tournament
from ronde.desk import Desk
from ronde.formats.door import IMPORTS, format_of, import_path
from ronde.formats.imported import Imported
from ronde.formats.isolated import tell_apart

SHOWN: Final = 500
"""Players that a preview names."""
REMARKED: Final = 200
"""Remarks that a preview shows."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What a preview shows of a tournament that was read; the tournament itself stays in its file."""

    name: str
    date: str
    system: str
    rounds: int
    closed: int
    """Rounds that are over."""
    open_tables: int
    players: int
    first: tuple[tuple[str, str], ...]
    """Names and countries of the first players."""
    remarks: tuple[Problem, ...]
    """The first of them."""
    remark_count: int


def read(ready: Path, dropped: Path, format: str, seat: str, names: Sequence[str]) -> Summary:
    """Put the tournament that the files tell into a file of ours, and say what it is."""
    imported = _imported(dropped, names, format)
    tournament = _tried(ready, dropped, names, imported, seat)
    return _summary(tournament, imported.remarks if imported else ())


def _summary(tournament: Tournament, remarks: tuple[Problem, ...]) -> Summary:
    cards = list(tournament.players.values())
    return Summary(
        name=tournament.name,
        date=tournament.date,
        system=tournament.settings.system,
        rounds=tournament.settings.rounds,
        closed=len(tournament.closed_rounds),
        open_tables=len(tournament.open_round.tables),
        players=len(cards),
        first=tuple((card.full_name, card.country) for card in cards[:SHOWN]),
        remarks=remarks[:REMARKED],
        remark_count=len(remarks),
    )


def _imported(dropped: Path, names: Sequence[str], format: str) -> Imported | None:
    """What the files tell; None for a tournament of our own, which needs no reading."""
    if len(names) != 1:
        if any(name.lower().endswith(".ronde") for name in names):
            raise FormatUnknown(format=", ".join(names), known=list(IMPORTS))
        return import_path(dropped, "papp", bounded=True)
    path = dropped / names[0]
    chosen = format or format_of(path)
    if chosen == "ronde":
        return None
    if chosen == "papp" and path.suffix.lower() != ".cfg":
        return import_path(dropped, "papp", bounded=True)  # a workfile alone
    return import_path(path, chosen, bounded=True)


def _tried(
    ready: Path, dropped: Path, names: Sequence[str], imported: Imported | None, seat: str
) -> Tournament:
    """The tournament in a file of ours, made aside."""
    if imported is None:
        shutil.copyfile(dropped / names[0], ready)
        desk = Desk.open(ready)
    else:
        desk = Desk.create(ready)
    try:
        if imported is not None:
            desk.take_in(imported.actions(seat), imported.attachments)
        return desk.tournament
    except FactImpossible as error:
        number = f"{error.facts['number']}: " if "number" in error.facts else ""
        place = f"{number}{error.facts['kind']}"
        raise FormatError([Problem(names[0], 1, 1, "formats.contradiction", place)]) from error
    finally:
        desk.close()


def main() -> int:
    """Read what was dropped, and tell on standard output what it is or why it is refused."""
    ready, dropped, format, seat, *names = sys.argv[1:]
    return tell_apart(lambda: read(Path(ready), Path(dropped), format, seat, names))


if __name__ == "__main__":
    sys.exit(main())
