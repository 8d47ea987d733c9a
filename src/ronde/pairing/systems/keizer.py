"""Keizer: neighbours by rank, or balanced."""

from __future__ import annotations

from dataclasses import replace

from ronde.core.events import Event, TableAdded
from ronde.core.tournament import Tournament
from ronde.pairing.keizer import keizer
from ronde.pairing.keizer_inquiry import keizer_why_not
from ronde.pairing.keizer_rules import BILL
from ronde.pairing.method import Method
from ronde.scoring.door import frozen_values


def _frozen(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Keizer freezes its values when a round is begun, by hand too (keizer 1.3)."""
    if tournament.open_round.tables and tournament.open_round.values:
        return facts
    order = frozen_values(tournament)
    return [replace(event, values=order) if isinstance(event, TableAdded) else event for event in facts]


METHOD = Method(draw=keizer, why_not=keizer_why_not, by_hand=_frozen, rules=BILL)
