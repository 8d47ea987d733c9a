"""The door of FIDE's tie-breaks."""

from ronde.scoring.fide.code import VARIANTS, TiebreakCode, UnknownCode, parse_code
from ronde.scoring.fide.history import TENTHS, report_of
from ronde.scoring.fide.order import Placed, placed
from ronde.scoring.fide.ranking import ranked
from ronde.scoring.fide.report import FideReport, FideRow, Past, Points, ResultKind
from ronde.scoring.fide.values import Value, Values

__all__ = [
    "TENTHS",
    "VARIANTS",
    "FideReport",
    "FideRow",
    "Past",
    "Placed",
    "Points",
    "ResultKind",
    "TiebreakCode",
    "UnknownCode",
    "Value",
    "Values",
    "parse_code",
    "placed",
    "ranked",
    "report_of",
]
