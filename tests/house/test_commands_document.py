"""The reference of the commands, and the pages for `man`, are what the commands say of themselves."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
AGAIN = "run: .venv/bin/python docs/make_commands.py"


@pytest.mark.parametrize(("name", "language"), [("commands.md", "en"), ("commands.fr.md", "fr")])
def test_the_reference_of_the_commands_is_fresh(name: str, language: str) -> None:
    made = runpy.run_path(str(DOCS / "make_commands.py"))["reference"](language)

    assert (DOCS / name).read_text() == made, AGAIN


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_that_the_wheel_installs_is_fresh(language: str) -> None:
    maker = runpy.run_path(str(DOCS / "make_commands.py"))

    assert maker["PLACES"][language].read_text() == maker["manual_page"](language), AGAIN
