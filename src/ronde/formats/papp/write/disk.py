"""Writes a plan into its folder, each file atomically, and sends lists to the printer."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from ronde.core.errors import Problem
from ronde.formats.disk import file_error, write_changed
from ronde.formats.papp.live.plan import FolderPlan, Print
from ronde.formats.papp.read.folder import LOCK

_PRINTER_PATIENCE = 20.0


def locked(folder: Path) -> bool:
    """Whether PAPP seems to be running in the folder."""
    return (folder / LOCK).exists()


def write_plan(folder: Path, plan: FolderPlan) -> list[str]:
    """Write the files that have changed and return their names; DiskFull or ReadOnly on failure."""
    for name, other in plan.keep.items():
        with suppress(FileNotFoundError):
            write_changed(folder, {other: (folder / name).read_bytes()})
    for name in plan.gone:
        _remove(folder / name)
    return write_changed(folder, plan.files)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise file_error(path, error) from error


def send_to_printer(
    folder: Path, prints: Iterable[Print], run: Callable[[bytes], None] | None = None
) -> list[Problem]:
    """Send the files to `lpr`; a printer failure is reported and does not interrupt."""
    feed = run or _lpr
    problems = []
    for job in prints:
        try:
            data = (folder / job.name).read_bytes()
            for _ in range(job.copies):
                feed(data)
        except (OSError, subprocess.SubprocessError) as error:
            problems.append(Problem(job.name, 0, 0, "papp.print-failed", str(error)))
    return problems


def _lpr(data: bytes) -> None:
    subprocess.run(["lpr"], input=data, check=True, capture_output=True, timeout=_PRINTER_PATIENCE)
