"""The checklist of a round of a report file."""

from __future__ import annotations

from ronde.formats.trf.model import Trf
from ronde.formats.trf.position import position_before
from ronde.pairing.dutch.door import ChecklistRow, Field, checklist_rows


def checklist(trf: Trf, round_: int) -> list[ChecklistRow]:
    """Everybody to be paired in a round, in ranking order."""
    return checklist_rows(Field(position_before(trf, round_)))
