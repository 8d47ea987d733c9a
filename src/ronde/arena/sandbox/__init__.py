"""Programs as players: how they are started, asked, limited and stopped."""

from ronde.arena.sandbox.copying import CopiedPart, UnsafeProgram, check_parts, fingerprint, parts
from ronde.arena.sandbox.engine import (
    MARGIN,
    Engine,
    EngineEnding,
    EngineFault,
    InsideEngine,
    MoveRequest,
    Opening,
    Reply,
    TerminalPlayer,
    Verdict,
    player_from,
    random_player,
)
from ronde.arena.sandbox.probing import try_sandbox
from ronde.arena.sandbox.process import BuildRule, ProcessEngine, SessionEngine, build, write_files
from ronde.arena.sandbox.removal import clear_away
from ronde.arena.sandbox.sandbox import (
    PROGRAM_PATH,
    Jail,
    Sandbox,
    SandboxKind,
    best_kind,
    obstacles,
    possible_kinds,
)
