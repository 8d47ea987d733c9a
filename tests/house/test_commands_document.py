"""The reference of the commands is what the commands say of themselves."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
AGAIN = "run: .venv/bin/python scripts/make_commands.py"


@pytest.mark.parametrize(("name", "language"), [("commands.md", "en"), ("commands.fr.md", "fr")])
def test_the_reference_of_the_commands_is_fresh(name: str, language: str) -> None:
    made = runpy.run_path(str(DOCS.parent / "scripts" / "make_commands.py"))["reference"](language)

    assert (DOCS / name).read_text() == made, AGAIN
