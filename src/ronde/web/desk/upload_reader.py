"""The process that reads uploaded files, with limits of memory and time."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ronde.app.desk import Desk
from ronde.app.exchange import IMPORTS, format_of, import_path
from ronde.app.isolated import answer_isolated
from ronde.formats.egf.wall import short_name
from ronde.formats.files import ImportResult
from ronde.model.errors import EventImpossible, FormatError, FormatUnknown, Problem
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.render.go import has_start, ranked_name

SHOWN: Final = 500
"""How many players a preview names."""
REMARKED: Final = 200
"""How many remarks a preview shows."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary shown before an import; the tournament itself is in its file."""

    name: str
    date: str
    system: str
    rounds: int
    closed: int
    open_tables: int
    players: int
    first: tuple[tuple[str, str], ...]
    """Names and countries of the first players."""
    go: tuple[tuple[str, str], ...]
    """Settings of Go, by the words of their heads."""
    remarks: tuple[Problem, ...]
    """The first of them."""
    remark_count: int


def read(ready: Path, dropped: Path, format: str, seat: str, names: Sequence[str]) -> Summary:
    """Write the tournament in the files to a file of ours, and return a summary."""
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
        first=tuple((ranked_name(tournament, card.id), card.country) for card in cards[:SHOWN]),
        go=_go(tournament.settings) if tournament.settings.pairing_system.go else (),
        remarks=remarks[:REMARKED],
        remark_count=len(remarks),
    )


def _go(settings: Settings) -> tuple[tuple[str, str], ...]:
    groups = (("bar", settings.mcmahon.groups.bar), ("floor", settings.mcmahon.groups.floor))
    criteria = ", ".join(map(short_name, settings.tiebreaks))
    return (*(groups if has_start(settings) else ()), ("criteria", criteria))


def _imported(dropped: Path, names: Sequence[str], format: str) -> ImportResult | None:
    """The imported files; None for a tournament of our own, which is opened as it is."""
    if len(names) != 1:
        if any(name.lower().endswith(".ronde") for name in names):
            raise FormatUnknown(format=", ".join(names), known=list(IMPORTS))
        return import_path(dropped, "papp", bounded=True)
    path = dropped / names[0]
    chosen = format or format_of(path)
    if chosen == "ronde":
        return None
    if chosen == "papp" and path.suffix.lower() != ".cfg":
        return import_path(dropped, "papp", bounded=True)  # a PAPP work file alone
    return import_path(path, chosen, bounded=True)


def _tried(
    ready: Path, dropped: Path, names: Sequence[str], imported: ImportResult | None, seat: str
) -> Tournament:
    """The tournament in a temporary file of ours."""
    if imported is None:
        shutil.copyfile(dropped / names[0], ready)
        desk = Desk.open(ready)
    else:
        desk = Desk.create(ready)
    try:
        if imported is not None:
            desk.take_in(imported.actions(seat), imported.attachments)
        return desk.tournament
    except EventImpossible as error:
        number = f"{error.facts['number']}: " if "number" in error.facts else ""
        place = f"{number}{error.facts['kind']}"
        raise FormatError([Problem(names[0], 1, 1, "formats.contradiction", place)]) from error
    finally:
        desk.close()


def main() -> int:
    """Read the upload, and print the summary or the refusal as JSON."""
    ready, dropped, format, seat, *names = sys.argv[1:]
    return answer_isolated(lambda: read(Path(ready), Path(dropped), format, seat, names))


if __name__ == "__main__":
    sys.exit(main())
