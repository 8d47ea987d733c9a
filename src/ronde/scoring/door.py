"""The public names of scoring."""

from typing import TYPE_CHECKING

from ronde.core.later import later
from ronde.scoring.crosstable import CrossRow, Crosstable, crosstable
from ronde.scoring.fide.working import WorkedRound, Working, workings
from ronde.scoring.keizer import (
    KeizerRow,
    KeizerTable,
    close_and_freeze,
    frozen_values,
    keizer_places,
    keizer_table,
)
from ronde.scoring.keizer_numbers import shortest, shown, single
from ronde.scoring.keizer_points import KINDS, Source
from ronde.scoring.keizer_values import decimals, rank_values
from ronde.scoring.record import Record, RoundLine, half_points, record, scores
from ronde.scoring.sheet import PlayerSheet, sheet, sheets
from ronde.scoring.standings import Row, Standings, listed, moves, standings
from ronde.scoring.teams import Team, teams
from ronde.scoring.tiebreaks import TIEBREAKS, add_tiebreak

if TYPE_CHECKING:
    from ronde.scoring.fide.norms import NormCheck, norm_checks
    from ronde.scoring.fide.rating_change import RatingChange, rating_changes
    from ronde.scoring.keizer_ratings import estimates, performance, performances
    from ronde.scoring.ratinglist import (
        METHODS,
        RatingEntry,
        RatingPoint,
        by_name,
        by_number,
        events_of,
        when,
    )
    from ronde.scoring.ratings import RatedMeeting, Rating, Sprt, elos, ratings, superiority
else:
    __getattr__ = later(
        "ronde.scoring",
        {
            "fide.norms": ("NormCheck", "norm_checks"),
            "fide.rating_change": ("RatingChange", "rating_changes"),
            "keizer_ratings": ("estimates", "performance", "performances"),
            "ratinglist": (
                "METHODS",
                "RatingEntry",
                "RatingPoint",
                "by_name",
                "by_number",
                "events_of",
                "when",
            ),
            "ratings": ("RatedMeeting", "Rating", "Sprt", "elos", "ratings", "superiority"),
        },
    )
