"""Makes the bots: one compiled file under many names, and scripts of a few lines."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("bad.c")


def compiled(folder: Path) -> Path:
    """The program that misbehaves according to its name."""
    program = folder / "bad"
    if not program.exists():
        subprocess.run(["cc", "-O1", "-w", "-o", str(program), str(SOURCE)], check=True)
    return program


def bot(folder: Path, kind: str, *, source: Path) -> Path:
    """A copy of the compiled program under the name that decides what it does."""
    path = folder / kind
    shutil.copy(source, path)
    return path


def script(folder: Path, name: str, lines: str) -> Path:
    """An executable script."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(lines)
    path.chmod(0o755)
    return path
