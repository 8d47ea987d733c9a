"""What pairing needs to know about each player: score, colours, floats, meetings (papp 6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ronde.core.player import PlayerId
from ronde.core.tournament import Tournament
from ronde.scoring.door import RoundLine, record


class PastMeeting(NamedTuple):
    round: int
    first: bool


@dataclass(frozen=True, slots=True)
class Form:
    """A player's history as the penalties see it."""

    player: PlayerId
    half_points: int = 0
    balance: int = 0
    """Games with the first colour minus games with the second."""
    last_first: bool | None = None
    """The colour of the previous round, if he played it."""
    last_float: int = 0
    """By how much he was above his opponent when he last played or had the bye; absence is ignored."""
    last_half_points: int = 0
    """His half-points in the previous round; byes and absences count nothing."""
    idle: tuple[int, ...] = ()
    """The rounds without a game: a bye and an absence are the same here (papp 1.4)."""
    country: str = ""
    meetings: Mapping[PlayerId, tuple[PastMeeting, ...]] = field(default_factory=dict)


def forms(tournament: Tournament) -> dict[PlayerId, Form]:
    """The history of all players before the open round, in order of registration."""
    lines = record(tournament)
    scores = {player: _running(own) for player, own in lines.items()}
    return {player: _form(tournament, player, own, scores) for player, own in lines.items()}


def _form(
    tournament: Tournament, player: PlayerId, lines: list[RoundLine], scores: Mapping[PlayerId, list[int]]
) -> Form:
    games = [line for line in lines if line.played]
    last = lines[-1] if lines and lines[-1].played else None
    return Form(
        player=player,
        half_points=scores[player][-1],
        balance=2 * sum([line.first for line in games]) - len(games),
        last_first=last.first if last else None,
        last_float=_last_float(player, lines, scores),
        last_half_points=last.half_points if last else 0,
        idle=tuple([line.round for line in lines if not line.played]),
        country=_country(tournament, player),
        meetings=_meetings(games),
    )


def _running(lines: list[RoundLine]) -> list[int]:
    """Half-points before round 1, 2, ... and after the last."""
    totals = [0]
    for line in lines:
        totals.append(totals[-1] + line.half_points)
    return totals


def _last_float(player: PlayerId, lines: list[RoundLine], scores: Mapping[PlayerId, list[int]]) -> int:
    for line in reversed(lines):
        if line.bye:
            return line.half_points - 1
        if line.played:
            return scores[player][line.round - 1] - scores[line.opponent][line.round - 1]
    return 0


def _country(tournament: Tournament, player: PlayerId) -> str:
    """PAPP takes two players without a country for compatriots; we do not."""
    country = tournament.players[player].country.casefold()
    return country or ("" if tournament.settings.profile == "papp" else f"#{player}")


def _meetings(games: list[RoundLine]) -> dict[PlayerId, tuple[PastMeeting, ...]]:
    met: dict[PlayerId, tuple[PastMeeting, ...]] = {}
    for line in games:
        met[line.opponent] = (*met.get(line.opponent, ()), PastMeeting(line.round, line.first))
    return met
