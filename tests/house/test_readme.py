"""The README stays short, and its tour works as it is printed."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from ronde.cli.main import main

HOUSE = Path(__file__).parents[2]
README = (HOUSE / "README.md").read_text()
TOUR = README.split("## A tour")[1].split("\n\n")[2]


def test_the_tour_has_ten_lines() -> None:
    assert len(TOUR.splitlines()) == 10


def test_the_tour_works_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(HOUSE / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for line in TOUR.splitlines():
        words = shlex.split(line, comments=True)
        assert words[0] == "./go"
        assert main(words[1:]) == 0, capsys.readouterr().err
    assert "12 joueurs après la ronde 1" in capsys.readouterr().out


def test_every_file_the_readme_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)#]+)\)", README):
        assert (HOUSE / name).exists(), name
