"""The tables of a KeizerForClubs file as plain rows, and its settings (keizer 4)."""

from __future__ import annotations

import math
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ronde.model.errors import Busy, FormatError, Problem
from ronde.model.player import BIGGEST_NUMBER, LEAST_RATING, MOST_RATING, PlayerId
from ronde.model.settings import MOST_ROUNDS, Settings
from ronde.model.system_settings import (
    COLOUR_LIMITS,
    KEIZER_BOARD,
    LONGEST_DISTANCE,
    LONGEST_TEXT,
    OFF,
    PAIRING_METHODS,
    RANDOM_STEPS,
    RATIOS,
    SEASON,
    VALUE_METHODS,
    KeizerSettings,
    Shares,
    sensible,
)
from ronde.system import UnexpectedSchema, check_pages, check_plain, limit_time, restrict_connection

# The settings of a KeizerForClubs file: its table ConfigTab, and our settings (keizer 4).


LONGEST_OF_THEIRS = 50
"""A longer distance in the file crashes the opening of KeizerForClubs (keizer 5.1)."""
SHIPPED_CHANCE = 300
"""How far a rating may move in round 1 if KeizerForClubs fills an empty table (keizer 4, 5.1)."""
NO_LIMIT = "--"
_SHARES = {
    "club": "BONUS.Clubgame",
    "excused": "BONUS.Excused",
    "unexcused": "BONUS.Unexcused",
    "withdrawn": "BONUS.Retired",
    "bye": "BONUS.Freilos",
    "loss": "BONUS.Verlust",
}
Entry = tuple[str | None, float | None]
"""A text or a number."""


@dataclass(frozen=True, slots=True)
class Config:
    """The entries of a ConfigTab, read leniently: missing or invalid values are KeizerForClubs' defaults."""

    entries: Mapping[str, Entry]

    def text(self, key: str, usual: str = "") -> str:
        return str(self.entries.get(key, (None, None))[0] or usual)

    def number(self, key: str, usual: float) -> float:
        value = self.entries.get(key, (None, None))[1]
        usable = isinstance(value, int | float) and math.isfinite(value)
        return float(value) if usable and value is not None else usual

    def flag(self, key: str, usual: bool = False) -> bool:
        return self.number(key, usual) != 0


def read_settings(config: Config, rounds: int) -> tuple[Settings, list[str]]:
    """Our settings, and the keys whose values could not be taken over."""
    odd: list[str] = []

    def chosen(key: str, value: float, choices: tuple[float, ...], usual: float) -> float:
        nearest = min(choices, key=lambda choice: abs(choice - value))
        if abs(nearest - value) > 1e-4:
            odd.append(f"{key} = {value:g}")
            return usual
        return nearest

    def percent(name: str, key: str) -> int:
        share = round(config.number(key, getattr(Shares(), name)))
        if not 0 <= share <= 100:
            odd.append(f"{key} = {share}")
        return min(max(share, 0), 100)

    def written(name: str, key: str) -> str:
        text = config.text(key)
        if sensible(name, text) and text.isprintable():
            return text
        odd.append(f"{key} = {text[:60]}")
        return f"{OFF}{text}"[:LONGEST_TEXT] if text.isprintable() else ""

    usual = KeizerSettings()
    distance = config.number(
        "RONDE.RepeatDistance", config.number("OPTION.GameRepeat", usual.repeat_distance)
    )
    limit = config.text("OPTION.RoundsSameColor", NO_LIMIT)
    ratio = config.number("OPTION.RatioFirst2Last", usual.ratio)
    chance = config.number("OPTION.FirstRoundRandom", 0 if config.entries else SHIPPED_CHANCE)
    keizer = KeizerSettings(
        ratio=chosen("OPTION.RatioFirst2Last", ratio, RATIOS, usual.ratio),
        normalised=config.flag("OPTION.WickerNormalization"),
        shares=Shares(**{name: percent(name, key) for name, key in _SHARES.items()}),
        fade_absences=config.flag("OPTION.DecayBonus"),
        fade_own=config.flag("OPTION.DecayPrevRound"),
        values=_known(config.text("RONDE.Values"), VALUE_METHODS),
        pairing=_known(config.text("RONDE.Pairing"), PAIRING_METHODS),
        repeat_distance=min(max(round(distance), 0), LONGEST_DISTANCE),
        fair_bye=config.flag("OPTION.DistBye", True),
        colour_limit=next((one for one in COLOUR_LIMITS if str(one) == limit), 0),
        first_round_random=int(chosen("OPTION.FirstRoundRandom", chance, RANDOM_STEPS, 0)),
        random_boards=config.flag("OPTION.NovusRandom"),
        categories=written("categories", "OPTION.Categories"),
        time_bonus=written("time_bonus", "OPTION.TimeBonus"),
        estimates=bool(round(config.number("OPTION.ShowPerformance", 1)) & 2),
        language=_language(config.text("LANGCODE")),
    )
    announced = min(max(round(config.number("RONDE.Rounds", SEASON)), rounds, 1), MOST_ROUNDS)
    settings = Settings(rounds=announced, board=KEIZER_BOARD, system="keizer", tiebreaks=(), keizer=keizer)
    return settings, odd


