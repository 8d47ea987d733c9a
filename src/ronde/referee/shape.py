"""The shape of a tournament of programs or engines: its system, its rounds, and how it is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ronde.app.command import Context
from ronde.core.bracket import CupSettings
from ronde.core.decide.players import enter_player
from ronde.core.decide.rounds import open_tournament
from ronde.core.errors import SettingImpossible
from ronde.core.events import Event
from ronde.core.player import Player
from ronde.core.replay import replay
from ronde.core.result import Board
from ronde.core.schedule import scheduled_rounds
from ronde.core.settings import GauntletSettings, Settings, check_settings
from ronde.core.systems import SYSTEMS, Schedule, System
from ronde.core.tournament import Tournament
from ronde.referee.command import WithFiles
from ronde.referee.roster import ATTACHMENT, Roster

HIGHEST: Final = 9_999
"""No seed is better than this rating."""


@dataclass(frozen=True, slots=True)
class Shape:
    system: str = "cup"
    """One of the pairing systems of people's tournaments."""
    rounds: int = 0
    """Rounds of a Swiss; 0 takes the usual number."""
    laps: int = 1
    """How often everybody meets everybody."""
    champions: int = 1
    """How many top seeds meet all others."""
    cup: CupSettings = field(default_factory=CupSettings)


def shaped(shape: Shape, *, games: int, count: int) -> Settings:
    """The settings for that many entrants; the rounds follow from the system except in a Swiss."""
    check_settings(Settings(system=shape.system))
    system = SYSTEMS[shape.system]  # top seeds need opponents
    if system.schedule is Schedule.GAUNTLET and shape.champions >= count:
        facts = {"setting": "gauntlet.champions", "value": str(shape.champions), "allowed": f"1-{count - 1}"}
        raise SettingImpossible(reason="allowed", **facts)
    settings = Settings(
        system=shape.system,
        board=_board(system, games),
        tiebreaks=_tiebreaks(system, games),
        laps=shape.laps,
        gauntlet=GauntletSettings(shape.champions),
        cup=shape.cup,
    )
    usual = max(1, min(count - 1, max(3, (count - 1).bit_length() + 1)))
    chosen = replace(settings, rounds=scheduled_rounds(settings, count) or shape.rounds or usual)
    check_settings(chosen)
    return chosen


def _board(system: System, games: int) -> Board:
    """The points of a match; a free round of a schedule pays nothing, as everybody has the same games."""
    total = 1 if system.knock_out else games
    return Board(total=total, bye=total if system.scheduled and not system.knock_out else 0)


def _tiebreaks(system: System, games: int) -> tuple[str, ...]:
    """What is meaningful: opponents' strength where they differ, points of games in longer matches."""
    by_games = ("discs",) if games > 1 and not system.knock_out else ()
    return by_games if system.scheduled else ("buchholz", *by_games)


def seed_rating(rating: float | None) -> int:
    """A rating as a seed; the worst rating still ranks above none."""
    return 0 if rating is None else max(1, min(HIGHEST, round(rating)))


class OpenCompetition(WithFiles, frozen=True):
    """Open a tournament with all its entrants and its roster"""

    name: str
    settings: Settings
    players: tuple[Player, ...]
    roster: Roster

    @property
    def files(self) -> Mapping[str, bytes]:
        return {ATTACHMENT: self.roster.to_json()}

    def decide(self, now: Tournament, context: Context) -> list[Event]:
        events = open_tournament(now, name=self.name, date="", settings=self.settings)
        now = replay(events, now)
        for player in self.players:
            entered = enter_player(now, player=player)
            events, now = [*events, *entered], replay(entered, now)
        return events
