"""Every operation of our OpenAPI, asked by schemathesis: described statuses and shapes, nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.arena.web.engines.test_routes import routes
from tests.faults.described import KNOWN, exhibition, held_to_its_word, narrowed
from tests.support.web_server import server

from ronde.web.openapi import document


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exhibition(tmp_path_factory.mktemp("exhibition"))


def test_the_server_answers_every_described_operation_as_described(shown: Path, tmp_path: Path) -> None:
    tally = held_to_its_word(shown, tmp_path, seed=1, examples=3)

    assert tally.stories == []
    assert tally.inputs > 200


def test_the_known_parameters_lead_somewhere(shown: Path) -> None:
    first = {"slug": "cup", "number": "1", "player": "1", "name": "1-1-1"}
    assert set(first) == set(KNOWN)
    with server(shown) as (browser, _, _):
        for path in narrowed(json.loads(json.dumps(document())))["paths"]:
            if path.endswith(".json"):
                assert browser.get(path.format(**first)).status == 200, path


def test_a_server_that_referees_describes_all_its_data(shown: Path, tmp_path: Path) -> None:
    told = {route.path for route in routes(tmp_path) if route.path.endswith(".json")}
    here, there = document(), document(referee=True)

    assert {re.sub(r":\w+", "", path) for path in told} == set(there["paths"]) - set(here["paths"])
    with server(shown) as (browser, _, _):
        assert json.loads(browser.get("/openapi.json").body)["paths"] == here["paths"]


def test_a_method_that_is_not_allowed_is_told_which_are(shown: Path) -> None:
    with server(shown) as (browser, _, _):
        answer = browser.post("/t/cup/standings.json")

    assert answer.status == 405
    assert "GET" in answer.headers["allow"]
