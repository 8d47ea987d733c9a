"""Games, matches and tournaments between programs."""

from ronde.arena.referee.checkup import FULL, SHORT, TELLING, Checkup, check_up, first_fault
from ronde.arena.referee.cluster import ClusterPool, call_cluster
from ronde.arena.referee.competition import (
    REFEREE,
    SEAT,
    Competition,
    EnterProgram,
    MatchTie,
    OpenCompetition,
    ReplaceProgram,
    Shape,
    WithdrawProgram,
    match_ties,
    seed_rating,
    settings_of_shape,
    write,
)
from ronde.arena.referee.contest import Contest, ContestPool, ContestScore
from ronde.arena.referee.game import (
    Clock,
    GameState,
    Played,
    Watcher,
    all_watchers,
    fault_of,
    go_on,
    parse_clock,
    play,
)
from ronde.arena.referee.openings import (
    Expectation,
    Pace,
    balanced_openings,
    expected,
    game_seconds,
    has_openings,
    listed_openings,
    longest_game,
    shipped_openings,
    usual_length,
)
from ronde.arena.referee.results import (
    ProgramResult,
    open_engine,
    player_names,
    program_results,
    replay_name,
    scoreboard,
    stored_games,
)
from ronde.arena.referee.roster import (
    ADDRESS,
    ARCHIVE,
    SESSION,
    Entrant,
    Opener,
    Roster,
    RosterRefusal,
    Rule,
    Task,
    find_entrants,
    game_seed,
    open_program,
    seed_of,
)
from ronde.arena.referee.series import (
    Begun,
    FuturePool,
    LocalPool,
    Pool,
    PoolStopped,
    Series,
    Watch,
    attached_roster,
    played_game,
)
from ronde.arena.referee.worker import run_worker
