"""The door of the referee: clocks, games, matches and whole series."""

from __future__ import annotations

from ronde.referee.clock import Clock, parse_clock
from ronde.referee.cluster import ClusterPool, run_worker
from ronde.referee.contest import Contest, Course, Score
from ronde.referee.entrance import check, open_engine
from ronde.referee.game import Played, Watcher, go_on, play
from ronde.referee.match import LegResult, Rule, Tally, Winner, decided, first_mover, missing, tally, winner
from ronde.referee.pool import LocalPool, Pool, Watch
from ronde.referee.roster import ATTACHMENT, Entrant, Refusal, Roster, find_entrants
from ronde.referee.scoreboard import replay_name, scoreboard
from ronde.referee.series import (
    SEAT,
    Series,
    attached_roster,
    game_played,
    leg_result,
    played_game,
    tasks,
)
from ronde.referee.sheet import Sheet
from ronde.referee.task import Task, draw_seed, game_seed

__all__ = [
    "ATTACHMENT",
    "SEAT",
    "Clock",
    "ClusterPool",
    "Contest",
    "Course",
    "Entrant",
    "LegResult",
    "LocalPool",
    "Played",
    "Pool",
    "Refusal",
    "Roster",
    "Rule",
    "Score",
    "Series",
    "Sheet",
    "Tally",
    "Task",
    "Watch",
    "Watcher",
    "Winner",
    "attached_roster",
    "check",
    "decided",
    "draw_seed",
    "find_entrants",
    "first_mover",
    "game_played",
    "game_seed",
    "go_on",
    "leg_result",
    "missing",
    "open_engine",
    "parse_clock",
    "play",
    "played_game",
    "replay_name",
    "run_worker",
    "scoreboard",
    "tally",
    "tasks",
    "winner",
]
