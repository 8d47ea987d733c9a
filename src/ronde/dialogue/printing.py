"""Targets of lists: a file, or a command (`|lpr`), as in PAPP."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from ronde.core.errors import FileExists, FileMissing
from ronde.core.player import unprintable
from ronde.formats.disk import ProtectedFiles, file_error, read_file, write_whole

PATIENCE = 20.0
"""Timeout of a command in seconds; the desk waits for it."""


class CommandFailed(Exception):
    """A command failed; `reason` is what it printed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def check(folder: Path, name: str, precious: ProtectedFiles) -> bool:
    """Refuse a file of the tournament; returns whether another file of that name exists."""
    try:
        path = folder / os.path.expanduser(name)
        if precious.has(path):
            raise FileExists(path=str(path), reason="ours")
        return path.is_file()
    except (OSError, ValueError) as error:  # invalid as a file name
        raise file_error(folder / "-", error) from error


def put(
    folder: Path, name: str, text: str, *, append: bool = False, precious: ProtectedFiles | None = None
) -> None:
    """Write a list to a file atomically, never over a file of the tournament; no folder is created."""
    check(folder, name, precious or ProtectedFiles())
    path = folder / os.path.expanduser(name)
    if not path.parent.is_dir():
        raise FileMissing(path=str(path.parent))
    before = read_file(path) if append and path.exists() else b""
    write_whole({path: before + text.encode("utf-8", "replace")})


def feed(folder: Path, command: str, text: str) -> str:
    """Pass a list to a shell command, and return what it printed."""
    data = text.encode("utf-8", "replace")
    try:
        done = subprocess.run(
            command, shell=True, input=data, capture_output=True, check=False, cwd=folder, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired as error:
        raise CommandFailed(f"{PATIENCE:.0f} s") from error
    except (OSError, ValueError) as error:  # the folder is missing, the line is too long or contains NUL
        raise CommandFailed(str(error)) from error
    if done.returncode:
        said = _readable(done.stderr).strip().split("\n")[-1]
        raise CommandFailed(said or str(done.returncode))
    return _readable(done.stdout).rstrip("\n")


def _readable(data: bytes) -> str:
    """The output of a program without control sequences."""
    text = data.decode("utf-8", "replace")
    return "".join(char for char in text if char in "\n\t" or not unprintable(char)).expandtabs()
