"""Results for the AGA: players, then the games of each round (go 7.5)."""

from __future__ import annotations

from ronde.formats.egf.h9 import encoded
from ronde.formats.egf.wall import rounds_of, wall_list
from ronde.model.go import write_rank
from ronde.model.player import PlayerId
from ronde.model.table import Table
from ronde.model.tournament import Tournament

UNNUMBERED = 99_999
"""The number of the first player without one; the others count down from it."""
EVEN_KOMI = 7


def write_aga(tournament: Tournament) -> bytes:
    rows = wall_list(tournament, everybody=True)
    free = iter(range(UNNUMBERED, 0, -1))
    numbers = {card.id: card.go.aga or str(next(free)) for card in (row.card for row in rows)}
    report = tournament.settings.report
    lines = [
        f"Tourney\t{tournament.name}, {report.city}",
        f"location='{report.city}'",
        f"\tstart={report.begin.replace('/', '-')}",
        f"\tfinish={report.end.replace('/', '-')}",
        "PLAYERS",
    ]
    for row in rows:
        card = row.card
        lines.append(f"{numbers[card.id]}\t{card.name}, {card.first_name}\t{write_rank(row.rank)}")
    for played in rounds_of(tournament):
        games = [_game(table, numbers) for table in played]
        lines += ["", f"GAMES {played.number}", *games]
    return encoded([*lines, "", "", "END"])


def _game(table: Table, numbers: dict[PlayerId, str]) -> str:
    stones = table.pair.handicap
    komi = 0 if stones else EVEN_KOMI
    given = stones if stones > 1 else 0
    white, black = numbers[table.second], numbers[table.first]
    return f"{white}\t{black}\t{_winner(table)}\t{given}\t{komi}"


def _winner(table: Table) -> str:
    played = table.result is not None and table.result.over_the_board
    points = table.result.half_points if played and table.result else (0, 0)
    return {(2, 0): "B", (0, 2): "W"}.get(points, "?")