def _known(text: str, choices: tuple[str, ...]) -> str:
    return text if text in choices else choices[0]


def _language(code: str) -> str:
    return code.lower() if code.lower() in ("en", "fr", "de", "nl") else ""


def write_settings(settings: Settings, name: str, language: str) -> dict[str, Entry]:
    """The entries of a ConfigTab; keys of our own, which KeizerForClubs ignores, store the rest."""
    keizer = settings.keizer
    shares = {key: getattr(keizer.shares, name) for name, key in _SHARES.items()}
    numbers: dict[str, float] = {
        **shares,
        "OPTION.DistBye": keizer.fair_bye,
        "OPTION.GameRepeat": min(keizer.repeat_distance, LONGEST_OF_THEIRS),
        "OPTION.RatioFirst2Last": keizer.ratio,
        "OPTION.FirstRoundRandom": keizer.first_round_random,
        "OPTION.NovusRandom": keizer.random_boards,
        "OPTION.WickerNormalization": keizer.normalised,
        "OPTION.DecayPrevRound": keizer.fade_own,
        "OPTION.DecayBonus": keizer.fade_absences,
        "OPTION.ShowPerformance": 3 if keizer.estimates else 1,
        "OPTION.ShowOnlyPlayed": 0,
        "OPTION.Html": 1,
        "OPTION.Xml": 0,
        "OPTION.Txt": 0,
        "OPTION.Csv": 0,
        "RONDE.RepeatDistance": keizer.repeat_distance,
        "RONDE.Rounds": settings.rounds,
    }
    texts = {
        "LANGCODE": (keizer.language or language).upper(),
        "OPTION.RoundsSameColor": str(keizer.colour_limit or NO_LIMIT),
        "OPTION.NiceName": name,
        "OPTION.Categories": keizer.categories,
        "OPTION.TimeBonus": keizer.time_bonus,
        "RONDE.Values": keizer.values,
        "RONDE.Pairing": keizer.pairing,
    }
    entries: dict[str, Entry] = {key: (text, None) for key, text in texts.items()}
    return entries | {key: (None, float(number)) for key, number in numbers.items()}


# The contents of a KeizerForClubs file as plain rows, and the errors of other files.


