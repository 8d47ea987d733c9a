"""Files of earlier days still mean what they meant."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.support.root import TESTS

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.player import Player
from ronde.store.schema import MIGRATIONS
from ronde.systems import standings

KEPT = sorted((TESTS / "golden" / "journal").glob("*.ronde"))


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a kept file, with what it meant beside it."""
    original: Path = request.param
    shutil.copy(original.with_suffix(".json"), tmp_path)
    return Path(shutil.copy(original, tmp_path))


def meaning(desk: Desk) -> Any:
    """What a tournament amounts to, as plain data."""
    hall = desk.tournament
    return {
        "facts": [type(entry.event).__name__ for entry, _ in desk.history()],
        "standing": [counts for _, counts in desk.history()],
        "seats": sorted({entry.actor for entry, _ in desk.history()}),
        "name": [hall.name, hall.date, hall.settings.rounds, list(hall.settings.penalties.chauvinism)],
        "players": [[card.id, card.full_name, card.country, card.rating] for card in hall.players.values()],
        "rounds": [
            [
                [table.number, table.first, table.second, table.result and table.result.first]
                for table in played
            ]
            for played in hall.rounds
        ],
        "absent": [
            {str(player): reason.value for player, reason in played.absent.items()} for played in hall.rounds
        ],
        "points": [
            [[row.player, row.points, row.discs] for row in standings(hall, after).rows]
            for after in range(len(hall.rounds))
        ],
    }


def test_there_is_a_kept_file() -> None:
    assert KEPT


def test_a_kept_file_still_means_what_it_meant(kept: Path) -> None:
    desk = Desk.open(kept)

    assert meaning(desk) == json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
    desk.close()


def test_a_kept_file_can_be_written_on(kept: Path) -> None:
    desk = Desk.open(kept)
    before = desk.number
    desk.act(CHIEF, enter_player, player=Player(0, "TODAY"))
    desk.close()

    again = Desk.open(kept)
    assert again.number == before + 1
    again.undo(CHIEF)
    assert "TODAY" not in {card.name for card in again.tournament.players.values()}
    again.close()
    connection = sqlite3.connect(kept)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    connection.close()
