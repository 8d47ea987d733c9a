"""Nonsense sent to every address: an answer below 500, and nothing in the log."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.faults.routes import addresses, fuzzed_routes
from tests.store.halls import hall, play_round

from ronde.web.openapi import document


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "open.ronde"
    desk = hall(place, players=8)
    play_round(desk)
    desk.close()
    return place


def test_no_parameter_header_or_body_makes_the_server_fail(path: Path, tmp_path: Path) -> None:
    tally, statuses = fuzzed_routes(path, tmp_path / "log", seed=1, rounds=4)

    assert tally.stories == []
    assert tally.inputs >= 4 * 80
    assert statuses[200] > 30, "most of it reaches a page"
    assert {403, 404, 409} <= set(statuses)


def test_every_address_of_the_description_is_among_those_that_are_tried() -> None:
    tried = {pattern.replace(":int", "") for _, pattern in addresses()}

    missing = [path for path in document()["paths"] if path not in tried and not path.endswith(".json")]
    assert missing == []
