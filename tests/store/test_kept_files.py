"""Files of earlier days still mean what they meant."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.support.root import TESTS

import ronde
from ronde.app.desk import Desk
from ronde.arena.games import GameRecord, find_game
from ronde.store.schema import MIGRATIONS

FOLDER = TESTS / "golden" / "journal"
KEPT = sorted(FOLDER.rglob("*.ronde"))


@pytest.fixture(params=KEPT, ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a kept file, with what it meant beside it."""
    original: Path = request.param
    shutil.copy(original.with_suffix(".json"), tmp_path)
    return Path(shutil.copy(original, tmp_path))


def meaning(path: Path) -> dict[str, Any]:
    """The journal of a tournament, its players, and the JSON of its rounds and standings."""
    with ronde.open(path) as open_file:
        summary = open_file.ask(ronde.queries.Summary())
        rounds = [open_file.ask(ronde.queries.Pairings(one + 1)) for one in range(summary["open_round"])]
        closed = [played["round"] for played in rounds if played["closed"]]
        return {
            "summary": summary,
            "history": list(open_file.history()),
            "players": open_file.players(),
            "rounds": rounds,
            "standings": [open_file.ask(ronde.queries.Standings(after)) for after in closed],
        }


def without_additions(now: Any, then: Any) -> Any:
    """What is said now, but for fields that did not exist then."""
    if isinstance(then, dict) and isinstance(now, dict):
        return {key: without_additions(now[key], then[key]) for key in then if key in now}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [without_additions(*both) for both in zip(now, then, strict=True)]
    return now


def test_there_are_kept_files_of_every_version() -> None:
    assert {path.parent.name for path in KEPT} == {"journal", "0.1.0"}


def test_a_kept_file_still_means_what_it_meant(kept: Path) -> None:
    then = json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))

    assert without_additions(meaning(kept), then) == then


def test_a_kept_file_can_be_written_on(kept: Path) -> None:
    with ronde.open(kept) as file:
        before = file.name
        file.run(ronde.commands.ChangeSettings(name="Today"))

    with ronde.open(kept) as file:
        assert file.name == "Today"
        file.undo()
        assert file.name == before
    connection = sqlite3.connect(kept)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    connection.close()


def test_the_games_that_a_kept_file_holds_can_be_replayed(tmp_path: Path) -> None:
    copy = Path(shutil.copy(FOLDER / "0.1.0" / "programs.ronde", tmp_path))
    with closing(Desk.open(copy)) as desk:
        held = desk.journal.attachments()
    games = [json.loads(data) for name, data in held.items() if name.startswith("games/")]
    records = [GameRecord.from_dict(game["record"]) for game in games]

    assert len(records) == 6
    assert [fault.code for record in records for fault in record.faults] == ["illegal"] * 3
    for record in records:
        rules = find_game(record.game, record.settings)
        assert record.faults or rules.outcome(record.resume(rules)) == record.outcome


def test_a_person_who_was_erased_is_nowhere_in_the_kept_file() -> None:
    written = (FOLDER / "0.1.0" / "erased.ronde").read_bytes()

    assert b"CRUZ" in written
    assert b"BECK" not in written
