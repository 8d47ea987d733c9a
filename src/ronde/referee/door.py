"""The door of the referee: clocks, games, matches and whole series."""

from __future__ import annotations

from ronde.referee.clock import Clock, parse_clock
from ronde.referee.contest import Contest, Course, Score
from ronde.referee.entrance import check, open_engine
from ronde.referee.game import Played, Watcher, go_on, play
from ronde.referee.match import LegResult, Rule, Tally, Winner, decided, first_mover, missing, tally, winner
from ronde.referee.roster import ATTACHMENT, Entrant, Refusal, Roster, find_entrants
from ronde.referee.scoreboard import replay_name, scoreboard
from ronde.referee.series import SEAT, Series, Task, attached_roster, leg_result, played_game
from ronde.referee.sheet import Sheet

__all__ = [
    "ATTACHMENT",
    "SEAT",
    "Clock",
    "Contest",
    "Course",
    "Entrant",
    "LegResult",
    "Played",
    "Refusal",
    "Roster",
    "Rule",
    "Score",
    "Series",
    "Sheet",
    "Tally",
    "Task",
    "Watcher",
    "Winner",
    "attached_roster",
    "check",
    "decided",
    "find_entrants",
    "first_mover",
    "go_on",
    "leg_result",
    "missing",
    "open_engine",
    "parse_clock",
    "play",
    "played_game",
    "replay_name",
    "scoreboard",
    "tally",
    "winner",
]
