"""Gauntlets: the best seeds meet all others."""

from __future__ import annotations

from ronde.pairing.method import Method
from ronde.pairing.roundrobin import gauntlet, seats_taken

METHOD = Method(draw=gauntlet, before_draw=seats_taken)