LARGEST = 200_000_000
LARGEST_SLOT = 99_999
SEPARATOR = "§"
_NEEDED = {
    "Player": {"id", "name", "rating", "state"},
    "Pairing": {"Rnd", "board", "PID_W", "PID_B", "Result"},
}
_COLUMNS = {
    "Player": (
        "id", "name", "rating", "rank", "state", "Keizer_StartPts", "Keizer_SumPts", "RatingWDelta",
        "Keizer_PrevPts", "Categories",
    ),
    "Pairing": ("Rnd", "board", "PID_W", "PID_B", "Result", "Pts_W", "Pts_B"),
    "ConfigTab": ("CfgKey", "CfgText", "CfgValue"),
    "sqlite_sequence": ("name", "seq"),
}  # fmt: skip
"""The tables of KeizerForClubs (keizer 5.1), and the stored tables, two for each round."""
_LINES = re.compile(r"t(Stand|Kreuz)_\d{1,4}")
_LONGEST_CELL = 1_000_000
_PATIENCE = 10.0
"""Timeout in seconds for a file that has a hundred players at most."""
_STORED = re.compile(r"tStand_(\d{1,4})")
_HEAD_LINES = 4


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """One row of the table Player."""

    id: PlayerId
    name: str
    rating: int
    state: int
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoredRow:
    """One row of the table Pairing."""

    round: int
    slot: int
    white: PlayerId
    black: PlayerId
    code: int


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole file."""

    players: tuple[StoredPlayer, ...]
    rows: tuple[StoredRow, ...]
    config: Config
    tables: dict[int, tuple[PlayerId, ...]]
    """By round: the players of the stored standings, in order; 0 for a deleted one."""
    unreadable: tuple[str, ...] = ()
    """Stored standings without a player, or with one twice; such a round is recomputed."""


def read_archive(path: Path) -> Archive:
    """The rows of the file; Busy if another program is writing, FormatError if it is not such a file."""
    if path.stat().st_size > LARGEST:
        raise refused(path, "formats.too-large", str(LARGEST))
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)) as base:
            base.row_factory = sqlite3.Row
            with limit_time(base, _PATIENCE):
                restrict_connection(base, _LONGEST_CELL)
                check_plain(base, _columns_of)
                check_pages(base)
                return _read(path, base)
    except UnexpectedSchema as error:
        raise refused(path, "formats.s3db-strange", error.what) from error
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise Busy(path=str(path)) from error
        raise refused(path, "formats.s3db-unreadable", str(error)) from error
    except (sqlite3.DatabaseError, UnicodeDecodeError, OverflowError) as error:
        raise refused(path, "formats.s3db-unreadable", str(error)) from error


def _columns_of(table: str) -> tuple[str, ...] | None:
    """The columns that a table of KeizerForClubs may have."""
    return ("id", "line") if _LINES.fullmatch(table) else _COLUMNS.get(table)


def refused(path: Path, key: str, text: str) -> FormatError:
    return FormatError([Problem(str(path), 0, 0, key, text)])


def _read(path: Path, base: sqlite3.Connection) -> Archive:
    names = {str(row[0]) for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not _NEEDED.keys() <= names:
        raise refused(path, "formats.s3db-foreign", ", ".join(sorted(names))[:200] or "-")
    for table, needed in _NEEDED.items():
        columns = {str(row["name"]) for row in base.execute(f"PRAGMA table_info({table})")}
        if not needed <= columns:
            raise refused(path, "formats.s3db-foreign", f"{table}: {', '.join(sorted(needed - columns))}")
    players = tuple(_player(path, row) for row in base.execute("SELECT * FROM Player ORDER BY id"))
    stored = {int(match[1]): name for name in sorted(names) if (match := _STORED.fullmatch(name))}
    tables = {number: _table(base, name, players) for number, name in sorted(stored.items())}
    return Archive(
        players,
        tuple(_row(path, row) for row in base.execute("SELECT * FROM Pairing ORDER BY Rnd, board, PID_W")),
        _config(base) if "ConfigTab" in names else Config({}),
        {number: order for number, order in tables.items() if order},
        tuple(stored[number] for number, order in tables.items() if not order),
    )


def _config(base: sqlite3.Connection) -> Config:
    """The settings; the oldest files have no table for them, and KeizerForClubs makes one (keizer 5.1)."""
    rows = base.execute("SELECT CfgKey, CfgText, CfgValue FROM ConfigTab")
    return Config({str(row[0]): (row[1], row[2]) for row in rows})


def _player(path: Path, row: sqlite3.Row) -> StoredPlayer:
    """Old files lack the categories and other columns that we do not need."""
    groups = str(row["Categories"] or "") if "Categories" in row.keys() else ""  # noqa: SIM118
    number = _whole(path, "Player.id", row["id"])
    place = f"Player {number}"
    rating = _whole(path, f"{place}, rating", row["rating"] or 0)
    if not LEAST_RATING <= rating <= MOST_RATING:
        raise refused(path, "formats.s3db-value", f"{place}, rating: {rating}")
    if not isinstance(row["name"], str):
        raise refused(path, "formats.s3db-value", f"{place}, name: {row['name']!r}"[:80])
    return StoredPlayer(
        number,
        row["name"],
        rating,
        _whole(path, f"{place}, state", row["state"] or 1),
        tuple(group for group in re.split("[ ,]+", groups) if group.isprintable() and group),
    )


def _row(path: Path, row: sqlite3.Row) -> StoredRow:
    code = row["Result"]
    number, slot, white, black = (
        _whole(path, f"Pairing.{name}", row[name]) for name in ("Rnd", "board", "PID_W", "PID_B")
    )
    if not (1 <= number <= MOST_ROUNDS and 1 <= slot <= LARGEST_SLOT):
        raise refused(path, "formats.s3db-value", f"Pairing, Rnd/board: {number}/{slot}")
    return StoredRow(number, slot, white, black, -1 if code is None else _whole(path, "Pairing.Result", code))


def _whole(path: Path, place: str, value: Any) -> int:
    if isinstance(value, int | float) and abs(value) <= BIGGEST_NUMBER and value == int(value):
        return int(value)
    raise refused(path, "formats.s3db-value", f"{place}: {value!r}"[:80])


def _table(base: sqlite3.Connection, name: str, players: Sequence[StoredPlayer]) -> tuple[PlayerId, ...]:
    """The order of a stored table: by the number in its last column, in older tables by the name.

    Empty if it is not such a table.
    """
    columns = {str(row["name"]) for row in base.execute(f"PRAGMA table_info({name})")}
    if not {"id", "line"} <= columns:
        return ()
    lines = [str(row[0]) for row in base.execute(f"SELECT line FROM {name} ORDER BY id")]
    by_name = {player.name: player.id for player in players}
    numbered = len(lines) >= _HEAD_LINES and lines[_HEAD_LINES - 1].split(SEPARATOR)[-1] == "Id"
    order: list[PlayerId] = []
    for line in lines[_HEAD_LINES:]:
        cells = line.split(SEPARATOR)
        number = _number(cells[-1]) if numbered else by_name.get("".join(cells[1:2]), 0)
        order.append(number if number in by_name.values() else 0)
    known = [number for number in order if number]
    return tuple(order) if known and len(set(known)) == len(known) else ()


def _number(text: str) -> int:
    """The number in a cell; 0, which no player has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
