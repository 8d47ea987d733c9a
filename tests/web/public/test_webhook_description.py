"""The messages that webhooks send are as the description of the server tells them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from tests.browser.halls import make
from tests.support.web_server import server
from tests.web.server.test_webhooks import LOCAL, added, receiver

from ronde.model.settings import Settings
from ronde.web.openapi import document, webhook_schemas, webhooks
from ronde.web.server.webhooks import EVERYTHING


def shape(name: str, *, referee: bool = False) -> dict[str, Any]:
    """The schema of the body of a webhook, with the components it refers to."""
    told = document(referee=referee)
    body = told["webhooks"][name]["post"]["requestBody"]["content"]["application/json"]["schema"]
    return {**body, "components": told["components"]}


def test_every_fact_a_receiver_gets_is_as_described(tmp_path: Path) -> None:
    path = make(tmp_path / "club.ronde", Settings(rounds=5))
    kinds = set()
    with server(path, options=LOCAL) as (arbiter, link, _), receiver() as (url, got):
        arbiter.enter(link)
        added(arbiter, url, EVERYTHING)
        for line in ("1 1", "2 1", "3 1", "4 1"):
            arbiter.post("/desk/club/result", {"entry": line})
        arbiter.post("/desk/club/adjourn")
        arbiter.post("/desk/club/close")
        check = jsonschema_rs.validator_for(shape("fact"))
        while "RoundClosed" not in kinds:
            heads, body = got.get(timeout=20)
            assert check.is_valid(json.loads(body)), body
            kinds.add(heads["x-ronde-event"])
            wanted = document()["webhooks"]["fact"]["post"]["parameters"]
            assert {one["name"].lower() for one in wanted} <= set(heads)
    assert "ResultEntered" in kinds


def test_a_fact_of_another_shape_would_be_found() -> None:
    check = jsonschema_rs.validator_for(shape("fact"))
    fact = {
        "tournament": "club",
        "name": "Club",
        "number": 3,
        "action": 3,
        "at": "2026-11-17T17:00:00.000+00:00",
    }
    good = {**fact, "actor": "arbiter", "kind": "RoundClosed", "fact": {"round": 1}}

    assert check.is_valid(good)
    assert not check.is_valid({**good, "kind": "RoundOpened"})
    assert not check.is_valid({**good, "number": "3"})
    assert not check.is_valid({name: value for name, value in good.items() if name != "fact"})


def test_a_test_message_and_the_losses_of_engines_are_as_described() -> None:
    ping = {"tournament": "club", "name": "Club", "kind": "Ping", "at": "2026-11-18T08:00:00.500+00:00"}
    assert jsonschema_rs.is_valid(shape("ping"), ping)
    loss = {
        "engine": 1,
        "name": "E",
        "fault": "late",
        "detail": "",
        "games": 2,
        "latest": 9,
        "at": "",
        "text": "",
    }
    assert jsonschema_rs.is_valid(shape("engineLosses", referee=True), {"losses": [loss]})
    assert "engineLosses" not in document()["webhooks"]


@pytest.mark.parametrize("referee", [False, True])
def test_every_reference_of_a_webhook_leads_somewhere(referee: bool) -> None:
    schemas = webhook_schemas(referee=referee)
    told = json.dumps([webhooks(referee=referee), schemas])

    assert set(re.findall(r'"#/components/schemas/(\w+)"', told)) == set(schemas)
