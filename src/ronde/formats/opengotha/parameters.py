"""Parameters of OpenGotha and our settings: one table read in both directions (go 2, 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ronde.model.go import read_rank, write_rank
from ronde.model.settings import Settings

GENERAL, HANDICAP, PAIRING = "GeneralParameterSet", "HandicapParameterSet", "PairingParameterSet"


@dataclass(frozen=True, slots=True)
class Codec:
    """How a value is written; `read` raises ValueError for a text that is none."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]


def _choice(words: Mapping[str, str]) -> Codec:
    known = {word: value for value, word in words.items()}

    def read(text: str) -> str:
        if text not in known:
            raise ValueError(text)
        return known[text]

    return Codec(read, lambda value: words[value])


def _read_rank(text: str) -> str:
    rank = read_rank(text)
    if rank is None:
        raise ValueError(text)
    return write_rank(rank).lower()


def _read_flag(text: str) -> bool:
    return text.strip().lower() == "true"


def _number(value: float) -> str:
    """A number with a point only where it is needed.

    >>> _number(7.5), _number(7.0)
    ('7.5', '7')
    """
    return str(int(value)) if value == int(value) else str(value)


def _read_number(text: str) -> float:
    value = float(text.replace(",", "."))
    if not abs(value) < 1e15:  # nor a number that is none
        raise ValueError(text)
    return value


def whole(text: str) -> int:
    """A whole number as Java reads it: no blank inside, no underscore."""
    bare = text.strip()
    if not (bare.removeprefix("-").removeprefix("+").isdecimal() and bare.isascii() and len(bare) < 19):
        raise ValueError(text)
    return int(bare)


WHOLE = Codec(whole, str)
NUMBER = Codec(_read_number, _number)
FACTOR = Codec(_read_number, str)
DOUBLED = Codec(lambda text: whole(text) / 2, lambda value: str(int(2 * value)))
FLAG = Codec(_read_flag, lambda value: str(value).lower())
RANK = Codec(_read_rank, lambda value: _read_rank(value).upper())
TEXT = Codec(lambda text: " ".join(text.split()), str)
DAY = Codec(lambda text: text.strip().replace("-", "/"), lambda value: value.replace("/", "-"))
BASIS = Codec(lambda text: "mms" if _read_flag(text) else "rank", lambda value: str(value == "mms").lower())
MODE = _choice({"top": "TOP", "middle": "MID", "bottom": "BOT"})
SEEDING = _choice({"random": "SPLITANDRANDOM", "fold": "SPLITANDFOLD", "slip": "SPLITANDSLIP"})
ORDER = _choice({"": "NULL", "rating": "Rating", "rank": "Rank"})
OVERTIME = _choice(
    {
        "sudden-death": "SUDDENDEATH",
        "byo-yomi": "STDBYOYOMI",
        "canadian": "CANBYOYOMI",
        "fischer": "FISCHER",
    }
)


@dataclass(frozen=True, slots=True)
class Parameter:
    element: str
    attribute: str
    setting: str
    codec: Codec
    absent: str | None = None
    """What a file means that lacks the attribute; None: the usual value of the system."""


