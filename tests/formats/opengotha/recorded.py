"""The recorded tournaments of Go, and their replay."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from ronde.formats.files import ImportResult
from ronde.formats.opengotha import read_opengotha
from ronde.model.replay import replay
from ronde.model.tournament import Tournament

GOLDEN = Path(os.environ.get("RONDE_GOLDEN_GO", Path(__file__).parents[2] / "golden" / "go"))
"""Set the variable to run every recorded tournament."""
FILES = sorted(GOLDEN.glob("*/*/tournament.xml"))
RECORDED = [path for path in FILES if path.parts[-3] == "opengotha-3.51"]


def name_of(path: Path) -> str:
    return "/".join(path.parts[-3:-1])


@cache
def read(path: Path) -> ImportResult:
    return read_opengotha(path.read_bytes(), str(path))


@cache
def tournament(path: Path) -> Tournament:
    return replay(read(path).events)
