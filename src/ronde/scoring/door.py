"""The door of the scoreboard."""

from ronde.scoring.crosstable import CrossRow, Crosstable, crosstable, meetings
from ronde.scoring.record import Line, Record, half_points, record
from ronde.scoring.sheet import Sheet, sheet
from ronde.scoring.standings import Row, Standings, standings
from ronde.scoring.teams import Team, teams
from ronde.scoring.tiebreaks import TIEBREAKS

__all__ = [
    "TIEBREAKS",
    "CrossRow",
    "Crosstable",
    "Line",
    "Record",
    "Row",
    "Sheet",
    "Standings",
    "Team",
    "crosstable",
    "half_points",
    "meetings",
    "record",
    "sheet",
    "standings",
    "teams",
]