_GROUPS, _WEIGHTS = "mcmahon.groups", "mcmahon.weights"
PARAMETERS = (
    Parameter(GENERAL, "location", "report.city", TEXT, ""),
    Parameter(GENERAL, "director", "report.arbiter", TEXT, ""),
    Parameter(GENERAL, "beginDate", "report.begin", DAY, ""),
    Parameter(GENERAL, "endDate", "report.end", DAY, ""),
    Parameter(GENERAL, "numberOfRounds", "rounds", WHOLE),
    Parameter(GENERAL, "size", "go.size", WHOLE),
    Parameter(GENERAL, "komi", "go.komi", NUMBER),
    Parameter(GENERAL, "bInternet", "go.online", FLAG, "false"),
    Parameter(GENERAL, "basicTime", "go.minutes", WHOLE),
    Parameter(GENERAL, "complementaryTimeSystem", "go.overtime", OVERTIME, "SUDDENDEATH"),
    Parameter(GENERAL, "genMMFloor", f"{_GROUPS}.floor", RANK),
    Parameter(GENERAL, "genMMBar", f"{_GROUPS}.bar", RANK),
    Parameter(GENERAL, "genMMZero", f"{_GROUPS}.zero", RANK, "30K"),
    Parameter(GENERAL, "genNBW2ValueAbsent", f"{_GROUPS}.absent_wins", DOUBLED, "0"),
    Parameter(GENERAL, "genMMS2ValueAbsent", f"{_GROUPS}.absent_points", DOUBLED, "0"),
    Parameter(GENERAL, "genNBW2ValueBye", f"{_GROUPS}.bye_wins", DOUBLED, "0"),
    Parameter(GENERAL, "genMMS2ValueBye", f"{_GROUPS}.bye_points", DOUBLED, "0"),
    Parameter(GENERAL, "genRoundDownNBWMMS", f"{_GROUPS}.round_down", FLAG),
    Parameter(GENERAL, "genCountNotPlayedGamesAsHalfPoint", f"{_GROUPS}.half_for_unplayed", FLAG),
    Parameter(HANDICAP, "hdBasedOnMMS", "mcmahon.handicap.by", BASIS),
    Parameter(HANDICAP, "hdNoHdRankThreshold", "mcmahon.handicap.none_from", RANK),
    Parameter(HANDICAP, "hdCorrection", "mcmahon.handicap.correction", WHOLE),
    Parameter(HANDICAP, "hdCeiling", "mcmahon.handicap.ceiling", WHOLE),
    Parameter(PAIRING, "paiStandardNX1Factor", f"{_WEIGHTS}.curve", FACTOR),
    Parameter(PAIRING, "paiBaAvoidDuplGame", f"{_WEIGHTS}.never_met", WHOLE),
    Parameter(PAIRING, "paiBaRandom", f"{_WEIGHTS}.random", WHOLE),
    Parameter(PAIRING, "paiBaDeterministic", f"{_WEIGHTS}.deterministic", FLAG),
    Parameter(PAIRING, "paiBaBalanceWB", f"{_WEIGHTS}.colours", WHOLE, "1000"),
    Parameter(PAIRING, "paiMaAvoidMixingCategories", f"{_WEIGHTS}.category", WHOLE),
    Parameter(PAIRING, "paiMaMinimizeScoreDifference", f"{_WEIGHTS}.score", WHOLE),
    Parameter(PAIRING, "paiMaDUDDWeight", f"{_WEIGHTS}.drawn", WHOLE),
    Parameter(PAIRING, "paiMaCompensateDUDD", "mcmahon.compensate", FLAG),
    Parameter(PAIRING, "paiMaDUDDUpperMode", "mcmahon.drawn_upper", MODE),
    Parameter(PAIRING, "paiMaDUDDLowerMode", "mcmahon.drawn_lower", MODE),
    Parameter(PAIRING, "paiMaMaximizeSeeding", f"{_WEIGHTS}.seeding", WHOLE),
    Parameter(PAIRING, "paiMaLastRoundForSeedSystem1", "mcmahon.first_seeding_until", WHOLE, "2"),
    Parameter(PAIRING, "paiMaSeedSystem1", "mcmahon.first_seeding", SEEDING, "SPLITANDRANDOM"),
    Parameter(PAIRING, "paiMaSeedSystem2", "mcmahon.second_seeding", SEEDING, "SPLITANDFOLD"),
    Parameter(PAIRING, "paiMaAdditionalPlacementCritSystem1", "mcmahon.first_seeding_by", ORDER),
    Parameter(PAIRING, "paiMaAdditionalPlacementCritSystem2", "mcmahon.second_seeding_by", ORDER),
    Parameter(PAIRING, "paiSeRankThreshold", "mcmahon.threshold", RANK, "4D"),
    Parameter(PAIRING, "paiSeNbWinsThresholdActive", "mcmahon.threshold_wins", FLAG, "true"),
    Parameter(PAIRING, "paiSeBarThresholdActive", "mcmahon.threshold_bar", FLAG),
    Parameter(PAIRING, "paiSeMinimizeHandicap", f"{_WEIGHTS}.handicap", WHOLE),
    Parameter(PAIRING, "paiSeAvoidSameGeo", f"{_WEIGHTS}.geography", WHOLE),
    Parameter(PAIRING, "paiSePreferMMSDiffRatherThanSameCountry", f"{_WEIGHTS}.country", WHOLE),
    Parameter(PAIRING, "paiSePreferMMSDiffRatherThanSameClub", f"{_WEIGHTS}.club", WHOLE),
)
OVERTIME_SECONDS = {"byo-yomi": "stdByoYomiTime", "canadian": "canByoYomiTime", "fischer": "fischerTime"}
"""Each kind of overtime has an attribute of its own for its seconds."""
OVERTIME_MOVES = "nbMovesCanTime"
USUAL_SECONDS = {"stdByoYomiTime": "30", "canByoYomiTime": "300", "fischerTime": "10"}
CRITERIA = {"RANK": "Rank", "RATING": "Rating"}
"""Criteria that a file names otherwise than we do."""
MODES = {"CAT": "go-categories", "MMS": "mcmahon", "NBW": "go-swiss"}
"""The system by the first of these criteria."""


def setting_of(settings: Any, path: str) -> Any:
    for name in path.split("."):
        settings = getattr(settings, name)
    return settings


def with_setting(settings: Settings, path: str, value: object) -> Settings:
    changed: Settings = _with(settings, path.split("."), value)
    return changed


def _with(group: Any, names: list[str], value: object) -> Any:
    name, *rest = names
    return replace(group, **{name: _with(getattr(group, name), rest, value) if rest else value})


def system_of(criteria: tuple[str, ...]) -> str:
    """The system is told by the first criterion; one that names none by the main score."""
    if criteria and criteria[0] in MODES:
        return MODES[criteria[0]]
    return "mcmahon" if "MMS" in criteria or "STS" in criteria[:1] else "go-swiss"
