"""Swiss by penalties, as PAPP pairs."""

from __future__ import annotations

from dataclasses import replace

from ronde.core.events import Event, TableAdded
from ronde.core.table import Pair
from ronde.core.tournament import Tournament
from ronde.pairing.form import forms
from ronde.pairing.method import Method
from ronde.pairing.price import RULES
from ronde.pairing.swiss import Pricing, swiss
from ronde.pairing.swiss_inquiry import swiss_why_not


def _billed(tournament: Tournament, facts: list[Event]) -> list[Event]:
    """Pairs made by hand have a bill like all others."""
    return [
        replace(event, pair=_priced(tournament, event.pair)) if isinstance(event, TableAdded) else event
        for event in facts
    ]


def _priced(tournament: Tournament, pair: Pair) -> Pair:
    return Pricing(tournament, forms(tournament), ()).pair(pair.first, pair.second)


KEPT = ("met-same-colours", "met-opposite-colours", "met-in-a-row")
METHOD = Method(draw=swiss, why_not=swiss_why_not, by_hand=_billed, rules=RULES, kept=KEPT)
