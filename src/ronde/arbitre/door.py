"""The door of the Arbitre's office."""

from __future__ import annotations

from ronde.arbitre.accounts import Account, Accounts, digest, matches, stretch
from ronde.arbitre.addresses import AddressRefused, Allowed, check_url
from ronde.arbitre.book import Book, GameRow
from ronde.arbitre.card import LONGEST, SHORTEST, EngineCard, Key, Manner
from ronde.arbitre.courier import Courier, request
from ronde.arbitre.encounter import Encounter
from ronde.arbitre.envelope import address
from ronde.arbitre.inbox import PATH, Inbox
from ronde.arbitre.ladder import Ladder, Rung, standing
from ronde.arbitre.league import SYSTEMS as COMPETITIONS
from ronde.arbitre.league import League, Plan, engines_league, event_of, found_league, unfinished
from ronde.arbitre.mailbox import Mailbox, Receipt
from ronde.arbitre.office import PERSON, Office, Wish
from ronde.arbitre.ranges import parse_allowed
from ronde.arbitre.registration import (
    LEVELS,
    MANNERS,
    checked,
    found,
    read_game,
    read_level,
    read_manner,
    read_timeout,
    seat_the_house,
    with_new_key,
    without_old_keys,
)
from ronde.arbitre.seats import PersonSeat
from ronde.arbitre.statistics import Score, Statistics, counted, milliseconds, statistics, timed_games, times
from ronde.arbitre.tester import Point, Sign, Trial, examine, read_position

__all__ = [
    "COMPETITIONS",
    "LEVELS",
    "LONGEST",
    "MANNERS",
    "PATH",
    "PERSON",
    "SHORTEST",
    "Account",
    "Accounts",
    "AddressRefused",
    "Allowed",
    "Book",
    "Courier",
    "Encounter",
    "EngineCard",
    "GameRow",
    "Inbox",
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
    "Rung",
    "Score",
    "Sign",
    "Statistics",
    "Trial",
    "Wish",
    "address",
    "check_url",
    "checked",
    "counted",
    "digest",
    "engines_league",
    "event_of",
    "examine",
    "found",
    "found_league",
    "matches",
    "milliseconds",
    "parse_allowed",
    "read_game",
    "read_level",
    "read_manner",
    "read_position",
    "read_timeout",
    "request",
    "seat_the_house",
    "standing",
    "statistics",
    "stretch",
    "timed_games",
    "times",
    "unfinished",
    "with_new_key",
    "without_old_keys",
]
