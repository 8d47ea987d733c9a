"""Build a program from an untrusted source: the command runs in a sandbox and produces one file."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ronde.engines.engine import EngineFault, Verdict
from ronde.engines.jail import Jail
from ronde.engines.listener import Listener
from ronde.engines.sandbox import ExitReport, Sandbox

MOST_BYTES: Final = 64 << 20
"""The largest program."""


@dataclass(frozen=True, slots=True)
class BuildRule:
    command: str
    """A shell command, run in a folder that contains the source."""
    source: str
    """The file name of the student's source."""
    program: str
    """The file name of the program."""
    seconds: float = 60.0


def build(source: bytes, rule: BuildRule, jail: Jail) -> bytes:
    """The program that the command makes of a source; EngineFault, with its output, if there is none."""
    with tempfile.TemporaryDirectory(prefix="ronde-build-") as place:
        script = Path(place, "build")
        script.write_text(f"#!/bin/sh\n{rule.command}\n", encoding="utf-8")
        script.chmod(0o700)
        folder = Path(place, "build.d")
        folder.mkdir()
        (folder / rule.source).write_bytes(source)
        sandbox = Sandbox(script, jail)
        try:
            return _made(sandbox, rule)
        finally:
            sandbox.close()


def _made(sandbox: Sandbox, rule: BuildRule) -> bytes:
    listener, begun = Listener(sandbox, sandbox.output, sandbox.errors), time.monotonic()
    listener.begin(begun)
    sandbox.start()
    try:
        _check_end(listener.until_end(begun + rule.seconds))
        return sandbox.take(rule.program, MOST_BYTES)
    except EngineFault as fault:
        fault.reply = listener.reply(time.monotonic() - begun)
        raise
    except OSError as trouble:
        reply = listener.reply(time.monotonic() - begun)
        raise EngineFault(Verdict.MISSING, f"built {trouble.strerror}", reply) from trouble


def _check_end(report: ExitReport) -> None:
    if report.kind != "e":
        raise EngineFault(Verdict.START, "interpreter")
    if report.status:
        raise EngineFault(
            Verdict.CRASH, f"{'status' if report.status > 0 else 'signal'} {abs(report.status)}"
        )
