"""The public names of FIDE's tie-breaks."""

from ronde.scoring.fide.code import TiebreakCode, UnknownCode, parse_code
from ronde.scoring.fide.history import TENTHS, report_of
from ronde.scoring.fide.ranking import ranked
from ronde.scoring.fide.report import FideReport, FideRow, Past, Points, ResultKind
