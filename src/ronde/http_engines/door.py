"""The public names of `ronde.http_engines`."""

from __future__ import annotations

from ronde.http_engines.addresses import Allowed, check_url, parse_allowed
from ronde.http_engines.alerts import (
    AlertWish,
    Losses,
    alert_wish,
    alert_wishes,
    fault_detail,
    keep_wish,
    losses,
)
from ronde.http_engines.card import LONGEST, SHORTEST, EngineCard, Key, Manner
from ronde.http_engines.client import Delivery, WebhookSender
from ronde.http_engines.competition_table import CompetitionTable, competition_table, put_in_order
from ronde.http_engines.consent import Consent, answer_consent, ask_consent, consents, unwilling
from ronde.http_engines.floor import Floor
from ronde.http_engines.game_server import PERSON, GameRequest, GameServer, now
from ronde.http_engines.kits import KITS, packed_kit
from ronde.http_engines.ladder import Ladder
from ronde.http_engines.ladder_view import LadderView, ladder_view, view_aside
from ronde.http_engines.league import SYSTEMS as COMPETITIONS
from ronde.http_engines.league import (
    League,
    LeaguePlan,
    engines_league,
    event_of,
    found_league,
    ladder_seeds,
    unfinished,
)
from ronde.http_engines.loop_thread import CallBacks
from ronde.http_engines.mailbox import PATH as CALL_BACK_PATH
from ronde.http_engines.mailbox import Callbacks, Mailbox, Receipt, call_back_address
from ronde.http_engines.places import EACH, MOST
from ronde.http_engines.progress import Progress, expected_games, progress
from ronde.http_engines.registration import (
    LEVELS,
    MANNERS,
    checked,
    plausible,
    read_game,
    read_level,
    read_manner,
    read_timeout,
    registered,
    seat_the_house,
    with_new_key,
    without_old_keys,
)
from ronde.http_engines.remote import Remote
from ronde.http_engines.requests import Requests, request
from ronde.http_engines.resting import Rest, RestingCompetition, lay_down, resting, take_up
from ronde.http_engines.seats import PersonSeat
from ronde.http_engines.statistics import (
    EngineScore,
    statistics,
)
from ronde.http_engines.store import EngineStore, GameRow
from ronde.http_engines.tester import EngineTrial, Point, Sign, examine, read_position
from ronde.http_engines.wire import address
