"""FIDE's report files."""

from ronde.formats.trf.check import CheckedRound, WrongPoints, check_rounds, pair_round, wrong_points
from ronde.formats.trf.checklist import checklist
from ronde.formats.trf.configuration import configured
from ronde.formats.trf.facts import imported, kept_report
from ronde.formats.trf.generate import Wishes, generate
from ronde.formats.trf.model import PointSystem, Trf
from ronde.formats.trf.position import position_before
from ronde.formats.trf.read import parse_trf, read_trf
from ronde.formats.trf.report import trf_of
from ronde.formats.trf.standings import WrongRank, tiebreaks_of, wrong_ranks
from ronde.formats.trf.write import lost_in, write_trf
