"""The command `ronde doctor`: checks by trial which sandboxes work on this machine."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import click

from ronde.cli.programs.options import chosen_jail
from ronde.cli.session import json_option, show
from ronde.cli.speech import command, spoken
from ronde.engines.door import EngineFault, Jail, Sandbox, best_tier, obstacles, probed

_NOBODY: Final = 65534
_SET_DUMPABLE: Final = 4


@command("doctor")
@json_option
def doctor(as_json: bool) -> None:
    chosen_jail("auto", 1, ())  # refused with an explanation where no program can be played
    other = _as_another_user() if os.geteuid() == 0 else None
    data = {
        "python": sys.version.split()[0],
        "cores": len(os.sched_getaffinity(0)),
        "root": os.geteuid() == 0,
        "tiers": _tiers(),
        "best": best_tier(),
        "other": other,
    }
    show(data, lambda: _text(data), as_json=as_json)


def _tiers() -> list[dict[str, Any]]:
    return [_tier(tier, lacking) for tier, lacking in obstacles().items()]


def _tier(tier: int, lacking: str) -> dict[str, Any]:
    state: dict[str, Any] = {"tier": tier, "available": not lacking, "lacks": lacking}
    acts = None if lacking else probed(tier)
    return state | {
        "probed": acts is not None,
        "stopped": [act for act, stopped in (acts or {}).items() if stopped],
        "gaps": [act for act, stopped in (acts or {}).items() if not stopped],
        "start_ms": None if lacking else _start_cost(Jail(tier=tier)),
    }


def _start_cost(jail: Jail) -> float:
    """Milliseconds to start a program."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain"
        plain.write_text("#!/bin/true\n")
        plain.chmod(0o755)
        try:
            cell = Sandbox(plain, jail)
        except EngineFault:
            return 0.0
        begun = time.perf_counter()
        for _ in range(20):
            cell.start()
            cell.report()
        spent = time.perf_counter() - begun
        cell.close()
    return round(spent * 1000 / 20, 2)


def _as_another_user() -> dict[str, Any]:
    """The report for a user without privileges: the one who called sudo, or nobody."""
    user = int(os.environ.get("SUDO_UID", _NOBODY)) or _NOBODY
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            _become(user)
            tiers = json.dumps(_tiers())
            with os.fdopen(writing, "w") as stream:
                stream.write(tiers)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as stream:
        tiers = stream.read()
    os.waitpid(pid, 0)
    return {"user": user, "tiers": json.loads(tiers) if tiers else []}


def _become(user: int) -> None:
    """Drop root for a user who can neither start root's Python nor write root's files."""
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    # A process that dropped root is not dumpable, which hides its /proc entries from its user; a referee that
    # never was root is dumpable.
    ctypes.CDLL(None).prctl(_SET_DUMPABLE, 1, 0, 0, 0)
    if not os.access(tempfile.gettempdir(), os.W_OK):
        os.environ.pop("TMPDIR", None)
        tempfile.tempdir = None
    system = shutil.which("python3", path=os.defpath)
    if not os.access(sys.executable, os.X_OK) and system:
        sys.executable, sys.prefix, sys.base_prefix = system, "/usr", "/usr"


def _text(data: dict[str, Any]) -> str:
    lines = [spoken("programs.doctor-head", python=data["python"], cores=data["cores"])]
    lines.append(spoken("referee.spare-user") if data["root"] else spoken("referee.same-user"))
    lines += [line for tier in data["tiers"] for line in _tier_lines(tier)]
    if data["other"] is not None:
        lines.append(spoken("programs.doctor-other", user=data["other"]["user"]))
        lines += [line for tier in data["other"]["tiers"] for line in _tier_lines(tier)]
        lines += [] if data["other"]["tiers"] else [f"     {spoken('programs.doctor-untried')}"]
    lines.append(spoken("programs.doctor-best", tier=data["best"]))
    return "\n".join(click.style(line) for line in lines)


def _tier_lines(tier: dict[str, Any]) -> list[str]:
    number, name = tier["tier"], spoken(f"referee.tier-{tier['tier']}")
    if not tier["available"]:
        lacks = spoken(f"referee.lacks-{tier['lacks']}")
        return [spoken("programs.doctor-lacks", tier=number, told=name, lacks=lacks)]
    lines = [spoken("programs.doctor-tier", tier=number, told=name, cost=tier["start_ms"])]
    if not tier["probed"]:
        return [*lines, f"     {spoken('programs.doctor-untried')}"]
    for kind in ("stopped", "gaps"):
        acts = ", ".join(spoken(f"programs.act-{act}") for act in tier[kind])
        lines.append(
            f"     {spoken(f'programs.doctor-{kind}', acts=acts or spoken('programs.doctor-nothing'))}"
        )
    return lines
