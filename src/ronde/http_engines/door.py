"""The public names of `ronde.http_engines`."""

from __future__ import annotations

from ronde.http_engines.addresses import Allowed, check_url, parse_allowed
from ronde.http_engines.card import LONGEST, SHORTEST, EngineCard, Key, Manner
from ronde.http_engines.client import Delivery, WebhookSender
from ronde.http_engines.floor import EACH, MOST, Floor
from ronde.http_engines.game_server import PERSON, GameRequest, GameServer, PersonSeat, now
from ronde.http_engines.kits import KITS, packed_kit
from ronde.http_engines.ladder import Ladder, LadderView, ladder_view
from ronde.http_engines.league import SYSTEMS as COMPETITIONS
from ronde.http_engines.league import (
    League,
    LeaguePlan,
    Rest,
    RestingCompetition,
    engines_league,
    event_of,
    found_league,
    ladder_seeds,
    lay_down,
    resting,
    take_up,
    unfinished,
)
from ronde.http_engines.mailbox import PATH as CALL_BACK_PATH
from ronde.http_engines.mailbox import Callbacks, Mailbox, Receipt, call_back_address
from ronde.http_engines.registration import (
    LEVELS,
    MANNERS,
    Consent,
    answer_consent,
    ask_consent,
    checked,
    consents,
    plausible,
    read_game,
    read_level,
    read_manner,
    read_timeout,
    registered,
    seat_the_house,
    unwilling,
    with_new_key,
    without_old_keys,
)
from ronde.http_engines.remote import CallBacks, Remote
from ronde.http_engines.requests import Requests, request
from ronde.http_engines.statistics import (
    AlertWish,
    CompetitionTable,
    EngineScore,
    Losses,
    Progress,
    alert_wish,
    alert_wishes,
    competition_table,
    expected_games,
    fault_detail,
    keep_wish,
    losses,
    progress,
    put_in_order,
    statistics,
)
from ronde.http_engines.store import EngineStore, GameRow
from ronde.http_engines.tester import EngineTrial, Point, Sign, examine, read_position
from ronde.http_engines.wire import address
