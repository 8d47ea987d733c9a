"""Engines at HTTP addresses: called and calling back, thousands at once."""

from ronde.arena.http.card import LONGEST, SHORTEST, EngineCard, Key, Manner, address
from ronde.arena.http.challenges import Challenge, Stage, awaited, challenges, open_challenge, propose, settle
from ronde.arena.http.game_server import PERSON, GameRequest, GameServer, PersonSide, now
from ronde.arena.http.kits import KITS, packed_kit
from ronde.arena.http.ladder import EngineRung, Ladder, LadderView, ladder_view
from ronde.arena.http.league import (
    COMPETITIONS,
    CompetitionState,
    League,
    LeaguePlan,
    PausedCompetition,
    engines_league,
    event_of,
    found_league,
    ladder_seeds,
    pause_competition,
    paused_competitions,
    resume_competition,
    unfinished,
)
from ronde.arena.http.pending_moves import PATH, Callbacks, PendingMoves, Receipt, call_back_address
from ronde.arena.http.registration import (
    LEVELS,
    MANNERS,
    Consent,
    add_built_in_engines,
    answer_consent,
    ask_consent,
    consents,
    find_engine,
    plausible,
    read_game,
    read_level,
    read_manner,
    read_timeout,
    validate_card,
    with_new_key,
    without_consent,
    without_old_keys,
)
from ronde.arena.http.remote import CallBacks, Remote
from ronde.arena.http.requests import Requests, request
from ronde.arena.http.slots import Slots
from ronde.arena.http.statistics import (
    CompetitionTable,
    EngineScore,
    LossAlert,
    Losses,
    Progress,
    competition_table,
    expected_games,
    fault_detail,
    keep_loss_alert,
    loss_alert,
    loss_alerts,
    losses,
    progress,
    put_in_order,
    statistics,
)
from ronde.arena.http.store import EngineStore, GameRow
from ronde.arena.http.tester import EngineTrial, Point, Sign, examine, read_position
