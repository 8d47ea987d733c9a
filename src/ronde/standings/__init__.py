"""What systems rank with: records, tie-breaks, teams, ratings."""

from ronde.standings.fide.order import WorkedRound, Working, workings
from ronde.standings.groups import counted_groups, groups_of, members
from ronde.standings.record import (
    PlayerCard,
    Record,
    RoundLine,
    half_points,
    player_card,
    player_cards,
    record,
    scores,
)
from ronde.standings.tiebreaks import TIEBREAKS, Scoresheet, Team, add_tiebreak, teams
