"""The recipes of docs/extending.md, applied to a copy of the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECIPES = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
_STEP = re.compile(
    r"In `(src/[^`]+)`, above the line\s+`([^`]+)`,\s+add[^:`]*:\n\n   ```(?:python)?\n(.*?)   ```", re.DOTALL
)

Step = tuple[str, str, str]
"""A file, a line of it, and what is added above that line."""


def section(title: str) -> str:
    """The recipe of that title."""
    return RECIPES.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def steps(recipe: str) -> list[Step]:
    """Every addition of a recipe."""
    return [
        (name, line, re.sub("^   ", "", new, flags=re.MULTILINE)) for name, line, new in _STEP.findall(recipe)
    ]


def apply_steps(folder: Path, added: list[Step]) -> Path:
    """A copy of the package with these additions."""
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name, line, new in added:
        path = folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(f"\n{line}\n") == 1, (name, line)
        path.write_text(text.replace(f"\n{line}\n", f"\n{new}{line}\n"), encoding="utf-8")
    return folder / "src"


def ronde(package: Path, *words: str) -> str:
    """What the copy prints."""
    program = [sys.executable, "-P", "-m", "ronde", *words]
    done = subprocess.run(
        program,
        cwd=package.parent,
        env={"PYTHONPATH": str(package), "LC_ALL": "C.UTF-8", "HOME": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
