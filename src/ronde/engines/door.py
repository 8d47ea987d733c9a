"""The door of the players' entrance: engines, what they are asked, how they fail, and their jails."""

from __future__ import annotations

from ronde.engines.builtin import InsideEngine, Person, player_from, random_player
from ronde.engines.cell import Cell, check_program, clear_away, fingerprint
from ronde.engines.engine import MARGIN, Ask, Ending, Engine, EngineFault, Opening, Reply, Verdict
from ronde.engines.jail import Jail, best_tier, obstacles, possible_tiers
from ronde.engines.process import ProcessEngine
from ronde.engines.session import SessionEngine

__all__ = [
    "MARGIN",
    "Ask",
    "Cell",
    "Ending",
    "Engine",
    "EngineFault",
    "InsideEngine",
    "Jail",
    "Opening",
    "Person",
    "ProcessEngine",
    "Reply",
    "SessionEngine",
    "Verdict",
    "best_tier",
    "check_program",
    "clear_away",
    "fingerprint",
    "obstacles",
    "player_from",
    "possible_tiers",
    "random_player",
]
