"""FIDE's tie-breaks (C.07), rating changes and title norms."""

from ronde.standings.fide.report import (
    TENTHS,
    FideReport,
    FideRow,
    Past,
    Points,
    ResultKind,
    TiebreakCode,
    UnknownCode,
    parse_code,
    report_of,
)
from ronde.standings.fide.values import ranked
