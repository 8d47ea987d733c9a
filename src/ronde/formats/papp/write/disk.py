"""Writes a plan into its folder, each file completely or not at all, and sends lists to the printer."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ronde.core.errors import Problem
from ronde.formats.disk import write_whole
from ronde.formats.papp.live.plan import FolderPlan, Print
from ronde.formats.papp.read.folder import LOCK

_PRINTER_PATIENCE = 20.0


def locked(folder: Path) -> bool:
    """Whether PAPP seems to be at work in the folder."""
    return (folder / LOCK).exists()


def write_plan(folder: Path, plan: FolderPlan) -> list[str]:
    """Write what has changed, and tell which files that were; DiskFull or ReadOnly if one could not be."""
    for name, other in plan.keep.items():
        with suppress(FileNotFoundError):
            _write(folder / other, (folder / name).read_bytes())
    return write_files(folder, plan.files)


def write_files(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write the files that are not there already as they should be, and tell which those were."""
    return [name for name, data in files.items() if _write(folder / name, data)]


def _write(path: Path, data: bytes) -> bool:
    """Put the bytes in place of the file in one step, once they are safely on the disk."""
    with suppress(OSError):
        if path.is_file() and path.read_bytes() == data:
            return False
    write_whole({path: data})
    return True


def send_to_printer(
    folder: Path, prints: Iterable[Print], run: Callable[[bytes], None] | None = None
) -> list[Problem]:
    """Send the files to `lpr`; a printer failure is reported and stops nothing."""
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
