"""Tournaments of Go recorded from OpenGotha; `RONDE_GOLDEN_GO` names a folder with all of them."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.root import ROOT

from ronde.formats.files import ImportResult
from ronde.formats.opengotha import read_opengotha
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.tournament import Round, Tournament

GOLDEN = Path(os.environ.get("RONDE_GOLDEN_GO") or ROOT / "tests" / "golden" / "go")
OLD = "opengotha-3.51"
FILES = sorted(GOLDEN.glob("*/*/tournament.xml"))
RECORDED = [path for path in FILES if path.parts[-3] == OLD]


def name_of(path: Path) -> str:
    return "/".join(path.parts[-3:-1])


@cache
def read(path: Path) -> ImportResult:
    return read_opengotha(path.read_bytes(), str(path))


@cache
def tournament(path: Path) -> Tournament:
    return replay(read(path).events)


@cache
def recorded(folder: Path) -> dict[str, Any]:
    """What the program told of a tournament."""
    found: dict[str, Any] = json.loads((folder / "recorded.json").read_text(encoding="utf-8"))
    return found


def key(card: Player) -> str:
    """How recorded files name a player."""
    return (card.name + card.first_name).replace(" ", "").upper()


def played_rounds(now: Tournament) -> tuple[Round, ...]:
    """Every round with games; one that is still open has the absences of today."""
    if not now.open_round.tables:
        return now.closed_rounds
    absent = {player: why for player in now.players if (why := now.absence(player)) is not None}
    return (*now.closed_rounds, replace(now.open_round, absent=absent))
