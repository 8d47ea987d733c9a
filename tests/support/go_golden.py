"""Tournaments of Go recorded from OpenGotha; `RONDE_GOLDEN_GO` names a folder with more of them."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.support.root import ROOT

from ronde.formats.opengotha import read_opengotha
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.tournament import Round, Tournament

GOLDEN = Path(os.environ.get("RONDE_GOLDEN_GO") or ROOT / "tests" / "golden" / "go")


@dataclass(frozen=True)
class Recorded:
    name: str
    folder: Path
    tournament: Tournament
    recorded: dict[str, Any]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round with games; one that is still open has the absences of today."""
        now = self.tournament
        if not now.open_round.tables:
            return now.closed_rounds
        absent = {player: why for player in now.players if (why := now.absence(player)) is not None}
        return (*now.closed_rounds, replace(now.open_round, absent=absent))

    def key_of(self, card: Player) -> str:
        return f"{card.name}{card.first_name}".replace(" ", "").upper()


def folders(kind: str = "opengotha-3.51") -> list[Path]:
    return sorted(path.parent for path in (GOLDEN / kind).glob("*/recorded.json"))


def load(folder: Path) -> Recorded:
    file = folder / "tournament.xml"
    if not file.exists():
        file = GOLDEN / "opengotha-3.51" / folder.name / "tournament.xml"
    imported = read_opengotha(file.read_bytes(), str(file))
    recorded = json.loads((folder / "recorded.json").read_text("utf-8"))
    return Recorded(folder.name, folder, replay(imported.events), recorded)
