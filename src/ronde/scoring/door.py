"""The door of the scoreboard."""

from ronde.scoring.crosstable import CrossRow, Crosstable, crosstable, meetings
from ronde.scoring.keizer import KeizerRow, KeizerTable, close_keizer, frozen_values, keizer_table
from ronde.scoring.keizer_numbers import shortest, shown, single
from ronde.scoring.keizer_points import KINDS, Source
from ronde.scoring.keizer_ratings import estimates, performance, performances
from ronde.scoring.keizer_values import decimals, rank_values
from ronde.scoring.record import Line, Record, half_points, record
from ronde.scoring.sheet import Sheet, sheet
from ronde.scoring.standings import Row, Standings, standings
from ronde.scoring.teams import Team, teams
from ronde.scoring.tiebreaks import TIEBREAKS

__all__ = [
    "KINDS",
    "TIEBREAKS",
    "CrossRow",
    "Crosstable",
    "KeizerRow",
    "KeizerTable",
    "Line",
    "Record",
    "Row",
    "Sheet",
    "Source",
    "Standings",
    "Team",
    "close_keizer",
    "crosstable",
    "decimals",
    "estimates",
    "frozen_values",
    "half_points",
    "keizer_table",
    "meetings",
    "performance",
    "performances",
    "rank_values",
    "record",
    "sheet",
    "shortest",
    "shown",
    "single",
    "standings",
    "teams",
]
