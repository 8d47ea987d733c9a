"""The Dutch system of FIDE."""

from __future__ import annotations

from ronde.pairing.dutch.bill import BILL
from ronde.pairing.dutch.brackets import brackets_of
from ronde.pairing.dutch.checklist import checklist_of
from ronde.pairing.dutch.drawing import billed, dutch
from ronde.pairing.dutch.hall import decided
from ronde.pairing.dutch.question import dutch_bye_barred, dutch_why_not, dutch_worse
from ronde.pairing.method import Method

METHOD = Method(
    draw=dutch,
    why_not=dutch_why_not,
    before_draw=decided,
    by_hand=billed,
    rules=BILL,
    checklist=checklist_of,
    brackets=brackets_of,
    kept=("C1", "C3"),
    worse=dutch_worse,
    bye_barred=dutch_bye_barred,
)
