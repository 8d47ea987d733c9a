"""Standings and team standings (papp 3.6)."""

from __future__ import annotations

from ronde.core.tournament import Tournament
from ronde.formats.papp.edition import Edition
from ronde.formats.papp.write.figures import tiebreak
from ronde.formats.papp.write.lists import heading
from ronde.scoring.door import Row, Team, standings, teams


def standings_list(tournament: Tournament, edition: Edition, upto: int | None = None) -> str:
    """The standings after some closed rounds, or after all."""
    table = standings(tournament, upto)
    key = "standings" if table.after else "registered"
    title = edition.say(key, players=len(table.rows), round=table.after)
    halves = any(row.half_points % 2 for row in table.rows)
    shown = [f"[{tiebreak(broken(row))}]" for row in table.rows]
    width = max(map(len, shown), default=0)
    lines = []
    above: Row | None = None
    for row, tie in zip(table.rows, shown, strict=True):
        same = above is not None and above.half_points == row.half_points
        group = " " * (14 if halves else 12) if same else _group(row, halves=halves)
        equal = same and above is not None and broken(above) == broken(row)
        lines.append(f"{group} {'' if equal else tie:>{width}}  {_who(tournament, row)}\n")
        above = row
    return heading(tournament, title) + "".join(lines)


def broken(row: Row) -> float:
    """The tie-break PAPP shows: the first one."""
    return next(iter(row.tiebreaks.values()), 0.0)


def _group(row: Row, *, halves: bool) -> str:
    """Place and points, for the first of the players with equal points."""
    half = (".5" if row.half_points % 2 else ". ") if halves else ""
    unit = "pts" if row.half_points > 2 else "pt "
    return f"{row.place:3d}:{row.half_points // 2:4d}{half} {unit}"


def _who(tournament: Tournament, row: Row) -> str:
    card = tournament.player(row.player)
    usual = card.country.casefold() == tournament.settings.country.casefold()
    country = "" if usual or not card.country else f" {{{card.country}}}"
    return f"{'-' if tournament.has_left(row.player) else ' '}{card.full_name} ({row.player}){country}"


def teams_list(tournament: Tournament, edition: Edition, upto: int | None = None) -> str:
    after = len(tournament.closed_rounds) if upto is None else upto
    ranked = teams(tournament, after)
    title = edition.say("teams" if after else "teams-registered", teams=len(ranked), round=after)
    return heading(tournament, title) + "".join(_team(team) for team in ranked)


def _team(team: Team) -> str:
    half = ".5 " if team.half_points % 2 else "\t"
    return f"  {team.country:<7}  {team.half_points // 2:5d}{half}pts\n"
