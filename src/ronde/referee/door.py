"""The public names of the referee."""

from __future__ import annotations

from ronde.referee.checkup import FULL, SHORT, TELLING, Checkup, check_up, first_fault
from ronde.referee.clock import Clock, parse_clock
from ronde.referee.cluster import ClusterPool
from ronde.referee.command import REFEREE, SEAT, write
from ronde.referee.competition import Competition, MatchTie, RecordGame, match_ties
from ronde.referee.contest import Contest, ContestScore, Course
from ronde.referee.entrance import open_engine
from ronde.referee.entries import EnterProgram, ReplaceProgram, WithdrawProgram
from ronde.referee.estimate import Expectation, Pace, expected, game_seconds, longest_game, usual_length
from ronde.referee.game import Played, Watcher, go_on, play
from ronde.referee.match import Rule
from ronde.referee.openings import balanced_openings, has_openings, listed_openings, shipped_openings
from ronde.referee.pool import Begun, Halted, LocalPool, Pool, Watch
from ronde.referee.results import ProgramResult, program_results, stored_games
from ronde.referee.roster import (
    ADDRESS,
    ATTACHMENT,
    SESSION,
    Entrant,
    Opener,
    Roster,
    RosterRefusal,
    find_entrants,
    open_program,
    seed_of,
)
from ronde.referee.scheduler import call_cluster, need_cluster
from ronde.referee.scoreboard import player_names, replay_name, scoreboard
from ronde.referee.series import Series, attached_roster, played_game
from ronde.referee.shape import OpenCompetition, Shape, seed_rating, shaped
from ronde.referee.sheet import Sheet
from ronde.referee.task import Task, game_seed
from ronde.referee.worker import run_worker
from ronde.referee.workers import Refuse, silent
