"""Round robins by Berger's tables."""

from __future__ import annotations

from ronde.pairing.method import Method
from ronde.pairing.roundrobin import berger, seats_taken

METHOD = Method(draw=berger, before_draw=seats_taken)
