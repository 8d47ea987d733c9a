"""What a game, a bye or an absence is worth, and where its points come from (keizer 1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ronde.core.keizer import KeizerSettings, Shares
from ronde.core.player import Absence, PlayerId
from ronde.core.result import Kind
from ronde.scoring.keizer_numbers import single
from ronde.scoring.keizer_season import GONE, Season
from ronde.scoring.record import RoundLine

Values = Mapping[PlayerId, float]


@dataclass(frozen=True, slots=True)
class Source:
    """Where some points of a player come from: `percent` of a value, his own or his opponent's."""

    round: int
    """0 for the own value, which counts once."""
    kind: str
    points: float
    value: float = 0.0
    percent: float = 0.0
    opponent: PlayerId = 0
    halvings: int = 0
    """How often fading halved an absence."""


GAMES = {2: "win", 1: "draw", 0: "loss"}
KINDS = (
    "own", "win", "draw", "loss", "forfeit-win", "forfeit-loss", "double-forfeit", "adjourned", "unplayed",
    "withdrawn-win", "withdrawn-draw", "withdrawn-loss", "bye", "club", "excused", "unexcused", "late", "out",
)  # fmt: skip
"""Every kind of source."""

_ABSENCES = {
    Absence.CLUB: "club",
    Absence.ABSENT: "excused",  # who says before the round that he will not come is excused
    Absence.EXCUSED: "excused",
    Absence.UNEXCUSED: "unexcused",
    Absence.LATE: "late",
    Absence.PREREGISTERED: "late",
    Absence.HALF_BYE: "excused",
    Absence.FULL_BYE: "excused",
}


def sources(season: Season, player: PlayerId, values: Values) -> list[Source]:
    """Where all points of one player come from, round by round, when these are the values."""
    found: list[Source] = []
    missed = 0
    for line in season.lines[player]:
        if line.result is not None:
            found.append(_game(season, player, line, values))
        elif line.bye or line.absence not in GONE:
            kind = "bye" if line.bye else _ABSENCES[line.absence or Absence.ABSENT]
            missed += kind in ("excused", "unexcused")
            found.append(_idle(season, player, line.round, kind, values[player], missed))
    return found


def own_value(season: Season, player: PlayerId, values: Values) -> Source:
    """The victory against oneself: the own value once, or fading out over five rounds (keizer 1.5)."""
    kept = 1.0
    if season.settings.fade_own and season.after:
        kept = single(max(5 - season.after, 0) / 5)
    value = values[player]
    return Source(0, "own", kept * value, value, round(100 * kept, 4))


def _idle(season: Season, player: PlayerId, number: int, kind: str, value: float, missed: int) -> Source:
    if player in season.withdrawn:
        return Source(number, "out", 0.0)
    fading = season.settings.fade_absences and kind in ("excused", "unexcused")
    halvings = missed - 1 if fading else 0
    percent = _share(season.settings, kind)
    points = single(single(single(value / 2.0**halvings) * percent) / 100)
    return Source(number, kind, points, value, percent, halvings=halvings)


def _share(settings: KeizerSettings, kind: str) -> int:
    shares: Shares = settings.shares
    by_kind = {"bye": shares.bye, "club": shares.club, "excused": shares.excused}
    return by_kind.get(kind, shares.unexcused)  # a late start is paid as an unexcused absence


def _game(season: Season, player: PlayerId, line: RoundLine, values: Values) -> Source:
    if player in season.withdrawn:
        return Source(line.round, "out", 0.0, opponent=line.opponent)
    if line.opponent in season.withdrawn:
        return _against_withdrawn(season, line, values[player])
    kind = _kind(line)
    value = values[line.opponent]
    loss = season.settings.shares.loss
    percent = {2: 100, 1: 50, 0: loss if kind == "loss" else 0}[line.half_points]
    points = {2: value, 1: single(value / 2), 0: single(single(percent / 100) * value)}[line.half_points]
    return Source(line.round, kind, points, value, percent, line.opponent)


def _kind(line: RoundLine) -> str:
    kind = line.result.kind if line.result else Kind.UNPLAYED
    if kind is Kind.FORFEIT:
        return f"forfeit-{GAMES[line.half_points]}"
    return GAMES[line.half_points] if kind is Kind.PLAYED else kind.value


def _against_withdrawn(season: Season, line: RoundLine, value: float) -> Source:
    """Paid from the own value: games with somebody who has left stop counting for what he is worth."""
    shares = season.settings.shares
    base = single(single(shares.withdrawn / 100) * value)
    loss = single(base * single(shares.loss / 100))
    points = {2: base, 1: single(base / 2), 0: loss}[line.half_points]
    percent = shares.withdrawn * {2: 1.0, 1: 0.5, 0: shares.loss / 100}[line.half_points]
    kind = f"withdrawn-{GAMES[line.half_points]}"
    return Source(line.round, kind, points, value, percent, line.opponent)
