"""Cups: a bracket by seeds."""

from __future__ import annotations

from ronde.pairing.knockout import knockout
from ronde.pairing.method import Method
from ronde.pairing.roundrobin import seats_taken

METHOD = Method(draw=knockout, before_draw=seats_taken)
