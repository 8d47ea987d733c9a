"""A second look is for few failures, and only where the test waits for something real."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.again import LASTFAILED, MOST, REAL, deserve_another_look

HERE = Path(__file__).resolve().parents[2]


def test_a_browser_that_was_late_may_come_again() -> None:
    assert deserve_another_look(
        ["tests/browser/test_phone.py::test_a", "tests/web/serving/test_news.py::test_b[1]"]
    )


@pytest.mark.parametrize(
    "room", ["core", "scoring", "pairing", "games", "formats", "i18n", "house", "storage", "faults"]
)
def test_rules_storage_and_faults_get_no_second_try(room: str) -> None:
    assert not deserve_another_look([f"tests/{room}/test_x.py::test_a"])
    assert not deserve_another_look(["tests/browser/test_x.py::test_a", f"tests/{room}/test_x.py::test_a"])


def test_many_failures_are_no_accident() -> None:
    failed = [f"tests/browser/test_x.py::test_{one}" for one in range(MOST + 1)]
    assert deserve_another_look(failed[:MOST])
    assert not deserve_another_look(failed)


def test_where_nothing_failed_nothing_is_played_again() -> None:
    assert not deserve_another_look([])


def test_every_room_that_is_excused_has_tests() -> None:
    assert [room for room in REAL if not list((HERE / "tests" / room).rglob("test_*.py"))] == []


@pytest.mark.parametrize(
    ("test", "code"), [("tests/tui/test_x.py::test_a", 0), ("tests/core/test_x.py::test_a", 1)]
)
def test_the_command_answers_by_its_exit(test: str, code: int, tmp_path: Path) -> None:
    (tmp_path / LASTFAILED).parent.mkdir(parents=True)
    (tmp_path / LASTFAILED).write_text(json.dumps({test: True}), "utf-8")
    assert (
        subprocess.run([sys.executable, HERE / "tests/again.py"], cwd=tmp_path, check=False).returncode
        == code
    )
    (tmp_path / LASTFAILED).unlink()
    assert (
        subprocess.run([sys.executable, HERE / "tests/again.py"], cwd=tmp_path, check=False).returncode == 1
    )
