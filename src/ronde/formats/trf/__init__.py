"""FIDE's tournament report files: TRF16, its extensions, and TRF26."""

from ronde.formats.trf.check import (
    CheckedRound,
    WrongPoints,
    WrongRank,
    check_rounds,
    checklist,
    pair_round,
    position_before,
    tiebreaks_of,
    wrong_points,
    wrong_ranks,
)
from ronde.formats.trf.from_tournament import trf_of
from ronde.formats.trf.generate import RandomReport, generate, parse_options
from ronde.formats.trf.read import parse_trf, read_trf
from ronde.formats.trf.records import PointSystem, Trf
from ronde.formats.trf.to_tournament import import_report, stored_report
from ronde.formats.trf.write import not_expressible, write_trf
