"""The tour of the README works as it is printed, and its pictures and links are right."""

from __future__ import annotations

import re
import runpy
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support.root import ROOT

from ronde.cli.main import main

README = (ROOT / "README.md").read_text()
TOUR = README.split("## A tour")[1].split("\n\n")[2]


def test_the_tour_works_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "examples", clone / "examples")
    shutil.copy(ROOT / ".gitignore", clone)
    monkeypatch.chdir(clone)
    monkeypatch.setenv("HOME", str(tmp_path))
    for line in TOUR.splitlines():
        words = shlex.split(line, comments=True)
        assert words[0] == "./go"
        assert main(words[1:]) == 0, capsys.readouterr().err
    assert "12 joueurs après la ronde 1" in capsys.readouterr().out
    assert strange_files(clone) == ["?? .gitignore", "?? examples/"]


def strange_files(clone: Path) -> list[str]:
    """Untracked files, by git."""
    subprocess.run(["git", "init", "-q"], cwd=clone, check=True)
    found = subprocess.run(
        ["git", "status", "--porcelain"], cwd=clone, check=True, capture_output=True, text=True
    )
    return found.stdout.splitlines()


def test_the_terminal_of_the_readme_says_what_the_demo_says_today() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "make_screen.py"))["drawn"]()

    kept = (ROOT / "docs" / "screens" / "terminal.svg").read_text(encoding="utf-8")
    assert kept == made, "run: .venv/bin/python scripts/make_screen.py"


def test_every_file_the_readme_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / name).exists(), name
