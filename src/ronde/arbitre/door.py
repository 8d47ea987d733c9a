"""The door of the Arbitre's office."""

from __future__ import annotations

from ronde.arbitre.accounts import LONGEST_NAME, Account, Accounts, digest, matches, stretch
from ronde.arbitre.addresses import AddressRefused, Allowed, check_url
from ronde.arbitre.away import AwayLeague, Ground
from ronde.arbitre.book import Book, GameRow
from ronde.arbitre.card import LONGEST, SHORTEST, EngineCard, Key, Manner
from ronde.arbitre.courier import Courier, request
from ronde.arbitre.encounter import Encounter
from ronde.arbitre.envelope import address
from ronde.arbitre.fairness import Fairness, Judgement, Spread, compared, judged
from ronde.arbitre.inbox import PATH, Inbox, call_back_address
from ronde.arbitre.ladder import Ladder, Rung, standing_aside
from ronde.arbitre.league import SYSTEMS as COMPETITIONS
from ronde.arbitre.league import (
    Floor,
    League,
    Plan,
    engines_league,
    event_of,
    found_league,
    ladder_seeds,
    unfinished,
)
from ronde.arbitre.mailbox import Mailbox, Receipt
from ronde.arbitre.office import PERSON, Office, Wish
from ronde.arbitre.outpost import CallBacks
from ronde.arbitre.places import EACH, MOST
from ronde.arbitre.ranges import parse_allowed
from ronde.arbitre.registration import (
    LEVELS,
    MANNERS,
    checked,
    found,
    plausible,
    read_game,
    read_level,
    read_manner,
    read_timeout,
    seat_the_house,
    with_new_key,
    without_old_keys,
)
from ronde.arbitre.remote import Remote, RemoteEngine
from ronde.arbitre.seats import PersonSeat
from ronde.arbitre.simulated import SimulatedEngine, Temper, drawn_field, hurried
from ronde.arbitre.statistics import Score, Statistics, counted, milliseconds, statistics, timed_games, times
from ronde.arbitre.tester import Point, Sign, Trial, examine, read_position
from ronde.arbitre.virtual import VirtualHall, expected_games

__all__ = [
    "COMPETITIONS",
    "EACH",
    "LEVELS",
    "LONGEST",
    "LONGEST_NAME",
    "MANNERS",
    "MOST",
    "PATH",
    "PERSON",
    "SHORTEST",
    "Account",
    "Accounts",
    "AddressRefused",
    "Allowed",
    "AwayLeague",
    "Book",
    "CallBacks",
    "Courier",
    "Encounter",
    "EngineCard",
    "Fairness",
    "Floor",
    "GameRow",
    "Ground",
    "Inbox",
    "Judgement",
    "Key",
    "Ladder",
    "League",
    "Mailbox",
    "Manner",
    "Office",
    "PersonSeat",
    "Plan",
    "Point",
    "Receipt",
    "Remote",
    "RemoteEngine",
    "Rung",
    "Score",
    "Sign",
    "SimulatedEngine",
    "Spread",
    "Statistics",
    "Temper",
    "Trial",
    "VirtualHall",
    "Wish",
    "address",
    "call_back_address",
    "check_url",
    "checked",
    "compared",
    "counted",
    "digest",
    "drawn_field",
    "engines_league",
    "event_of",
    "examine",
    "expected_games",
    "found",
    "found_league",
    "hurried",
    "judged",
    "ladder_seeds",
    "matches",
    "milliseconds",
    "parse_allowed",
    "plausible",
    "read_game",
    "read_level",
    "read_manner",
    "read_position",
    "read_timeout",
    "request",
    "seat_the_house",
    "standing_aside",
    "statistics",
    "stretch",
    "timed_games",
    "times",
    "unfinished",
    "with_new_key",
    "without_old_keys",
]
