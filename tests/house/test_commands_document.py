"""The reference of the commands is what the commands say of themselves."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_of_the_commands_is_fresh() -> None:
    made = runpy.run_path(str(DOCS / "make_commands.py"))["reference"]()

    assert (DOCS / "commands.md").read_text() == made, "run: .venv/bin/python docs/make_commands.py"
