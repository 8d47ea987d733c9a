"""The public names of the engines."""

from __future__ import annotations

from ronde.engines.building import BuildRule, build
from ronde.engines.builtin import InsideEngine, TerminalPlayer, player_from, random_player
from ronde.engines.copying import CopiedPart, UnsafeProgram, check_parts, fingerprint, parts
from ronde.engines.engine import (
    MARGIN,
    Engine,
    EngineEnding,
    EngineFault,
    MoveRequest,
    Opening,
    Reply,
    Verdict,
)
from ronde.engines.jail import Jail, best_tier, obstacles, possible_tiers
from ronde.engines.probing import probed
from ronde.engines.process import ProcessEngine
from ronde.engines.removal import clear_away
from ronde.engines.sandbox import Sandbox
from ronde.engines.session import SessionEngine
