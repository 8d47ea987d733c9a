"""What this machine can do for the referee: tiers of the jail, tried and not guessed."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from ronde.cli.session import json_option, show
from ronde.cli.speech import command, spoken
from ronde.engines.door import Cell, EngineFault, InsideEngine, Jail, ProcessEngine, best_tier, obstacles
from ronde.games.door import find_game
from ronde.referee.door import Clock, play

_PROBE = """#!/bin/sh
{{ echo x > {outside}; }} 2>/dev/null && echo writes-outside >&2
cat {secret} >/dev/null 2>&1 && echo reads-others >&2
kill -0 {pid} 2>/dev/null && echo signals-others >&2
[ "$(ls -d /proc/[0-9]* 2>/dev/null | wc -l)" -gt 8 ] && echo sees-processes >&2
python3 -c 'import socket; socket.socket()' 2>/dev/null && echo opens-sockets >&2
echo 1
"""


@command("doctor")
@json_option
def doctor(as_json: bool) -> None:
    """Say which jails this machine can give to programs, and prove it."""
    tiers = [_tier(tier, lacking) for tier, lacking in obstacles().items()]
    data = {
        "python": sys.version.split()[0],
        "cores": len(os.sched_getaffinity(0)),
        "root": os.geteuid() == 0,
        "tiers": tiers,
        "best": best_tier(),
    }
    show(data, lambda: _text(data), as_json=as_json)


def _tier(tier: int, lacking: str) -> dict[str, Any]:
    if lacking:
        return {"tier": tier, "available": False, "lacks": lacking, "gaps": [], "start_ms": None}
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        return {"tier": tier, "available": True, "lacks": "", **_probe(Path(folder), Jail(tier=tier))}


def _probe(folder: Path, jail: Jail) -> dict[str, Any]:
    """What a program in this jail can still do that it should not, and what a start costs."""
    folder.chmod(0o755)
    secret = folder / "secret"
    secret.write_text("x")
    secret.chmod(0o644)
    program = folder / "probe"
    program.write_text(_PROBE.format(outside=folder / "written", secret=secret, pid=os.getpid()))
    program.chmod(0o755)
    engine = ProcessEngine(program, jail)
    game = find_game("tictactoe")
    try:
        played = play(game, (engine, InsideEngine("9", lambda ask: "9")), Clock(10, 0, fixed=True), seed=1)
        gaps = played.record.plies[0][0].messages.split() if played.record.plies else []
        return {"gaps": gaps, "start_ms": round(_start_cost(program, jail), 2)}
    finally:
        engine.close()


def _start_cost(program: Path, jail: Jail) -> float:
    plain = program.with_name("plain")
    plain.write_text("#!/bin/true\n")
    plain.chmod(0o755)
    try:
        cell = Cell(plain, jail)
    except EngineFault:
        return 0.0
    begun = time.perf_counter()
    for _ in range(20):
        cell.start()
        cell.report()
    spent = time.perf_counter() - begun
    cell.close()
    return spent * 1000 / 20


def _text(data: dict[str, Any]) -> str:
    lines = [spoken("programs.doctor-head", python=data["python"], cores=data["cores"])]
    lines.append(spoken("referee.spare-user") if data["root"] else spoken("referee.same-user"))
    for tier in data["tiers"]:
        told = spoken(f"referee.tier-{tier['tier']}")
        if not tier["available"]:
            lacks = spoken(f"referee.lacks-{tier['lacks']}")
            lines.append(spoken("programs.doctor-lacks", tier=tier["tier"], told=told, lacks=lacks))
            continue
        lines.append(spoken("programs.doctor-tier", tier=tier["tier"], told=told, cost=tier["start_ms"]))
        lines += [f"     {spoken(f'programs.gap-{gap}')}" for gap in tier["gaps"]]
    lines.append(spoken("programs.doctor-best", tier=data["best"]))
    return "\n".join(click.style(line) for line in lines)
