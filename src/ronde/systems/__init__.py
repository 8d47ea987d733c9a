"""Pairing systems, each in its file or folder, and what all of them offer."""

from ronde.systems.keizer.points import KINDS, Source, decimals, format_single, rank_values, shortest, single
from ronde.systems.keizer.standings import (
    KeizerRow,
    KeizerTable,
    frozen_values,
    keizer_places,
    keizer_table,
)
from ronde.systems.standings import (
    CrossRow,
    Crosstable,
    Row,
    Standings,
    crosstable,
    moves,
    rank_number,
    short_of_games,
    standings,
)
