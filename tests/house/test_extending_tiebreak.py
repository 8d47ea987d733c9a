"""The recipe "Add a tie-break" of docs/extending.md, followed literally in a copy of the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ronde.i18n.door import LANGUAGES

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"In `(src/[^`]+)`, above the line\s+`([^`]+)`,\s+add:\n\n   ```(?:python)?\n(.*?)   ```", re.DOTALL
)


def steps() -> list[tuple[str, str, str]]:
    """File, line and addition of every step of the recipe."""
    section = DOCUMENT.partition("\n## Add a tie-break\n")[2].partition("\n## ")[0]
    return [
        (name, line, re.sub("^   ", "", new, flags=re.MULTILINE)) for name, line, new in STEP.findall(section)
    ]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package to which the recipe was applied."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name, line, new in steps():
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert text.count(f"\n{line}\n") == 1, (name, line)
        path.write_text(text.replace(f"\n{line}\n", f"\n{new}{line}\n"), encoding="utf-8")
    return tmp_path / "src"


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


def test_the_recipe_touches_two_files_and_the_words() -> None:
    assert sorted({name for name, _, _ in steps()}) == [
        "src/ronde/core/systems.py",
        *(f"src/ronde/i18n/words/{language}/lists.py" for language in sorted(LANGUAGES)),
        "src/ronde/scoring/tiebreaks.py",
    ]


def test_the_new_tie_break_orders_the_standings_in_every_language(package: Path) -> None:
    ronde(package, "new", "cup.ronde", "--name", "Cup", "--tiebreaks", "wins-first,discs")
    for name in ("Ann One", "Bob Two", "Cyd Three", "Dan Four"):
        ronde(package, "player", "add", "cup.ronde", name)
    ronde(package, "table", "add", "cup.ronde", "1", "2")
    ronde(package, "table", "add", "cup.ronde", "3", "4")
    ronde(package, "result", "cup.ronde", "1+2")
    ronde(package, "result", "cup.ronde", "4+40")
    shown = ronde(package, "--lang", "en", "close", "cup.ronde")

    assert "wins 1st colour" in shown
    assert shown.index("Ann One") < shown.index("Dan Four"), (
        "Dan has more discs, but won with the second colour"
    )
    assert "victoires 1re couleur" in ronde(package, "--lang", "fr", "standings", "cup.ronde")
    assert "Siege 1. Farbe" in ronde(package, "--lang", "de", "standings", "cup.ronde")
    assert "winst 1e kleur" in ronde(package, "--lang", "nl", "standings", "cup.ronde")
