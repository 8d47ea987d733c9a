"""The description of the data is valid, complete, and true of every answer."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.in_process import Visitor
from tests.support.web_server import server

from ronde.arena.cli.demo import cup_roster, make_demo_tournaments
from ronde.arena.referee import Series
from ronde.arena.web.programs import GamePages
from ronde.web.openapi import document
from ronde.web.server.account_store import AccountStore
from ronde.web.server.accounts import Accounts
from ronde.web.server.application import visitor_routes
from ronde.web.server.tournaments import Tournaments

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], place: str = "$") -> list[str]:
    """Where a value is not what a schema says; as much of JSON Schema as we use."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return faults(value, document()["components"]["schemas"][name], place)
    if "anyOf" in schema:
        tried = [faults(value, one, place) for one in schema["anyOf"]]
        return [] if [] in tried else tried[0]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{place}: {value!r} is none of {schema['enum']}"]
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    fits = any(
        isinstance(value, TYPES[kind]) and (kind == "boolean") == isinstance(value, bool) for kind in kinds
    )
    if not fits:
        return [f"{place}: {value!r:.60} is no {kinds}"]
    if isinstance(value, list) and "items" in schema:
        shapes = schema.get("prefixItems") or [schema["items"]] * len(value)
        pairs = enumerate(zip(value, shapes, strict=True))
        return [one for at, (item, shape) in pairs for one in faults(item, shape, f"{place}[{at}]")]
    if isinstance(value, dict):
        return _of_record(value, schema, place)
    return []


def _of_record(value: dict[str, Any], schema: dict[str, Any], place: str) -> list[str]:
    known = schema.get("properties", {})
    found = [f"{place}: {name} is missing" for name in schema.get("required", []) if name not in value]
    if known and "additionalProperties" not in schema:
        found += [f"{place}: {name} is not described" for name in value if name not in known]
    for name, shape in known.items():
        if name in value:
            found += faults(value[name], shape, f"{place}.{name}")
    return found


@pytest.fixture(scope="module")
def exhibition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exhibition")
    cup = make_demo_tournaments(folder, 3, pace=0)
    Series(cup, cup_roster(0), jobs=2).run()
    cup.close()
    return folder


def addresses(slug: str) -> dict[str, str]:
    """Every described path of a tournament with a real address of it."""
    facts = {"slug": slug, "number": "1", "player": "2", "name": "1-1-1"}
    return {path: path.format(**facts) for path in document()["paths"] if path.endswith(".json")}


def test_every_answer_is_as_described(exhibition: Path) -> None:
    wrong: dict[str, list[str]] = {}
    with server(exhibition) as (browser, _, _):
        for slug in ("swiss", "keizer", "cup"):
            for path, address in addresses(slug).items():
                answer = browser.get(address)
                cup_only = "bracket" in path or "/game/" in path
                assert answer.status == (404 if cup_only and slug != "cup" else 200), address
                if answer.status == 200:
                    told = document()["paths"][path]["get"]["responses"]["200"]
                    schema = told["content"]["application/json"]["schema"]
                    wrong[address] = faults(json.loads(answer.body), schema)[:3]

    assert {address: found for address, found in wrong.items() if found} == {}


def test_every_address_of_data_is_described(tmp_path: Path) -> None:
    tournaments, seats = Tournaments([tmp_path]), Accounts(AccountStore())
    routes = [*visitor_routes(tournaments, seats), *GamePages(tournaments, seats).routes()]
    real = {re.sub(r":\w+", "", route.path) for route in routes if route.path.endswith(".json")}

    assert real - {"/openapi.json"} == {path for path in document()["paths"] if path.endswith(".json")}


def test_the_document_is_openapi_3_1(public: Visitor) -> None:
    told = json.loads(public.get("/openapi.json").body)

    assert re.fullmatch(r"3\.1\.\d+", told["openapi"])
    assert {"title", "version"} <= set(told["info"])
    names = [operation["operationId"] for path in told["paths"].values() for operation in path.values()]
    assert len(set(names)) == len(names)
    for path, methods in told["paths"].items():
        assert path.startswith("/")
        wanted = set(re.findall(r"\{(\w+)\}", path))
        for operation in methods.values():
            given = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
            assert given == wanted
            assert all(one["required"] for one in operation["parameters"] if one["in"] == "path")
            assert all("description" in answer for answer in operation["responses"].values())


def test_every_reference_leads_somewhere() -> None:
    told = document()
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(told)))

    assert named <= set(told["components"]["schemas"])
    assert set(told["components"]["schemas"]) - named <= set()


def test_data_may_be_read_from_other_sites_and_carries_an_etag(public: Visitor) -> None:
    answer = public.get("/t/open/standings.json")

    assert answer.headers["access-control-allow-origin"] == "*"
    assert public.get("/t/open/standings.json", If_None_Match=answer.headers["etag"]).status == 304


def test_a_checker_that_finds_nothing_would_prove_nothing() -> None:
    schema = document()["components"]["schemas"]["Standings"]

    assert faults({"after": "1", "rows": []}, schema)
    assert faults({"rows": []}, schema)
    assert faults({"after": 1, "rows": [], "more": 1}, schema)
    assert not faults({"after": 1, "as_of": "now", "rows": []}, schema)
